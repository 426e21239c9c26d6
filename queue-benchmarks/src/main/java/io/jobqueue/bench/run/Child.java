package io.jobqueue.bench.run;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * The main program of a subject's JVM: runs the work once for each line it reads and answers with one line. Standard
 * output is for these answers alone; what others print goes to standard error.
 */
public final class Child {

    static final String RUN = "run";
    static final String SAMPLE = "sample ";
    static final String WRONG = "wrong ";

    private Child() {}

    /** Arguments: the suite's class, the subject, and the group's parameters. */
    public static void main(String[] args) throws Exception {
        PrintStream answers = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        System.setOut(System.err);
        Suite suite =
                Class.forName(args[0]).asSubclass(Suite.class).getConstructor().newInstance();
        String subject = args[1];
        List<String> params = Arrays.asList(args).subList(2, args.length);
        serve(suite, subject, Params.parse(params), answers);
        // A subject that failed may have left threads behind.
        System.exit(0);
    }

    private static void serve(Suite suite, String subject, Params params, PrintStream answers) throws IOException {
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = commands.readLine(); RUN.equals(line); line = commands.readLine()) {
            answers.println(answer(suite, subject, params));
            // Gives memory back while the other subjects run.
            System.gc();
        }
    }

    private static String answer(Suite suite, String subject, Params params) {
        try {
            return SAMPLE + suite.run(subject, params).toLine();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return WRONG + "interrupted";
        } catch (WrongResultException e) {
            return WRONG + e.getMessage();
        } catch (Exception | Error e) {
            e.printStackTrace();
            return WRONG + e;
        }
    }
}
