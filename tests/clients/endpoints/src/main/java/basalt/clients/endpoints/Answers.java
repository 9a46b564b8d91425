package basalt.clients.endpoints;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Answers by the name of their question, and what Apache HBase has answered. */
final class Answers {
  /** What is asked; its result is shown as text. */
  interface Question {
    Object ask() throws Throwable;
  }

  private final Map<String, String> answers = new LinkedHashMap<>();

  /** Of an exception the class counts: the one that the server named. */
  private static String shorten(Throwable thrown) {
    Throwable cause = thrown;
    while (cause.getCause() != null && cause.getCause() != cause) {
      cause = cause.getCause();
    }
    String text = String.valueOf(cause.getMessage());
    // A remote exception's own class is in its text.
    String name = cause.getClass().getSimpleName();
    if (name.startsWith("RemoteWithExtras")) {
      String remote = text.split("[:(]")[0];
      name = remote.substring(remote.lastIndexOf('.') + 1);
    }
    return "threw " + name;
  }

  void ask(String name, Question question) {
    String answer;
    try {
      answer = String.valueOf(question.ask());
    } catch (Throwable thrown) {
      answer = shorten(thrown);
    }
    answers.put(name, answer);
  }

  void write(Path file) throws IOException {
    List<String> lines = new ArrayList<>();
    answers.forEach((name, answer) -> lines.add(name + " | " + answer));
    Files.write(file, lines);
  }

  /** Apache HBase names the plainest class where it did not foresee the error: any will do there. */
  private static boolean agree(String expected, String answer) {
    return answer.equals(expected)
        || "threw IOException".equals(expected) && answer.startsWith("threw ");
  }

  /** Prints what differs and returns how much does. */
  int compare(Path file) throws IOException {
    Map<String, String> expected = new LinkedHashMap<>();
    for (String line : Files.readAllLines(file)) {
      int bar = line.indexOf(" | ");
      expected.put(line.substring(0, bar), line.substring(bar + 3));
    }
    int different = 0;
    for (Map.Entry<String, String> answer : answers.entrySet()) {
      if (!agree(expected.remove(answer.getKey()), answer.getValue())) {
        different++;
        System.out.println("FAILED " + answer.getKey() + ": " + answer.getValue());
      }
    }
    for (String name : expected.keySet()) {
      different++;
      System.out.println("FAILED " + name + ": was not asked");
    }
    return different;
  }

  int size() {
    return answers.size();
  }
}
