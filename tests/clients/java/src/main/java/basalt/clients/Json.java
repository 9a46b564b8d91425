package basalt.clients;

import java.util.List;

/** Results as tests/clients/compatibility reads them: an array with one object on each line. */
public final class Json {
  private Json() {}

  public static String quote(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < 0x20) {
        out.append(' ');
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }

  public static String line(String suite, String test, String target, String outcome, String kind,
      String name, String message) {
    String shortened = message.length() > 300 ? message.substring(0, 300) : message;
    return "{\"suite\":" + quote(suite) + ",\"case\":" + quote(test) + ",\"target\":"
        + quote(target) + ",\"outcome\":" + quote(outcome) + ",\"kind\":" + quote(kind)
        + ",\"name\":" + quote(name) + ",\"message\":" + quote(shortened) + "}";
  }

  public static String array(List<String> lines) {
    return "[\n" + String.join(",\n", lines) + "\n]";
  }
}
