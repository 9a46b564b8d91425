package basalt.clients;

import static basalt.clients.Text.b;
import static basalt.clients.Text.cause;
import static basalt.clients.Text.show;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every filter and comparator by example, on one small table, by scans forward and backward. What
 * Apache HBase answers stands in filters.expected.
 */
@Covers("rpc:ClientService.Scan")
class FilterTest {
  private static Recorded recorded;
  private static Table table;

  @BeforeAll
  static void fill() throws Exception {
    table =
        Cluster.table(Cluster.create(Cluster.descriptor(Cluster.name("filter"), "a", "b").build()));
    table.put(new ArrayList<>(List.of(new Put(b("r1"))
                                          .addColumn(b("a"), b("c1"), 1, b("v1"))
                                          .addColumn(b("a"), b("c2"), 2, b("v2"))
                                          .addColumn(b("b"), b("x"), 1, b("10")),
        new Put(b("r2"))
            .addColumn(b("a"), b("c1"), 1, b("v2"))
            .addColumn(b("a"), b("c3"), 3, b("v3"))
            .addColumn(b("b"), b("x"), 1, b("20")),
        new Put(b("r3"))
            .addColumn(b("a"), b("c2"), 2, b("v1"))
            .addColumn(b("b"), b("y"), 5, b("5")),
        new Put(b("s1"))
            .addColumn(b("a"), b("c1"), 2, b("old"))
            .addColumn(b("a"), b("c1"), 4, b("v4"))
            .addColumn(b("b"), b("x"), 2, b("15")),
        new Put(b("s2")).addColumn(b("a"), b("d"), 1, b("")).addColumn(b("b"), b("x"), 1, b("abc")),
        new Put(b("t10"))
            .addColumn(b("a"), b("c1"), 10, b("Hello World"))
            .addColumn(b("a"), b("n"), 10, Bytes.toBytes(5L)),
        new Put(b("t20"))
            .addColumn(b("a"), b("n"), 10, Bytes.toBytes(-7L))
            .addColumn(b("b"), b("big"), 10, Bytes.toBytes(new java.math.BigDecimal("2.50"))))));
    recorded = new Recorded("filters.expected");
  }

  private static String answer(FilterCases.Case test) {
    Scan scan = new Scan().setFilter(test.filter).setReversed(test.reversed);
    if (test.versions) {
      scan.readAllVersions();
    }
    try (ResultScanner scanner = table.getScanner(scan)) {
      return show(scanner);
    } catch (Exception e) {
      return "! " + cause(e).getClass().getSimpleName();
    }
  }

  @TestFactory
  Stream<DynamicTest> filters() throws IOException {
    return FilterCases.all().stream().map(test -> DynamicTest.dynamicTest(test.name, () -> {
      recorded.check(test.name, answer(test));
    }));
  }
}
