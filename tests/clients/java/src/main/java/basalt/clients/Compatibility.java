package basalt.clients;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Makes the page of what works from the results of a run. Arguments: results directory, page, and
 * "keep" if the page's rows of names without results are to stay as they are. A part of the page for
 * which there are no results at all stays as it is.
 */
public final class Compatibility {
  private static final Pattern ROW =
      Pattern.compile("\\| `([^`]*)` \\| (works|differs|not offered) \\|.*");
  private static final Pattern FIELD = Pattern.compile("\"(\\w+)\":\"((?:[^\"\\\\]|\\\\.)*)\"");
  /** What may stop the server or give it up is not called by a test; the page says so. */
  private static final String[] NOT_CALLED = {"AdminService.StopServer", "MasterService.Shutdown",
      "MasterService.StopMaster", "HbckService.ScheduleSCPsForUnknownServers"};

  /** The sections of the page, by the kind of their results: title, and what is counted. */
  private enum Section {
    CLIENT("client", "Clients", "clients"),
    RPC("rpc", "Remote procedures", "remote procedures"),
    FILTER("filter", "Filters and comparators", "filters and comparators"),
    SHELL("shell", "HBase's shell on Basalt's server", "commands of HBase's shell");

    final String kind;
    final String title;
    final String counted;

    Section(String kind, String title, String counted) {
      this.kind = kind;
      this.title = title;
      this.counted = counted;
    }
  }

  /** All that was seen of one name. */
  private static final class Seen {
    final boolean client;
    final boolean command;
    /** The row of an earlier page, when there is nothing newer. */
    String keptRow;
    String keptState;
    int works;
    int notOffered;
    final TreeSet<String> differs = new TreeSet<>();

    Seen(String kind) {
      client = "client".equals(kind);
      command = "shell".equals(kind);
    }

    /** A command of which some uses are not offered. */
    boolean mostlyWorks() {
      return command && works > notOffered;
    }

    String row(String name) {
      return keptRow != null ? keptRow
                             : ("| `" + name + "` | " + state() + " | "
              + (works + notOffered + differs.size()) + " | " + note().replace("|", "\\|") + " |")
                                   .replace("|  |", "| |");
    }

    String state() {
      if (keptState != null) {
        return keptState;
      }
      if (!differs.isEmpty()) {
        return "differs";
      }
      // A client works though some calls are not offered; those are listed by their names.
      return notOffered == 0 || client || mostlyWorks() ? "works" : "not offered";
    }

    String note() {
      if (!differs.isEmpty()) {
        List<String> cases = new ArrayList<>(differs);
        String more = cases.size() > 3 ? " and " + (cases.size() - 3) + " more" : "";
        return "`" + String.join("`, `", cases.subList(0, Math.min(3, cases.size()))) + "`" + more;
      }
      if (works == 0 || notOffered == 0) {
        return "";
      }
      if (mostlyWorks()) {
        return notOffered + " not offered";
      }
      return client ? notOffered + " of them are of procedures that are not offered"
                    : "errors, as for unknown names, are HBase's";
    }
  }

  private final Map<String, Map<String, Seen>> kinds = new TreeMap<>();
  private final NativeShell nativeShell = new NativeShell();
  /** The page as it is: sections by their titles, and the rows of the first table by their names. */
  private final Map<String, String> oldSections = new TreeMap<>();
  private final Map<String, String> oldRows = new TreeMap<>();

  private Compatibility() {}

  private void read(Path file) throws IOException {
    for (String line : Files.readAllLines(file)) {
      Map<String, String> fields = new TreeMap<>();
      Matcher matcher = FIELD.matcher(line);
      while (matcher.find()) {
        fields.put(matcher.group(1), matcher.group(2).replaceAll("\\\\(.)", "$1"));
      }
      if ("basalt shell".equals(fields.get("kind"))) {
        nativeShell.add(fields);
      } else if ("basalt".equals(fields.get("target"))) {
        add(fields);
      }
    }
  }

  private void add(Map<String, String> fields) {
    Seen seen = kinds.computeIfAbsent(fields.get("kind"), kind -> new TreeMap<>())
                    .computeIfAbsent(
                        fields.get("name"), name -> new Seen(fields.get("kind")));
    switch (fields.get("outcome")) {
      case "works":
        seen.works++;
        break;
      case "not offered":
        seen.notOffered++;
        break;
      default:
        seen.differs.add(fields.get("case").replace("`", "'"));
    }
  }

