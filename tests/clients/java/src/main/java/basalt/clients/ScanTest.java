package basalt.clients;

import static basalt.clients.Text.b;
import static basalt.clients.Text.rows;
import static basalt.clients.Text.show;
import static basalt.clients.Text.thrown;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.IsolationLevel;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Scans over three regions (.. g .. p ..), with two rows and a wide one in each. */
@Covers("rpc:ClientService.Scan")
class ScanTest {
  private static final String ALL = "a b c h i j q r s";
  private static Table table;

  @BeforeAll
  static void fill() throws Exception {
    table = Cluster.table(
        Cluster.create(Cluster.descriptor(Cluster.name("scan"), "d", "e").build(), "g", "p"));
    List<Put> puts = new ArrayList<>();
    for (String row : ALL.split(" ")) {
      Put put = new Put(b(row))
                    .addColumn(b("d"), b("q1"), 1, b("old-" + row))
                    .addColumn(b("d"), b("q1"), 5, b(row))
                    .addColumn(b("d"), b("q2"), 3, b("2"));
      if ("cjs".contains(row)) {
        put.addColumn(b("d"), b("q3"), 3, b("3")).addColumn(b("e"), b("x"), 9, b("wide"));
      }
      puts.add(put);
    }
    table.put(puts);
  }

