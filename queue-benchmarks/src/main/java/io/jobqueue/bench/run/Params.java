package io.jobqueue.bench.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Named values that describe one group of a suite. Immutable, and able to travel on a command line. */
public final class Params {

    private final Map<String, String> values;

    private Params(Map<String, String> values) {
        this.values = values;
    }

    public static Params none() {
        return new Params(Map.of());
    }

    /** Reads what {@link #toArguments()} wrote. */
    public static Params parse(List<String> arguments) {
        Params params = none();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("parameter: '" + argument + "' must be name=value");
            }
            params = params.with(argument.substring(0, equals), argument.substring(equals + 1));
        }
        return params;
    }

    public Params with(String name, Object value) {
        Map<String, String> more = new LinkedHashMap<>(values);
        more.put(name, value.toString());
        return new Params(more);
    }

    /** Both; where names are the same, the other's values count. */
    public Params with(Params other) {
        Map<String, String> both = new LinkedHashMap<>(values);
        both.putAll(other.values);
        return new Params(both);
    }

    public String text(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("parameter: no '" + name + "' in " + values);
        }
        return value;
    }

    public int number(String name) {
        return Integer.parseInt(text(name));
    }

    public boolean flag(String name) {
        return Boolean.parseBoolean(values.getOrDefault(name, "false"));
    }

    public List<String> toArguments() {
        List<String> arguments = new ArrayList<>();
        values.forEach((name, value) -> arguments.add(name + "=" + value));
        return arguments;
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
