package basalt.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What Apache HBase answered, by case; -Dclients.record=DIRECTORY writes the answers anew. */
final class Recorded {
  private static final String RECORD = System.getProperty("clients.record");
  private final String file;
  private final Map<String, String> expected = new LinkedHashMap<>();
  private final Map<String, String> answers = new LinkedHashMap<>();

  Recorded(String file) throws IOException {
    this.file = file;
    if (RECORD == null) {
      for (String line : lines(file)) {
        int arrow = line.indexOf(" =>");
        expected.put(line.substring(0, arrow), line.substring(arrow + 3).trim());
      }
    }
  }

  /** The lines of a resource, without comments. */
  static List<String> lines(String resource) throws IOException {
    List<String> lines = new ArrayList<>();
    try (BufferedReader in = new BufferedReader(new InputStreamReader(
             Recorded.class.getResourceAsStream("/" + resource), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (!line.startsWith("#") && !line.isBlank()) {
          lines.add(line);
        }
      }
    }
    return lines;
  }

  /** What is expected, or null, as when recording. */
  String expected(String name) {
    return expected.get(name);
  }

  void check(String name, String answer) throws IOException {
    if (RECORD == null) {
      assertEquals(expected.get(name), answer.trim());
      return;
    }
    answers.put(name, answer);
    try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(Path.of(RECORD, file)))) {
      out.println("# What Apache HBase 2.6.4 answers. Recorded: tests/clients/run --record.");
      answers.forEach((key, value) -> out.println((key + " => " + value).stripTrailing()));
    }
  }
}