  private void keep(Path page) throws IOException {
    Section section = null;
    for (String line : Files.readAllLines(page)) {
      for (Section each : Section.values()) {
        section = line.equals("## " + each.title) ? each : section;
      }
      Matcher row = ROW.matcher(line);
      if (section == null || !row.matches()) {
        continue;
      }
      Map<String, Seen> names = kinds.computeIfAbsent(section.kind, kind -> new TreeMap<>());
      if (!names.containsKey(row.group(1))) {
        Seen seen = new Seen(section.kind);
        seen.keptRow = line;
        seen.keptState = row.group(2);
        names.put(row.group(1), seen);
      }
    }
  }

  private void section(PrintWriter out, Section section, String text) {
    Map<String, Seen> names = kinds.getOrDefault(section.kind, Map.of());
    if (names.isEmpty()) {
      keep(out, section.title);
      return;
    }
    out.printf("%n## %s%n%n%s%n%n| name | | cases | |%n|---|---|---:|---|%n", section.title, text);
    names.forEach((name, seen) -> out.println(seen.row(name)));
  }

  private void keep(PrintWriter out, String title) {
    if (oldSections.containsKey(title)) {
      out.printf("%n## %s%n%s%n", title, oldSections.get(title).stripTrailing());
    }
  }

  private void readOld(Path page) throws IOException {
    if (!Files.exists(page)) {
      return;
    }
    String[] parts = Files.readString(page).split("(?m)^## ");
    for (String line : parts[0].split("\n")) {
      if (line.matches("\\| [^|]+ \\|.*\\d.*")) {
        oldRows.put(line.split("\\|")[1].strip(), line);
      }
    }
    for (int i = 1; i < parts.length; i++) {
      int end = parts[i].indexOf('\n');
      oldSections.put(parts[i].substring(0, end), parts[i].substring(end + 1));
    }
  }

  private String counts() {
    StringBuilder text = new StringBuilder();
    text.append("| | works | differs | not offered |\n|---|---:|---:|---:|\n");
    for (Section section : Section.values()) {
      Map<String, Seen> names = kinds.getOrDefault(section.kind, Map.of());
      if (names.isEmpty() && oldRows.containsKey(section.counted)) {
        text.append(oldRows.get(section.counted)).append('\n');
        continue;
      }
      text.append("| ").append(section.counted);
      for (String state : new String[] {"works", "differs", "not offered"}) {
        text.append(" | ").append(
            names.values().stream().filter(seen -> seen.state().equals(state)).count());
      }
      text.append(" |\n");
    }
    return text.toString();
  }

  private void write(PrintWriter out) {
    out.println("# Compatibility\n");
    out.println("Made by `tests/clients/compatibility` from the results of `tests/clients/run`; not"
        + " written by hand.\nEvery expectation was first met by Apache HBase 2.6.4. *Works*: all"
        + " cases gave HBase's answer. *Differs*:\nthe cases named did not. *Not offered*: the call"
        + " is refused with an exception that is not retried and\nsays so.\n");
    out.print(counts());
    section(out, Section.CLIENT,
        "Unmodified programs, by the version used. [Other languages](other-languages.md) has examples.\n"
            + "Apache Phoenix is not among them: it needs code of its own in the server.");
    section(out, Section.RPC,
        "By service. Not called, because they stop a server\nor give it up: `"
            + String.join("`, `", NOT_CALLED) + "`.");
    section(out, Section.FILTER,
        "Examples, and random questions with nested"
            + " lists put to both servers.");
    section(out, Section.SHELL,
        "This is `hbase shell`, the JRuby shell 2.4.17: what it prints on Basalt's server, command by"
            + " command, compared\nwith what it prints on Apache HBase; times, hosts and names of"
            + " regions aside.");
    if (nativeShell.isEmpty()) {
      keep(out, NativeShell.TITLE);
    } else {
      nativeShell.write(out);
    }
  }

  public static void main(String[] arguments) throws IOException {
    Compatibility page = new Compatibility();
    page.readOld(Path.of(arguments[1]));
    try (Stream<Path> files = Files.list(Path.of(arguments[0]))) {
      for (Path file : (Iterable<Path>) files.sorted()::iterator) {
        page.read(file);
      }
    }
    if (page.kinds.isEmpty() && page.nativeShell.isEmpty()) {
      System.err.println("compatibility: no results in " + arguments[0]);
      System.exit(1);
    }
    if (arguments.length > 2 && arguments[2].equals("keep")) {
      page.keep(Path.of(arguments[1]));
    }
    try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(Path.of(arguments[1])))) {
      page.write(out);
    }
  }
}
