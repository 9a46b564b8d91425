package basalt.clients.asynchbase;

import com.stumbleupon.async.Deferred;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.hbase.async.AppendRequest;
import org.hbase.async.AtomicIncrementRequest;
import org.hbase.async.BinaryComparator;
import org.hbase.async.Bytes;
import org.hbase.async.ColumnPrefixFilter;
import org.hbase.async.CompareFilter;
import org.hbase.async.DeleteRequest;
import org.hbase.async.FilterList;
import org.hbase.async.GetRequest;
import org.hbase.async.GetResultOrException;
import org.hbase.async.HBaseClient;
import org.hbase.async.KeyValue;
import org.hbase.async.PutRequest;
import org.hbase.async.RegexStringComparator;
import org.hbase.async.RowFilter;
import org.hbase.async.ScanFilter;
import org.hbase.async.Scanner;
import org.hbase.async.ValueFilter;

/**
 * asynchbase, which finds the server through ZooKeeper alone. The table (family d, split at "m") is
 * made beforehand: this client has no admin calls. Arguments: quorum, table, target, results file.
 */
public final class Main {
  private static final byte[] FAMILY = b("d");
  private final HBaseClient client;
  private final byte[] table;
  private final String target;
  private final List<String> results = new ArrayList<>();
  private int passed;
  private int failed;

  private Main(String quorum, String table, String target) {
    client = new HBaseClient(quorum);
    client.setFlushInterval((short) 20);
    this.table = b(table);
    this.target = target;
  }

