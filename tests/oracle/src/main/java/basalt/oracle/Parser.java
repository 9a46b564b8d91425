package basalt.oracle;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Query;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;

/** Takes a script line's words apart into HBase's client objects. */
final class Parser {
  private final Deque<String> words;

  Parser(String line) {
    words = new ArrayDeque<>(Arrays.asList(line.trim().split(" +")));
  }

  boolean done() {
    return words.isEmpty();
  }

  String word() {
    if (words.isEmpty()) {
      throw new IllegalStateException("the line ends too early");
    }
    return words.poll();
  }

  /** Takes the next word if it is this one. */
  boolean take(String expected) {
    if (!expected.equals(words.peek())) {
      return false;
    }
    words.poll();
    return true;
  }

  /** The rest of an option `name=value`, or null if the next word is something else. */
  String option(String name) {
    String next = words.peek();
    if (next == null || !next.startsWith(name + "=")) {
      return null;
    }
    words.poll();
    return next.substring(name.length() + 1);
  }

  byte[] bytes() {
    return Text.bytes(word());
  }

  private boolean atEndOfPart() {
    return words.isEmpty() || words.peek().equals(";") || words.peek().equals("|");
  }

  /** `family:qualifier` with what may follow it. */
  static final class Column {
    final byte[] family;
    final byte[] qualifier;
    final Long timestamp;
    final String value;

    Column(String word) {
      int equals = word.indexOf('=');
      value = equals < 0 ? null : word.substring(equals + 1);
      String rest = equals < 0 ? word : word.substring(0, equals);
      int at = rest.indexOf('@');
      timestamp = at < 0 ? null : Long.valueOf(Text.timestamp(rest.substring(at + 1)));
      rest = at < 0 ? rest : rest.substring(0, at);
      int colon = rest.indexOf(':');
      family = Text.bytes(colon < 0 ? rest : rest.substring(0, colon));
      qualifier = colon < 0 ? null : Text.bytes(rest.substring(colon + 1));
    }
  }

  static long[] range(String text) {
    int dots = text.indexOf("..");
    return new long[] { Text.timestamp(text.substring(0, dots)),
      Text.timestamp(text.substring(dots + 2)) };
  }

  /** A mutation without its row: `put …`, `delete …`, `incr …` or `append …`. */
  Mutation mutation(byte[] row) throws IOException {
    return mutation(word(), row);
  }

  Mutation mutation(String kind, byte[] row) throws IOException {
    switch (kind) {
      case "put":
        return put(row);
      case "delete":
        return delete(row);
      case "incr":
        return increment(row);
      case "append":
        return append(row);
      default:
        throw new IllegalStateException("not a mutation: " + kind);
    }
  }

  private long timestampOption() {
    String ts = option("ts");
    return ts == null ? HConstants.LATEST_TIMESTAMP : Text.timestamp(ts);
  }

  private Put put(byte[] row) {
    Put put = new Put(row, timestampOption());
    String ttl = option("ttl");
    if (ttl != null) {
      put.setTTL(Long.parseLong(ttl));
    }
    while (!atEndOfPart()) {
      Column c = new Column(word());
      if (c.timestamp == null) {
        put.addColumn(c.family, c.qualifier, Text.bytes(c.value));
      } else {
        put.addColumn(c.family, c.qualifier, c.timestamp, Text.bytes(c.value));
      }
    }
    return put;
  }

  private Delete delete(byte[] row) {
    Delete delete = new Delete(row, timestampOption());
    while (!atEndOfPart()) {
      String kind = word();
      Column c = new Column(word());
      boolean own = c.timestamp != null;
      switch (kind) {
        case "version":
          delete = own
            ? delete.addColumn(c.family, c.qualifier, c.timestamp)
            : delete.addColumn(c.family, c.qualifier);
          break;
        case "column":
          delete = own
            ? delete.addColumns(c.family, c.qualifier, c.timestamp)
            : delete.addColumns(c.family, c.qualifier);
          break;
        case "family":
          delete = own ? delete.addFamily(c.family, c.timestamp) : delete.addFamily(c.family);
          break;
        case "familyversion":
          delete = delete.addFamilyVersion(c.family, c.timestamp);
          break;
        default:
          throw new IllegalStateException("not a kind of delete: " + kind);
      }
    }
    return delete;
  }

