package io.jobqueue.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.devtools.restart.classloader.ClassLoaderFile;
import org.springframework.boot.devtools.restart.classloader.ClassLoaderFile.Kind;
import org.springframework.boot.devtools.restart.classloader.ClassLoaderFiles;
import org.springframework.boot.devtools.restart.classloader.RestartClassLoader;

/** As with DevTools: the application's classes are loaded anew while the library's stay. */
class ReloadedClassesTest {

    @Test
    void restart_withNewClassLoader_usesNewClassesOnly() throws Exception {
        Map<String, Object> first = runIn(loader());
        Map<String, Object> second = runIn(loader());
        assertThat(first.get("payload")).isEqualTo("Payload[text=x]");
        assertThat(second.get("payload")).isEqualTo("Payload[text=x]");
        assertThat(second.get("loader")).isInstanceOf(RestartClassLoader.class).isNotSameAs(first.get("loader"));
    }

    private static Map<String, Object> runIn(ClassLoader loader) throws Exception {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(loader);
        try {
            Class<?> type = Class.forName(ReloadedApplication.class.getName(), true, loader);
            assertThat(type.getClassLoader()).isSameAs(loader);
            Callable<?> application =
                    (Callable<?>) type.getDeclaredConstructor().newInstance();
            Map<String, Object> result = new HashMap<>();
            ((Map<?, ?>) application.call()).forEach((key, value) -> result.put((String) key, value));
            return result;
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private static ClassLoader loader() throws IOException {
        ClassLoaderFiles files = new ClassLoaderFiles();
        for (Class<?> type : ReloadedApplication.classes()) {
            String name = type.getName().replace('.', '/') + ".class";
            try (InputStream in = type.getClassLoader().getResourceAsStream(name)) {
                files.addFile(name, new ClassLoaderFile(Kind.MODIFIED, in.readAllBytes()));
            }
        }
        return new RestartClassLoader(ReloadedClassesTest.class.getClassLoader(), new java.net.URL[0], files);
    }
}