  private static byte[] b(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String show(List<KeyValue> cells) {
    StringBuilder text = new StringBuilder();
    for (KeyValue cell : cells) {
      text.append(text.length() == 0 ? "" : " ")
          .append(s(cell.key()))
          .append('/')
          .append(s(cell.qualifier()))
          .append('@')
          .append(cell.timestamp())
          .append('=')
          .append(s(cell.value()));
    }
    return text.toString();
  }

  private static String s(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private void check(String name, String expected, Callable<String> call) {
    String got;
    try {
      got = call.call();
    } catch (Exception e) {
      got = "! " + e.getClass().getSimpleName() + ": " + e.getMessage();
    }
    boolean ok = expected.equals(got) || expected.startsWith("! ") && got.startsWith(expected);
    if (ok) {
      passed++;
    } else {
      failed++;
      System.out.println(
          "FAILED asynchbase " + name + ": expected <" + expected + "> but was <" + got + ">");
    }
    results.add("{\"suite\":\"asynchbase\",\"case\":\"" + name + "\",\"target\":\"" + target
        + "\",\"outcome\":\"" + (ok ? "works" : "differs") + "\",\"kind\":\"client\","
        + "\"name\":\"asynchbase 1.8.2\",\"message\":\""
        + (ok ? "" : got.replace('"', '\'')).replaceAll("[\\x00-\\x1f\\\\]", " ") + "\"}");
  }

  private PutRequest put(String row, String qualifier, String value, long timestamp) {
    return new PutRequest(table, b(row), FAMILY, b(qualifier), b(value), timestamp);
  }

  private String get(String row) throws Exception {
    return show(client.get(new GetRequest(table, b(row))).join(20_000));
  }

  private String scan(ScanFilter filter, int rowsPerCall, boolean reversed) throws Exception {
    Scanner scanner = client.newScanner(table);
    scanner.setFamily(FAMILY);
    scanner.setStartKey(b("s"));
    scanner.setStopKey(b("t"));
    scanner.setMaxNumRows(rowsPerCall);
    if (filter != null) {
      scanner.setFilter(filter);
    }
    if (reversed) {
      scanner.setStartKey(b("s9"));
      scanner.setStopKey(b("s"));
      scanner.setReversed(true);
    }
    StringBuilder text = new StringBuilder();
    for (ArrayList<ArrayList<KeyValue>> rows = scanner.nextRows().join(20_000); rows != null;
         rows = scanner.nextRows().join(20_000)) {
      for (ArrayList<KeyValue> row : rows) {
        text.append(text.length() == 0 ? "" : " | ").append(show(row));
      }
    }
    return text.toString();
  }

  private void writes() {
    check("table exists", "ok", () -> {
      client.ensureTableFamilyExists(table, FAMILY).join(20_000);
      return "ok";
    });
    // Against HBase 2 this client gives up on an unknown table only after all its tries.
    check("table does not exist", "! NonRecoverableException", () -> {
      client.ensureTableExists(b("nobodys_table")).join(20_000);
      return "ok";
    });
    check("put and get", "r1/q@5=v", () -> {
      client.put(put("r1", "q", "v", 5)).join(20_000);
      return get("r1");
    });
    check("unbuffered put", "r2/q@5=v", () -> {
      PutRequest put = put("r2", "q", "v", 5);
      put.setBufferable(false);
      client.put(put).join(20_000);
      return get("r2");
    });
    check("puts in one batch over two regions", "500", () -> {
      List<Deferred<Object>> done = new ArrayList<>();
      for (int i = 0; i < 500; i++) {
        done.add(client.put(put((i % 2 == 0 ? "b" : "z") + i, "q", "v" + i, 1)));
      }
      Deferred.group(done).join(30_000);
      return get("z499").endsWith("=v499") && get("b0").endsWith("=v0") ? "500" : get("z499");
    });
    check("several columns", "r3/a@1=1 r3/b@1=2", () -> {
      client
          .put(new PutRequest(table, b("r3"), FAMILY, new byte[][] {b("a"), b("b")},
              new byte[][] {b("1"), b("2")}, 1))
          .join(20_000);
      return get("r3");
    });
    check("delete of a column", "r4/b@1=2", () -> {
      client
          .put(new PutRequest(table, b("r4"), FAMILY, new byte[][] {b("a"), b("b")},
              new byte[][] {b("1"), b("2")}, 1))
          .join(20_000);
      client.delete(new DeleteRequest(table, b("r4"), FAMILY, b("a"))).join(20_000);
      return get("r4");
    });
    check("delete of a row", "", () -> {
      client.put(put("r5", "q", "v", 1)).join(20_000);
      client.delete(new DeleteRequest(table, b("r5"))).join(20_000);
      return get("r5");
    });
    check("unknown family", "! NoSuchColumnFamilyException", () -> {
      PutRequest put = new PutRequest(table, b("r"), b("nope"), b("q"), b("v"));
      put.setBufferable(false);
      client.put(put).join(20_000);
      return "ok";
    });
    check("unknown table", "! NonRecoverableException", () -> {
      client.put(new PutRequest(b("nobodys_table"), b("r"), FAMILY, b("q"), b("v"))).join(20_000);
      return "ok";
    });
  }

  private void readModifyWrite() {
    check("increment", "5 12", () -> {
      long one =
          client.atomicIncrement(new AtomicIncrementRequest(table, b("i1"), FAMILY, b("n"), 5))
              .join(20_000);
      long two =
          client.atomicIncrement(new AtomicIncrementRequest(table, b("i1"), FAMILY, b("n"), 7))
              .join(20_000);
      return one + " " + two;
    });
    check("many increments", "200", () -> {
      List<Deferred<Long>> done = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        done.add(
            client.atomicIncrement(new AtomicIncrementRequest(table, b("i2"), FAMILY, b("n"), 1)));
      }
      Deferred.group(done).join(30_000);
      return ""
          + Bytes.getLong(client.get(new GetRequest(table, b("i2"))).join(20_000).get(0).value());
    });
    check("buffered increments", "100", () -> {
      List<Deferred<Long>> done = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        done.add(client.bufferAtomicIncrement(
            new AtomicIncrementRequest(table, b("i3"), FAMILY, b("n"), 1)));
      }
      client.flush().join(20_000);
      Deferred.group(done).join(30_000);
      return ""
          + Bytes.getLong(client.get(new GetRequest(table, b("i3"))).join(20_000).get(0).value());
    });
    check("append", "ab", () -> {
      client.append(new AppendRequest(table, b("a1"), FAMILY, b("t"), b("a"))).join(20_000);
      client.append(new AppendRequest(table, b("a1"), FAMILY, b("t"), b("b"))).join(20_000);
      return s(client.get(new GetRequest(table, b("a1"))).join(20_000).get(0).value());
    });
    check("compare and set", "true false true c1/q@9=three", () -> {
      boolean first = client.compareAndSet(put("c1", "q", "one", 7), new byte[0]).join(20_000);
      boolean second = client.compareAndSet(put("c1", "q", "two", 8), b("zero")).join(20_000);
      boolean third = client.compareAndSet(put("c1", "q", "three", 9), b("one")).join(20_000);
      return first + " " + second + " " + third + " " + get("c1");
    });
    check("atomic create", "true false",
        ()
            -> client.atomicCreate(put("c2", "q", "v", 1)).join(20_000) + " "
            + client.atomicCreate(put("c2", "q", "w", 1)).join(20_000));
  }