  private Increment increment(byte[] row) throws IOException {
    Increment increment = new Increment(row);
    increment.setTimestamp(timestampOption());
    String ttl = option("ttl");
    if (ttl != null) {
      increment.setTTL(Long.parseLong(ttl));
    }
    String range = option("range");
    if (range != null) {
      increment.setTimeRange(range(range)[0], range(range)[1]);
    }
    increment.setReturnResults(!take("noreturn"));
    while (!atEndOfPart()) {
      Column c = new Column(word());
      increment.addColumn(c.family, c.qualifier, Long.parseLong(c.value));
    }
    return increment;
  }

  private Append append(byte[] row) throws IOException {
    Append append = new Append(row);
    append.setTimestamp(timestampOption());
    String ttl = option("ttl");
    if (ttl != null) {
      append.setTTL(Long.parseLong(ttl));
    }
    String range = option("range");
    if (range != null) {
      append.setTimeRange(range(range)[0], range(range)[1]);
    }
    append.setReturnResults(!take("noreturn"));
    while (!atEndOfPart()) {
      Column c = new Column(word());
      append.addColumn(c.family, c.qualifier, Text.bytes(c.value));
    }
    return append;
  }

  /** `; put … ; delete …`, all of one row. */
  RowMutations rowMutations(byte[] row) throws IOException {
    RowMutations all = new RowMutations(row);
    while (take(";")) {
      all.add(mutation(row));
    }
    return all;
  }

  Get get(byte[] row) throws IOException {
    Get get = new Get(row);
    while (!atEndOfPart()) {
      String word = word();
      int equals = word.indexOf('=');
      String value = equals < 0 ? "" : word.substring(equals + 1);
      switch (equals < 0 ? word : word.substring(0, equals)) {
        case "versions":
          get.readVersions(versions(value));
          break;
        case "range":
          get.setTimeRange(range(value)[0], range(value)[1]);
          break;
        case "frange":
          familyRange(get, value);
          break;
        case "storelimit":
          get.setMaxResultsPerColumnFamily(Integer.parseInt(value));
          break;
        case "storeoffset":
          get.setRowOffsetPerColumnFamily(Integer.parseInt(value));
          break;
        default:
          Column c = new Column(word);
          get = c.qualifier == null
            ? get.addFamily(c.family)
            : get.addColumn(c.family, c.qualifier);
      }
    }
    return get;
  }

  private static int versions(String text) {
    return text.equals("all") ? Integer.MAX_VALUE : Integer.parseInt(text);
  }

  private static void familyRange(Query query, String text) {
    int comma = text.indexOf(',');
    long[] range = range(text.substring(comma + 1));
    query.setColumnFamilyTimeRange(Text.bytes(text.substring(0, comma)), range[0], range[1]);
  }

  Scan scan() throws IOException {
    Scan scan = new Scan();
    while (!atEndOfPart()) {
      String word = word();
      int equals = word.indexOf('=');
      String value = equals < 0 ? "" : word.substring(equals + 1);
      switch (equals < 0 ? word : word.substring(0, equals)) {
        case "from":
          scan.withStartRow(Text.bytes(value), true);
          break;
        case "after":
          scan.withStartRow(Text.bytes(value), false);
          break;
        case "to":
          scan.withStopRow(Text.bytes(value), false);
          break;
        case "upto":
          scan.withStopRow(Text.bytes(value), true);
          break;
        case "reverse":
          scan.setReversed(true);
          break;
        case "raw":
          scan.setRaw(true);
          break;
        case "versions":
          scan.readVersions(versions(value));
          break;
        case "range":
          scan.setTimeRange(range(value)[0], range(value)[1]);
          break;
        case "frange":
          familyRange(scan, value);
          break;
        case "batch":
          scan.setBatch(Integer.parseInt(value));
          break;
        case "limit":
          scan.setLimit(Integer.parseInt(value));
          break;
        case "storelimit":
          scan.setMaxResultsPerColumnFamily(Integer.parseInt(value));
          break;
        case "storeoffset":
          scan.setRowOffsetPerColumnFamily(Integer.parseInt(value));
          break;
        default:
          Column c = new Column(word);
          scan = c.qualifier == null
            ? scan.addFamily(c.family)
            : scan.addColumn(c.family, c.qualifier);
      }
    }
    return scan;
  }
}
