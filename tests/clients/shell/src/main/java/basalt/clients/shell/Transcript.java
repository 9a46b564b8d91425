package basalt.clients.shell;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the shell printed, command by command, without what differs from run to run: times, hosts,
 * ports, start codes, encoded names, stack traces. "normalise IN OUT" writes that form; "compare
 * EXPECTED ACTUAL RESULTS TARGET" prints what differs and writes results as JSON. A command marked
 * "# loose" shows the server's state: only its first line and whether it failed are compared, and
 * of one marked "# vague" only whether it failed.
 */
public final class Transcript {
  private static final Pattern PROMPT = Pattern.compile("hbase:\\d{3,}:\\d+> ");
  private static final Set<String> RUBY = Set.of("nil", "true", "lst", "scann", "name", "no_such_method");
  private static final String[][] RULES = {
      {"\u001b\\[[0-9;]*m", ""},
      {":0x[0-9a-f]+", ":0xID"},
      {"(localhost|127\\.0\\.0\\.1),\\d+,\\d+", "SERVER"},
      {"(localhost|127\\.0\\.0\\.1):\\d+", "HOST:PORT"},
      {"(localhost|127\\.0\\.0\\.1):", "HOST:"},
      {"\\b[0-9a-f]{32}\\b", "ENCODED"},
      {"\\b1[0-9]{12}\\b", "TIME"},
      {"20\\d\\d-\\d\\d-\\d\\dT[0-9:.]+", "NOW"},
      // The locality of a region, the last column of list_regions.
      {" [01]\\.0 \\|$", " N |"},
      {" *[-]{5,}", " ---"},
  };

  /** A command and the lines it printed. */
  private static final class Entry {
    final String command;
    final List<String> lines = new ArrayList<>();

    Entry(String command) {
      this.command = command;
    }

    /** The lines as one text without blanks: where a line is broken depends on names' lengths. */
    String essence() {
      boolean failed = lines.stream().anyMatch(line -> line.startsWith("ERROR"));
      if (command.endsWith("# vague")) {
        return failed ? "!" : "";
      }
      if (command.endsWith("# loose")) {
        return (lines.isEmpty() ? "" : lines.get(0).replaceAll("\\s", "")) + (failed ? "!" : "");
      }
      return String.join("", lines).replaceAll("\\s", "");
    }

    /**
     * The shell's word for it; "t.put" and "t = get_table" are the commands after the name. What is
     * no command of the shell is Ruby.
     */
    String name() {
      String word = command.replaceFirst("^t[0-9]*( = |\\.)", "").split("[ (]")[0];
      boolean ruby = command.contains(" = ") && !command.contains("get_table");
      return ruby || !word.matches("[a-z][a-zA-Z_]{2,}") || RUBY.contains(word) ? "Ruby" : word;
    }

    boolean refused() {
      return String.join("", lines).replaceAll("\\s", "").contains("notsupportedbyBasalt");
    }
  }

  private Transcript() {}

  private static String row(
      String test, String target, String outcome, String name, String message) {
    return "{\"suite\":\"shell\",\"case\":" + json(test) + ",\"target\":" + json(target)
        + ",\"outcome\":" + json(outcome) + ",\"kind\":\"shell\",\"name\":" + json(name)
        + ",\"message\":" + json(message) + "}";
  }

  private static List<Entry> parse(String text) {
    List<Entry> entries = new ArrayList<>();
    Matcher matcher = PROMPT.matcher(text);
    int end = -1;
    List<int[]> spans = new ArrayList<>();
    while (matcher.find()) {
      if (end >= 0) {
        spans.add(new int[] {end, matcher.start()});
      }
      end = matcher.end();
    }
    for (int[] span : spans) {
      String[] lines = text.substring(span[0], span[1]).split("\n", -1);
      Entry entry = new Entry(lines[0].strip());
      for (int i = 1; i < lines.length; i++) {
        addLine(entry, lines[i]);
      }
      entries.add(entry);
    }
    return entries;
  }

  private static void addLine(Entry entry, String line) {
    // Java's stack trace.
    if (line.startsWith("\tat ") || line.startsWith("\t... ") || line.startsWith("Caused by: ")) {
      return;
    }
    // On a table's handle the value stands on the line of the time.
    String rest = line.replaceFirst("^Took [0-9.]+ seconds *", "").stripTrailing();
    int last = entry.lines.size() - 1;
    if (rest.startsWith("                    ") && last >= 0) {
      // The value's column goes on: what was cut is put together before names are replaced.
      entry.lines.set(last, clean(entry.lines.get(last) + rest.strip()));
      return;
    }
    rest = clean(rest).stripTrailing();
    if (!rest.isEmpty()) {
      entry.lines.add(rest);
    }
  }

  private static String clean(String line) {
    for (String[] rule : RULES) {
      line = line.replaceAll(rule[0], rule[1]);
    }
    return line;
  }

  private static String read(String file) throws IOException {
    return Files.readString(Path.of(file), StandardCharsets.ISO_8859_1);
  }

  private static void normalise(String in, String out) throws IOException {
    try (PrintStream stream = new PrintStream(out, StandardCharsets.ISO_8859_1)) {
      int number = 0;
      for (Entry entry : parse(read(in))) {
        stream.printf("hbase:%03d:0> %s%n", ++number, entry.command);
        entry.lines.forEach(stream::println);
      }
      stream.printf("hbase:%03d:0> exit%n", number + 1);
    }
  }

  private static String json(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("[\\x00-\\x1f]", " ")
        + "\"";
  }

  private static int compare(String expectedFile, String actualFile, String results, String target)
      throws IOException {
    List<Entry> expected = parse(read(expectedFile));
    List<Entry> actual = parse(read(actualFile));
    List<String> rows = new ArrayList<>();
    int same = 0;
    int different = 0;
    int refused = 0;
    for (int i = 0; i < expected.size(); i++) {
      Entry want = expected.get(i);
      Entry got = i < actual.size() ? actual.get(i) : new Entry("(the shell had ended)");
      String outcome = "works";
      if (want.command.equals(got.command) && want.essence().equals(got.essence())) {
        same++;
      } else if (got.refused()) {
        refused++;
        outcome = "not offered";
      } else {
        different++;
        outcome = "differs";
        System.out.println("DIFFERENT " + want.command);
        want.lines.forEach(line -> System.out.println("  - " + line));
        got.lines.forEach(line -> System.out.println("  + " + line));
      }
      String name = want.name();
      if (!name.equals("sleep")) {
        rows.add(row(want.command, target, outcome, name,
            outcome.equals("works") ? "" : String.join(" ", got.lines)));
      }
    }
    String summary = different == 0 ? "works" : "differs";
    rows.add("{\"suite\":\"shell\",\"case\":\"all commands\",\"target\":" + json(target)
        + ",\"outcome\":" + json(summary) + ",\"kind\":\"client\",\"name\":"
        + "\"hbase-shell 2.4.17\",\"message\":\"\"}");
    Files.writeString(Path.of(results), "[\n" + String.join(",\n", rows) + "\n]\n");
    System.out.printf("clients: shell 2.4.17 zk: %d same, %d different%s%n", same, different,
        refused > 0 ? ", " + refused + " not offered" : "");
    return different == 0 && same > 0 ? 0 : 1;
  }

  public static void main(String[] arguments) throws IOException {
    if (arguments[0].equals("normalise")) {
      normalise(arguments[1], arguments[2]);
      return;
    }
    System.exit(compare(arguments[1], arguments[2], arguments[3], arguments[4]));
  }
}
