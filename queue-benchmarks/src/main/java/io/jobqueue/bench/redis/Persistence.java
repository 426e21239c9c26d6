package io.jobqueue.bench.redis;

import java.util.List;

/** What a server writes to disk. */
enum Persistence {
    NONE("none"),
    EVERYSEC("everysec");

    private final String label;

    Persistence(String label) {
        this.label = label;
    }

    /** For the server's command line. */
    List<String> arguments() {
        if (this == NONE) {
            return List.of("--appendonly", "no");
        }
        // A rewrite in the middle of one subject's run would be that subject's bad luck; Server.clear asks for it.
        return List.of("--appendonly", "yes", "--appendfsync", "everysec", "--auto-aof-rewrite-percentage", "0");
    }

    /** Under which name its server's port is handed to the subjects. */
    String portParam() {
        return "port-" + label;
    }

    /** The name as used in group parameters and tables. */
    String label() {
        return label;
    }

    static Persistence of(String label) {
        return label.equals(NONE.label) ? NONE : EVERYSEC;
    }
}
