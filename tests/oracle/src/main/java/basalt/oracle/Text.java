package basalt.oracle;

import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.util.Bytes;

/** Bytes, timestamps and cells as scripts write them: tests/semantics/text.h in Java. */
final class Text {
  private static final long NEAR_T = 10_000_000_000L;
  private static final String STRUCTURAL = " \"@=,;|{/:";

  private Text() {
  }

  static byte[] bytes(String token) {
    if (token.equals("\"\"")) {
      return HConstants.EMPTY_BYTE_ARRAY;
    }
    int brace = token.indexOf('{');
    if (brace > 0 && token.endsWith("}")) {
      byte[] unit = Bytes.toBytesBinary(token.substring(0, brace));
      int times = Integer.parseInt(token.substring(brace + 1, token.length() - 1));
      byte[] all = new byte[unit.length * times];
      for (int i = 0; i < times; i++) {
        System.arraycopy(unit, 0, all, i * unit.length, unit.length);
      }
      return all;
    }
    return Bytes.toBytesBinary(token);
  }

  static String text(byte[] array, int offset, int length) {
    if (length == 0) {
      return "\"\"";
    }
    String binary = Bytes.toStringBinary(array, offset, length);
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < binary.length(); i++) {
      char c = binary.charAt(i);
      if (STRUCTURAL.indexOf(c) >= 0) {
        out.append(String.format("\\x%02X", (int) c));
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }

  static long timestamp(String token) {
    if (token.equals("LATEST")) {
      return HConstants.LATEST_TIMESTAMP;
    }
    return token.startsWith("T")
      ? ScriptClock.T + (token.length() == 1 ? 0 : Long.parseLong(token.substring(1)))
      : Long.parseLong(token);
  }

  static String timestamp(long ts) {
    long distance = ts - ScriptClock.T;
    if (Math.abs(distance) > NEAR_T) {
      return Long.toString(ts);
    }
    return (distance < 0 ? "T" : "T+") + distance;
  }

  static String cell(Cell cell) {
    return text(cell.getRowArray(), cell.getRowOffset(), cell.getRowLength()) + "/"
      + text(cell.getFamilyArray(), cell.getFamilyOffset(), cell.getFamilyLength()) + ":"
      + text(cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength()) + "/"
      + timestamp(cell.getTimestamp()) + "/" + KeyValue.Type.codeToType(cell.getType().getCode())
      + "/" + text(CellUtil.cloneValue(cell), 0, cell.getValueLength());
  }
}
