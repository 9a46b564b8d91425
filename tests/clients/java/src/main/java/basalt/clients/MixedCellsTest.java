package basalt.clients;

import static basalt.clients.Text.b;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilderFactory;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Puts that carry delete markers, and deletes that carry puts, by every way of writing. */
@Covers({"rpc:ClientService.Mutate", "rpc:ClientService.Multi"})
class MixedCellsTest {
  private static final long SERVER_TIMES = 1_000_000_000_000L;
  private static Recorded recorded;
  private static Table table;

  private interface Writer {
    void write(String row, Mutation mutation) throws Exception;
  }

  @BeforeAll
  static void create() throws Exception {
    recorded = new Recorded("mixed_cells.expected");
    table = Cluster.table(Cluster.create("mixed", "d", "e"));
  }

  private static Map<String, Writer> writers() {
    Map<String, Writer> writers = new LinkedHashMap<>();
    writers.put("alone", (row, mutation) -> {
      if (mutation instanceof Put) {
        table.put((Put) mutation);
      } else {
        table.delete((Delete) mutation);
      }
    });
    writers.put("in a batch", (row, mutation) -> {
      Object[] results = new Object[2];
      table.batch(List.of(mutation, new Put(b(row)).addColumn(b("e"), b("b"), 5, b("b"))), results);
    });
    writers.put("in RowMutations", (row, mutation) -> {
      table.mutateRow(new RowMutations(b(row)).add(List.of(
          mutation, (Mutation) new Put(b(row)).addColumn(b("e"), b("m"), 5, b("m")))));
    });
    writers.put("checked", (row, mutation) -> {
      CheckAndMutate.Builder check =
          CheckAndMutate.newBuilder(b(row)).ifEquals(b("e"), b("x"), b("x"));
      table.checkAndMutate(mutation instanceof Put ? check.build((Put) mutation)
                                                   : check.build((Delete) mutation));
    });
    writers.put("checked RowMutations", (row, mutation) -> {
      table.checkAndMutate(
          CheckAndMutate.newBuilder(b(row))
              .ifEquals(b("e"), b("x"), b("x"))
              .build(new RowMutations(b(row)).add(List.of(
                  mutation, (Mutation) new Put(b(row)).addColumn(b("e"), b("m"), 5, b("m"))))));
    });
    return writers;
  }

  private static Cell cell(String row, Cell.Type type, String qualifier, long timestamp) {
    return CellBuilderFactory.create(CellBuilderType.DEEP_COPY)
        .setRow(b(row))
        .setFamily(b("d"))
        .setQualifier(b(qualifier))
        .setTimestamp(timestamp)
        .setType(type)
        .setValue(type == Cell.Type.Put ? b("put") : null)
        .build();
  }

  private static String cells(String row, boolean raw) throws IOException {
    StringJoiner text = new StringJoiner(" ");
    Scan scan =
        new Scan().withStartRow(b(row)).withStopRow(b(row), true).setRaw(raw).readAllVersions();
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result result : scanner) {
        for (Cell cell : result.rawCells()) {
          text.add(Bytes.toString(CellUtil.cloneFamily(cell)) + ":"
              + Bytes.toString(CellUtil.cloneQualifier(cell)) + "@"
              + (cell.getTimestamp() > SERVER_TIMES ? "now" : cell.getTimestamp()) + "/"
              + cell.getType() + "=" + Bytes.toString(CellUtil.cloneValue(cell)));
        }
      }
    }
    return text.toString();
  }

  /** The cause, without what a version of the client makes of its own refusal. */
  private static String reason(Throwable thrown) {
    String message = String.valueOf(Text.cause(thrown).getMessage()).lines().findFirst().orElse("");
    return thrown.toString().contains("Unknown delete type")
            || message.startsWith("Unknown delete type")
        ? "refused by the client"
        : Text.cause(thrown).getClass().getSimpleName() + ": " + message;
  }

  private static DynamicTest test(String name, Writer writer, Mutation mutation, String row) {
    return DynamicTest.dynamicTest(name, () -> {
      Put before = new Put(b(row)).addColumn(b("e"), b("x"), 5, b("x"));
      for (String qualifier : new String[] {"a", "b"}) {
        for (long ts = 1; ts <= 3; ts++) {
          before.addColumn(b("d"), b(qualifier), ts, b(qualifier + ts));
        }
      }
      table.put(before);
      String refused = "";
      try {
        writer.write(row, mutation);
      } catch (Exception e) {
        refused = reason(e) + " | ";
      }
      recorded.check(name, refused + cells(row, false) + " | " + cells(row, true));
    });
  }

  @TestFactory
  Stream<DynamicTest> writes() throws Exception {
    List<DynamicTest> tests = new ArrayList<>();
    for (Map.Entry<String, Writer> way : writers().entrySet()) {
      for (Cell.Type type : new Cell.Type[] {Cell.Type.Delete, Cell.Type.DeleteColumn,
               Cell.Type.DeleteFamily, Cell.Type.DeleteFamilyVersion, Cell.Type.Put}) {
        boolean family = type == Cell.Type.DeleteFamily || type == Cell.Type.DeleteFamilyVersion;
        for (long ts : new long[] {2, HConstants.LATEST_TIMESTAMP}) {
          for (boolean put : new boolean[] {true, false}) {
            String name = (put ? "Put" : "Delete") + " with " + type
                + (ts == 2 ? "@2 " : "@latest ") + way.getKey();
            String row = name.replace(' ', '-');
            Cell cell = cell(row, type, family ? "" : "a", ts);
            Mutation mutation = put
                ? new Put(b(row)).add(cell).addColumn(b("d"), b("c"), 4, b("c"))
                : new Delete(b(row)).addColumns(b("d"), b("b"), 1).add(cell);
            tests.add(test(name, way.getValue(), mutation, row));
          }
        }
      }
    }
    return tests.stream();
  }
}