  private void reads() {
    check("rows to scan", "ok", () -> {
      List<Deferred<Object>> done = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        done.add(client.put(put("s" + i, "q", "v" + i, 1)));
        done.add(client.put(put("s" + i, "x", "w", 1)));
      }
      Deferred.group(done).join(20_000);
      return "ok";
    });
    String all = "s0/q@1=v0 s0/x@1=w | s1/q@1=v1 s1/x@1=w | s2/q@1=v2 s2/x@1=w"
        + " | s3/q@1=v3 s3/x@1=w | s4/q@1=v4 s4/x@1=w";
    check("scan", all, () -> scan(null, 128, false));
    check("scan in small steps", all, () -> scan(null, 2, false));
    check("scan backward",
        "s4/q@1=v4 s4/x@1=w | s3/q@1=v3 s3/x@1=w | s2/q@1=v2 s2/x@1=w"
            + " | s1/q@1=v1 s1/x@1=w | s0/q@1=v0 s0/x@1=w",
        () -> scan(null, 2, true));
    check("scan with a column prefix", "s0/x@1=w | s1/x@1=w | s2/x@1=w | s3/x@1=w | s4/x@1=w",
        () -> scan(new ColumnPrefixFilter(b("x")), 128, false));
    check("scan with filters", "s2/q@1=v2 s2/x@1=w",
        ()
            -> scan(
                new FilterList(List.of(new RowFilter(CompareFilter.CompareOp.EQUAL,
                                           new RegexStringComparator("s[24]")),
                    new RowFilter(CompareFilter.CompareOp.LESS, new BinaryComparator(b("s3"))))),
                128, false));
    check("scan with a value", "s3/q@1=v3",
        ()
            -> scan(new ValueFilter(CompareFilter.CompareOp.EQUAL, new BinaryComparator(b("v3"))),
                128, false));
    check("scan over two regions", "501", () -> {
      Scanner scanner = client.newScanner(table);
      scanner.setStartKey(b("b"));
      scanner.setQualifier(b("q"));
      scanner.setFamily(FAMILY);
      int rows = 0;
      for (ArrayList<ArrayList<KeyValue>> some = scanner.nextRows(50).join(20_000); some != null;
           some = scanner.nextRows(50).join(20_000)) {
        for (ArrayList<KeyValue> row : some) {
          rows += row.get(0).key()[0] == 'b' || row.get(0).key()[0] == 'z' ? 1 : 0;
        }
      }
      return "" + (rows + 1);
    });
    check("gets in one batch", "s1/q@1=v1 s1/x@1=w ;  ; b0/q@1=v0", () -> {
      List<GetResultOrException> got =
          client
              .get(List.of(new GetRequest(table, b("s1")), new GetRequest(table, b("nobody")),
                  new GetRequest(table, b("b0"))))
              .join(20_000);
      List<String> parts = new ArrayList<>();
      for (GetResultOrException one : got) {
        parts.add(show(one.getCells()));
      }
      return String.join(" ; ", parts);
    });
    check("get of one column", "s1/x@1=w",
        () -> show(client.get(new GetRequest(table, b("s1"), FAMILY, b("x"))).join(20_000)));
    check("get of versions", "v/q@3=c v/q@2=b", () -> {
      client.put(put("v", "q", "a", 1)).join(20_000);
      client.put(put("v", "q", "b", 2)).join(20_000);
      client.put(put("v", "q", "c", 3)).join(20_000);
      return show(client.get(new GetRequest(table, b("v")).maxVersions(2)).join(20_000));
    });
  }

  public static void main(String[] arguments) throws Exception {
    Main main = new Main(arguments[0], arguments[1], arguments[2]);
    main.writes();
    main.readModifyWrite();
    main.reads();
    Files.writeString(Path.of(arguments[3]), "[\n" + String.join(",\n", main.results) + "\n]\n");
    System.out.printf(
        "clients: asynchbase 1.8.2 zk: %d passed, %d failed%n", main.passed, main.failed);
    System.out.flush();
    Runtime.getRuntime().halt(main.failed == 0 && main.passed > 0 ? 0 : 1);
  }
}