  private static List<Result> all(Scan scan) throws IOException {
    List<Result> results = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result result : scanner) {
        results.add(result);
      }
    }
    return results;
  }

  private static String scanRows(Scan scan) throws IOException {
    return rows(all(scan));
  }

  private static Scan from(String start, String stop) {
    return new Scan().withStartRow(b(start)).withStopRow(b(stop));
  }

  @Test
  void everything() throws Exception {
    assertEquals(ALL, scanRows(new Scan()));
  }

  @Test
  void cellsOfARow() throws Exception {
    assertEquals("c d:q1@5=c d:q2@3=2 d:q3@3=3 e:x@9=wide", show(all(from("c", "d"))));
  }

  @Test
  void startIncludedStopExcluded() throws Exception {
    assertEquals("b c h i", scanRows(from("b", "j")));
  }

  @Test
  void startExcludedStopIncluded() throws Exception {
    Scan scan = new Scan().withStartRow(b("b"), false).withStopRow(b("j"), true);
    assertEquals("c h i j", scanRows(scan));
  }

  @Test
  void startBetweenRows() throws Exception {
    assertEquals("h i j", scanRows(from("d", "p")));
  }

  @Test
  void emptyRange() throws Exception {
    assertEquals("", scanRows(from("k", "p")));
  }

  @Test
  void oneRowWhenStartEqualsStopIncluded() throws Exception {
    assertEquals("h", scanRows(new Scan().withStartRow(b("h")).withStopRow(b("h"), true)));
  }

  @Test
  void oneFamily() throws Exception {
    assertEquals(
        "c e:x@9=wide | j e:x@9=wide | s e:x@9=wide", show(all(new Scan().addFamily(b("e")))));
  }

  @Test
  void oneColumn() throws Exception {
    assertEquals("c j s", scanRows(new Scan().addColumn(b("d"), b("q3"))));
  }

  @TestFactory
  Stream<DynamicTest> limits() {
    return Stream.of(1, 2, 3, 4, 5, 8, 9, 50).map(n -> DynamicTest.dynamicTest("" + n, () -> {
      int length = Math.min(ALL.length(), 2 * n - 1);
      assertEquals(ALL.substring(0, length), scanRows(new Scan().setLimit(n)));
    }));
  }

  @Test
  void limitOfOneRow() throws Exception {
    assertEquals("h", scanRows(new Scan().withStartRow(b("d")).setOneRowLimit()));
  }

  @TestFactory
  Stream<DynamicTest> caching() {
    return Stream.of(1, 2, 3, 4, 100).map(n -> DynamicTest.dynamicTest("" + n, () -> {
      assertEquals(ALL, scanRows(new Scan().setCaching(n)));
      assertEquals("a b c h i", scanRows(new Scan().setCaching(n).setLimit(5)));
    }));
  }

  @TestFactory
  Stream<DynamicTest> maxResultSize() {
    return Stream.of(1, 100, 400, 1 << 20)
        .map(n
            -> DynamicTest.dynamicTest(
                "" + n, () -> assertEquals(ALL, scanRows(new Scan().setMaxResultSize(n)))));
  }

  @TestFactory
  Stream<DynamicTest> readTypes() {
    return Stream.of(Scan.ReadType.values())
        .map(type
            -> DynamicTest.dynamicTest(type.name(),
                () -> assertEquals("b c h", scanRows(from("b", "i").setReadType(type)))));
  }

  @Test
  void reversed() throws Exception {
    assertEquals("s r q j i h c b a", scanRows(new Scan().setReversed(true)));
  }

  @Test
  void reversedFromARow() throws Exception {
    assertEquals("i h c b", scanRows(from("i", "a").setReversed(true)));
  }

  @Test
  void reversedFromBetweenRows() throws Exception {
    assertEquals("j i h", scanRows(from("n", "d").setReversed(true)));
  }

  @Test
  void reversedStartExcludedStopIncluded() throws Exception {
    Scan scan = new Scan().withStartRow(b("i"), false).withStopRow(b("b"), true).setReversed(true);
    assertEquals("h c b", scanRows(scan));
  }

  @Test
  void reversedFromARegionsFirstKey() throws Exception {
    assertEquals("c b a", scanRows(new Scan().withStartRow(b("g")).setReversed(true)));
  }

  @Test
  void reversedWithALimit() throws Exception {
    assertEquals("s r q j", scanRows(new Scan().setReversed(true).setLimit(4).setCaching(1)));
  }

  @Test
  void reversedKeepsTheOrderInsideARow() throws Exception {
    Scan scan = from("c", "b").setReversed(true).readAllVersions();
    assertEquals("c d:q1@5=c d:q1@1=old-c d:q2@3=2 d:q3@3=3 e:x@9=wide", show(all(scan)));
  }

  @Test
  void batchCutsRows() throws Exception {
    assertEquals("c d:q1@5=c d:q2@3=2 | c d:q3@3=3 e:x@9=wide | h d:q1@5=h d:q2@3=2",
        show(all(from("c", "i").setBatch(2))));
  }

  @Test
  void batchOfThree() throws Exception {
    assertEquals("c d:q1@5=c d:q2@3=2 d:q3@3=3 | c e:x@9=wide | h d:q1@5=h d:q2@3=2",
        show(all(from("c", "i").setBatch(3))));
  }

  @Test
  void batchWithALimitCountsRows() throws Exception {
    assertEquals("a d:q1@5=a | a d:q2@3=2 | b d:q1@5=b | b d:q2@3=2",
        show(all(new Scan().setBatch(1).setLimit(2))));
  }

  @Test
  void batchReversed() throws Exception {
    assertEquals("s d:q1@5=s d:q2@3=2 | s d:q3@3=3 e:x@9=wide | r d:q1@5=r d:q2@3=2",
        show(all(new Scan().setReversed(true).withStopRow(b("q")).setBatch(2))));
  }

  @Test
  void partialsAddUpToRows() throws Exception {
    int cells = 0;
    boolean partial = false;
    try (ResultScanner scanner =
             table.getScanner(new Scan().setAllowPartialResults(true).setMaxResultSize(1))) {
      for (Result result : scanner) {
        cells += result.size();
        partial |= result.mayHaveMoreCellsInRow();
      }
    }
    assertEquals(24, cells);
    assertTrue(partial);
  }

  @Test
  void rowsAreWholeWithoutAskingForPartials() throws Exception {
    assertEquals(
        "c d:q1@5=c d:q2@3=2 d:q3@3=3 e:x@9=wide", show(all(from("c", "d").setMaxResultSize(1))));
  }

  @Test
  void allVersions() throws Exception {
    assertEquals("a d:q1@5=a d:q1@1=old-a d:q2@3=2", show(all(from("a", "b").readAllVersions())));
  }

  @Test
  void timeRange() throws Exception {
    assertEquals("a d:q1@1=old-a d:q2@3=2", show(all(from("a", "b").setTimeRange(0, 4))));
  }

  @Test
  void oneTimestamp() throws Exception {
    assertEquals("c j s", scanRows(new Scan().setTimestamp(9)));
  }

  @Test
  void timeRangeOfOneFamily() throws Exception {
    Scan scan = from("c", "d").setColumnFamilyTimeRange(b("d"), 0, 2);
    assertEquals("c d:q1@1=old-c e:x@9=wide", show(all(scan)));
  }

  @Test
  void fewCellsPerFamily() throws Exception {
    assertEquals(
        "c d:q1@5=c e:x@9=wide", show(all(from("c", "d").setMaxResultsPerColumnFamily(1))));
  }

  @Test
  void offsetInsideEachFamily() throws Exception {
    assertEquals("c d:q3@3=3", show(all(from("c", "d").setRowOffsetPerColumnFamily(2))));
  }

  @Test
  void prefetching() throws Exception {
    assertEquals(ALL, scanRows(new Scan().setAsyncPrefetch(true).setCaching(2)));
  }

  @Test
  void filterAndLimit() throws Exception {
    assertEquals("a b c h",
        scanRows(new Scan().setFilter(new FirstKeyOnlyFilter()).setLimit(4).setCaching(2)));
  }

  @Test
  void pageFilterCountsPerRegion() throws Exception {
    assertEquals("a b h i q r", scanRows(new Scan().setFilter(new PageFilter(2))));
  }

  @Test
  void prefixFilterOverRegions() throws Exception {
    assertEquals("i", scanRows(new Scan().setFilter(new PrefixFilter(b("i")))));
  }

  @Test
  void hintsChangeNothing() throws Exception {
    Scan scan = from("a", "c")
                    .setCacheBlocks(false)
                    .setId("me")
                    .setPriority(3)
                    .setIsolationLevel(IsolationLevel.READ_UNCOMMITTED)
                    .setLoadColumnFamiliesOnDemand(true)
                    .setConsistency(Consistency.TIMELINE);
    assertEquals("a b", scanRows(scan));
  }

  @Test
  void metricsCountRows() throws Exception {
    try (ResultScanner scanner =
             table.getScanner(new Scan().setScanMetricsEnabled(true).setCaching(100))) {
      while (scanner.next() != null) {
        // Only the counts matter.
      }
      ScanMetrics metrics = scanner.getScanMetrics();
      assertEquals(3, metrics.countOfRegions.get());
      assertEquals(9, metrics.getMetricsMap(false).get("ROWS_SCANNED"));
      assertEquals(0, metrics.getMetricsMap(false).get("ROWS_FILTERED"));
    }
  }

  @Test
  void metricsCountFilteredRows() throws Exception {
    Scan scan = new Scan().setScanMetricsEnabled(true).setFilter(
        new SingleColumnValueFilter(b("d"), b("q1"), CompareOperator.EQUAL, b("i")));
    try (ResultScanner scanner = table.getScanner(scan)) {
      assertEquals("i", rows(scanner));
      assertEquals(8, scanner.getScanMetrics().getMetricsMap(false).get("ROWS_FILTERED"));
    }
  }

  @Test
  void closedEarly() throws Exception {
    try (ResultScanner scanner = table.getScanner(new Scan().setCaching(1))) {
      assertEquals("a", rows(List.of(scanner.next())));
    }
  }

  @Test
  void nextOfSeveral() throws Exception {
    try (ResultScanner scanner = table.getScanner(new Scan().setCaching(2))) {
      assertEquals("a b c h", rows(List.of(scanner.next(4))));
      assertEquals(5, scanner.next(100).length);
      assertNull(scanner.next());
    }
  }

  @Test
  void leaseIsRenewed() throws Exception {
    try (ResultScanner scanner = table.getScanner(new Scan().setCaching(1))) {
      scanner.next();
      // What it returns depends on the client's version; the scan must go on either way.
      scanner.renewLease();
      assertEquals("b c h i j q r s", rows(scanner));
    }
  }

  @Test
  void twoScannersDoNotDisturbEachOther() throws Exception {
    try (ResultScanner one = table.getScanner(new Scan().setCaching(1));
         ResultScanner two = table.getScanner(new Scan().setCaching(2).withStartRow(b("h")))) {
      assertEquals("a", rows(List.of(one.next())));
      assertEquals("h", rows(List.of(two.next())));
      assertEquals("b", rows(List.of(one.next())));
      assertEquals("i j q r s", rows(two));
      assertEquals("c h i j q r s", rows(one));
    }
  }

  @Test
  void aScanDoesNotSeeLaterWritesToItsRegion() throws Exception {
    Table own = Cluster.table(Cluster.create("snapshot", "d"));
    own.put(List.of(new Put(b("a")).addColumn(b("d"), b("q"), 1, b("1")),
        new Put(b("c")).addColumn(b("d"), b("q"), 1, b("1"))));
    try (ResultScanner scanner = own.getScanner(new Scan().setCaching(1))) {
      assertEquals("a d:q@1=1", show(scanner.next()));
      own.put(new Put(b("b")).addColumn(b("d"), b("q"), 1, b("1")));
      own.put(new Put(b("c")).addColumn(b("d"), b("q"), 2, b("2")));
      assertEquals("c d:q@1=1", show(scanner.next()));
      assertNull(scanner.next());
    }
  }

  @Test
  void emptyTable() throws Exception {
    try (ResultScanner scanner =
             Cluster.table(Cluster.create("empty", "d")).getScanner(new Scan())) {
      assertNull(scanner.next());
    }
  }

  @Test
  void cursorsOfAFruitlessScan() throws Exception {
    Scan scan = new Scan().setNeedCursorResult(true).setFilter(new PrefixFilter(b("zzz")));
    for (Result result : all(scan)) {
      assertTrue(result.isCursor());
    }
  }

  @Test
  void familyThatIsNotThere() {
    assertEquals("NoSuchColumnFamilyException", thrown(() -> all(new Scan().addFamily(b("nope")))));
  }

  @Test
  void backwardWithFamiliesOnDemandIsRefused() throws Exception {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(b("d"), b("q1"), CompareOperator.EQUAL, b("i"));
    filter.setFilterIfMissing(true);
    Scan scan = new Scan().setReversed(true).setFilter(filter);
    assertEquals("DoNotRetryIOException", thrown(() -> all(scan)));
    assertEquals("i", scanRows(scan.setLoadColumnFamiliesOnDemand(false)));
  }

  @Test
  void tableThatIsNotThere() {
    assertEquals("TableNotFoundException",
        thrown(() -> Cluster.table(Cluster.name("none")).getScanner(new Scan()).next()));
  }

  @Test
  void aThousandRowsInSmallBites() throws Exception {
    Table big = Cluster.table(Cluster.create(
        Cluster.descriptor(Cluster.name("thousand"), "d").build(), "0250", "0500", "0750"));
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      puts.add(new Put(b(String.format("%04d", i))).addColumn(b("d"), b("q"), 1, new byte[500]));
    }
    big.put(puts);
    for (Scan scan : List.of(new Scan().setCaching(7), new Scan().setMaxResultSize(5000),
             new Scan().setReversed(true).setCaching(33), new Scan().setBatch(1).setCaching(10))) {
      int count = 0;
      try (ResultScanner scanner = big.getScanner(scan)) {
        for (Result result : scanner) {
          String want = String.format("%04d", scan.isReversed() ? 999 - count : count);
          assertEquals(want, new String(result.getRow()));
          assertFalse(result.isEmpty());
          count++;
        }
      }
      assertEquals(1000, count);
    }
  }
}
