package basalt.clients;

import static basalt.clients.Text.b;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * How many cells each result of a scan has when its size is limited, and how many calls the scan
 * takes: HBase's account of a cell's size, seen from a client.
 */
@Covers("rpc:ClientService.Scan")
class PartialsTest {
  private static final int[] SIZES = {1, 60, 90, 128, 200, 256, 333, 512, 700, 1000, 1500, 4000};
  private static Recorded recorded;
  private static Table inMemory;
  private static Table inFiles;

  @BeforeAll
  static void fill() throws Exception {
    recorded = new Recorded("partials.expected");
    inMemory = filled("partials_memory");
    inFiles = filled("partials_files");
    Cluster.admin().flush(inFiles.getName());
  }

  /** Rows of cells of many sizes, some with a TTL, in three families. */
  private static Table filled(String hint) throws IOException {
    TableName name = Cluster.create(hint, "d", "e", "family");
    Table table = Cluster.table(name);
    List<Put> puts = new ArrayList<>();
    for (String row : new String[] {"a", "bb", "c-longer-row-key", "d"}) {
      Put put = new Put(b(row));
      for (int i = 0; i < 7; i++) {
        put.addColumn(b("d"), b("q" + i), 5, Bytes.copy(new byte[i * i * 3]));
      }
      put.addColumn(b("d"), b("q3"), 4, b("older"));
      put.addColumn(b("e"), b(""), 5, b("x")).addColumn(b("e"), b("a-long-qualifier"), 5, b("y"));
      put.addColumn(b("family"), b("z"), 5, Bytes.copy(new byte[200]));
      puts.add(put);
      puts.add(
          new Put(b(row)).addColumn(b("family"), b("zz"), 5, b("t")).setTTL(9_000_000_000_000L));
    }
    // Hidden cells count as cells that a row may still have.
    puts.add(new Put(b("bb")).addColumn(b("family"), b("zzz"), 5, b("expired")).setTTL(1));
    table.put(puts);
    return table;
  }

  /** The cells of each result, and the calls it took. */
  private static String shape(Table table, Scan scan) throws IOException {
    StringJoiner shape = new StringJoiner(" ");
    try (ResultScanner scanner = table.getScanner(scan.setScanMetricsEnabled(true))) {
      for (Result result : scanner) {
        shape.add(Bytes.toString(result.getRow()).substring(0, 1) + result.size()
            + (result.mayHaveMoreCellsInRow() ? "+" : ""));
      }
      return shape + " calls " + scanner.getScanMetrics().countOfRPCcalls.get();
    }
  }

  private interface Shaper {
    Scan shape(Scan scan);
  }

  private static Shaper filter(Filter filter) {
    return scan -> scan.setFilter(filter);
  }

  private static DynamicTest test(String name, Table table, Shaper shaper) {
    return DynamicTest.dynamicTest(
        name, () -> recorded.check(name, shape(table, shaper.shape(new Scan()))));
  }

  @TestFactory
  Stream<DynamicTest> results() {
    List<DynamicTest> tests = new ArrayList<>();
    for (Table table : List.of(inMemory, inFiles)) {
      String where = table == inMemory ? "memory" : "files";
      for (int size : SIZES) {
        String name = where + " size " + size;
        Shaper partial = scan -> scan.setAllowPartialResults(true).setMaxResultSize(size);
        add(tests, name, table, partial);
        add(tests, name + " of one family", table, s -> partial.shape(s).addFamily(b("d")));
        add(tests, name + " reversed", table, s -> partial.shape(s).setReversed(true));
        add(tests, name + " all versions", table, s -> partial.shape(s).readAllVersions());
        add(tests, name + " in batches of 3", table, s -> partial.shape(s).setBatch(3));
        add(tests, name + " caching 2", table, s -> partial.shape(s).setCaching(2));
        add(tests, name + " batches of 4 alone", table,
            s -> s.setMaxResultSize(size).setBatch(4));
        add(tests, name + " whole rows", table, s -> s.setMaxResultSize(size));
        add(tests, name + " keys", table, s -> filter(new KeyOnlyFilter()).shape(partial.shape(s)));
        add(tests, name + " rows by value", table,
            s -> filter(new SingleColumnValueFilter(b("e"), b(""), CompareOperator.EQUAL, b("x")))
                     .shape(partial.shape(s)));
      }
    }
    return tests.stream();
  }

  private static void add(List<DynamicTest> tests, String name, Table table, Shaper shaper) {
    tests.add(test(name, table, shaper));
  }
}
