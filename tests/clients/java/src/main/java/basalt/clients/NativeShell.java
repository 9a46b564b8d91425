package basalt.clients;

import java.io.PrintWriter;
import java.util.Map;
import java.util.TreeMap;

/** The section on `basalt shell`: its output against that of HBase's shell, by command and by cause. */
final class NativeShell {
  static final String TITLE = "`basalt shell`";

  /** How often a command was run and differed, or how many commands a cause has, by target. */
  private static final class Counts {
    int cases;
    final Map<String, Integer> differs = new TreeMap<>();

    int differs(String target) {
      return differs.getOrDefault(target, 0);
    }
  }

  private final Map<String, Counts> commands = new TreeMap<>();
  private final Map<String, Counts> causes = new TreeMap<>();
  private final Map<String, int[]> totals = new TreeMap<>();

  boolean isEmpty() {
    return commands.isEmpty();
  }

  void add(Map<String, String> fields) {
    String target = fields.get("target");
    boolean differs = "differs".equals(fields.get("outcome"));
    Counts counts = commands.computeIfAbsent(fields.get("name"), name -> new Counts());
    int[] total = totals.computeIfAbsent(target, name -> new int[2]);
    total[differs ? 1 : 0]++;
    if ("server".equals(target)) {
      counts.cases++;
    }
    if (differs) {
      counts.differs.merge(target, 1, Integer::sum);
      causes.computeIfAbsent(fields.get("message"), cause -> new Counts())
          .differs.merge(target, 1, Integer::sum);
    }
  }

  private static String number(int count) {
    return count == 0 ? "" : Integer.toString(count);
  }

  private static String row(String... cells) {
    return ("| " + String.join(" | ", cells) + " |").replace("|  |", "| |").replace("|  |", "| |");
  }

  void write(PrintWriter out) {
    out.printf("%n## %s%n%n", TITLE);
    out.println("This is Basalt's own shell. The commands of `tests/clients/shell/commands` were typed"
        + " into HBase's shell 2.4.17 on Apache\nHBase 2.6.4 once; the unit suite compares what"
        + " `basalt shell` prints, on a server and on a directory, line by line.\n");
    out.println("| | as HBase's | differs |\n|---|---:|---:|");
    totals.forEach((target, total)
                       -> out.println(row("on a " + target, Integer.toString(total[0]),
                           Integer.toString(total[1]))));
    out.println("\nWhy the output differs, and for how many commands:\n");
    out.println("| cause | on a server | on a directory |\n|---|---:|---:|");
    causes.forEach((cause, counts)
                       -> out.println(row(cause.replace("|", "\\|"),
                           number(counts.differs("server")), number(counts.differs("directory")))));
    out.println("\n| command | cases | differ on a server | on a directory |\n|---|---:|---:|---:|");
    commands.forEach((name, counts)
                         -> out.println(row("`" + name + "`", Integer.toString(counts.cases),
                             number(counts.differs("server")),
                             number(counts.differs("directory")))));
  }
}
