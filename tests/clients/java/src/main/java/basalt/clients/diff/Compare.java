package basalt.clients.diff;

import basalt.clients.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Compares two files of Differential. Arguments: expected, actual, results file, seed. */
public final class Compare {
  private static final Pattern FILTER =
      Pattern.compile("\\b([A-Z][A-Za-z]+(?:Filter|Comparator))\\b");

  private Compare() {}

  private static String answer(String line) {
    return line.substring(line.indexOf(" => ") + 4).replaceAll(" # .*", "");
  }

  /** HBase's plainest exception stands for a fault of its own: then any answer will do. */
  private static boolean same(String expected, String actual) {
    String want = answer(expected);
    String got = answer(actual);
    return want.equals(got) || want.equals("! IOException");
  }

  private static Set<String> names(String line) {
    Set<String> names = new LinkedHashSet<>();
    String question = line.substring(0, line.indexOf(" => "));
    Matcher matcher = FILTER.matcher(question);
    while (matcher.find()) {
      names.add(matcher.group(1));
    }
    if (question.contains("And[") || question.contains("Or[")) {
      names.add("FilterList");
    }
    if (question.contains("Skip[")) {
      names.add("SkipFilter");
    }
    if (question.contains("While[")) {
      names.add("WhileMatchFilter");
    }
    return names;
  }

  public static void main(String[] arguments) throws IOException {
    List<String> expected = Files.readAllLines(Path.of(arguments[0]));
    List<String> actual = Files.readAllLines(Path.of(arguments[1]));
    List<String> rows = new ArrayList<>();
    int different = 0;
    for (int i = 0; i < expected.size(); i++) {
      String got = i < actual.size() ? actual.get(i) : "(no more) => (nothing)";
      boolean same = same(expected.get(i), got);
      if (!same && ++different <= 50) {
        System.out.println("DIFFERENT " + expected.get(i).replace(" => ", "\n  - "));
        System.out.println("  + " + got.substring(got.indexOf(" => ") + 4));
      }
      for (String name : names(expected.get(i))) {
        rows.add(Json.line("diff", "seed " + arguments[3] + ", question " + (i + 1), "basalt",
            same ? "works" : "differs", "filter", name, ""));
      }
    }
    Files.writeString(Path.of(arguments[2]), Json.array(rows) + "\n");
    System.out.printf("clients: diff seed %s: %d answers compared, %d differences%n", arguments[3],
        expected.size(), different);
    System.exit(different == 0 && expected.size() == actual.size() && !expected.isEmpty() ? 0 : 1);
  }
}
