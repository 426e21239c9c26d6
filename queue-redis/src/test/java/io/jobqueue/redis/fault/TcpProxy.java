package io.jobqueue.redis.fault;

import io.jobqueue.redis.fault.Resp.Message;
import io.jobqueue.redis.fault.Trap.Moment;
import io.jobqueue.redis.fault.Trap.Then;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Between a node and its server: cuts, refuses, stalls and delays, and {@linkplain Trap traps} single commands. Any thread.
 */
final class TcpProxy implements AutoCloseable {

    private static final int CONNECT_MILLIS = 1_000;

    private final ServerSocket door;
    private final Set<Line> lines = ConcurrentHashMap.newKeySet();
    private final Queue<Trap> traps = new ConcurrentLinkedQueue<>();
    private final Set<String> seen = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile int target;
    private volatile boolean refusing;
    private volatile boolean stalled;
    private volatile long delayNanos;

    TcpProxy(int target) {
        this.target = target;
        try {
            door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        daemon("proxy-door", this::welcome);
    }

    int port() {
        return door.getLocalPort();
    }

    // ---- faults

    /** Resets all connections. */
    void cut() {
        lines.forEach(Line::cut);
    }

    /** Whether new connections are reset at once. */
    void refuse(boolean refuse) {
        refusing = refuse;
    }

    /** Whether nothing passes, in either direction, and nothing is closed. */
    void stall(boolean stall) {
        lock.lock();
        try {
            stalled = stall;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** How much later each message arrives, in each direction. */
    void delay(Duration delay) {
        delayNanos = delay.toNanos();
    }

    /** Where new connections lead. */
    void target(int port) {
        target = port;
    }

    Trap set(Trap trap) {
        traps.add(trap);
        return trap;
    }

    /** Takes away what has not snapped, and lets everything pass. */
    void heal() {
        traps.clear();
        delay(Duration.ZERO);
        refuse(false);
        stall(false);
    }

    /** The names of all commands that passed since the last call. */
    Set<String> seen() {
        Set<String> names = Set.copyOf(seen);
        seen.clear();
        return names;
    }

    @Override
    public void close() {
        close(door);
        heal();
        cut();
    }

    // ---- lines

    private void welcome() {
        while (!door.isClosed()) {
            try {
                Socket client = door.accept();
                if (refusing) {
                    reset(client);
                } else {
                    connect(client);
                }
            } catch (IOException closed) {
                // The loop looks at it.
            }
        }
    }

    private void connect(Socket client) {
        Socket server = new Socket();
        try {
            server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target), CONNECT_MILLIS);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
        } catch (IOException away) {
            reset(client);
            reset(server);
            return;
        }
        Line line = new Line(client, server);
        lines.add(line);
        daemon("proxy-requests", line::requests);
        daemon("proxy-replies", line::replies);
    }

    /** One connection. */
    private final class Line {

        private final Socket client;
        private final Socket server;
        private final Queue<String> unanswered = new ConcurrentLinkedQueue<>();

        Line(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        void requests() {
            pass(client, server, Moment.REQUEST);
        }

        void replies() {
            pass(server, client, Moment.REPLY);
        }

        private void pass(Socket from, Socket to, Moment moment) {
            try (InputStream in = new BufferedInputStream(from.getInputStream());
                    OutputStream out = to.getOutputStream()) {
                Resp messages = new Resp(in);
                for (Message message = messages.read(); ; message = messages.read()) {
                    String name = nameOf(message, moment);
                    hold();
                    Then then = judge(name, moment);
                    if (then == Then.CUT_WITHIN) {
                        out.write(message.bytes(), 0, message.bytes().length / 2);
                    }
                    if (then != Then.GO_ON) {
                        break;
                    }
                    out.write(message.bytes());
                }
            } catch (IOException over) {
                // One end has gone.
            } finally {
                cut();
            }
        }

        private String nameOf(Message message, Moment moment) {
            if (moment == Moment.REQUEST) {
                seen.add(message.name());
                unanswered.add(message.name());
                return message.name();
            }
            String name = message.isPush() ? null : unanswered.poll();
            return name == null ? "" : name;
        }

        void cut() {
            lines.remove(this);
            reset(client);
            reset(server);
        }
    }

    private Then judge(String name, Moment moment) {
        for (Trap trap : traps) {
            if (trap.catches(name, moment)) {
                traps.remove(trap);
                return trap.spring();
            }
        }
        return Then.GO_ON;
    }

    private void hold() {
        if (delayNanos > 0) {
            LockSupport.parkNanos(delayNanos);
        }
        if (!stalled) {
            return;
        }
        lock.lock();
        try {
            while (stalled) {
                changed.await(1, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    private static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
        } catch (IOException closed) {
            // Then there is nothing to reset.
        }
        close(socket);
    }

    private static void close(AutoCloseable socket) {
        try {
            socket.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void daemon(String name, Runnable code) {
        Thread thread = new Thread(code, name);
        thread.setDaemon(true);
        thread.start();
    }
}
