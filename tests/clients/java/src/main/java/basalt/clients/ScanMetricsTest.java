package basalt.clients;

import static basalt.clients.Text.b;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.junit.jupiter.api.Test;

/** What a scan says about its cost, as a whole and region by region. */
@Covers("rpc:ClientService.Scan")
class ScanMetricsTest {
  private static final String ROWS = "a b c h i j q r s";

  /** Three regions with three rows each. */
  private static TableName filled(String hint) throws Exception {
    TableName name = Cluster.create(Cluster.descriptor(Cluster.name(hint), "d").build(), "g", "p");
    List<Put> puts = new ArrayList<>();
    for (String row : ROWS.split(" ")) {
      puts.add(new Put(b(row)).addColumn(b("d"), b("q"), 5, b("value")));
    }
    Cluster.table(name).put(puts);
    return name;
  }

  private static Scan byRegion(Scan scan) throws Exception {
    try {
      Scan.class.getMethod("setEnableScanMetricsByRegion", boolean.class).invoke(scan, true);
    } catch (NoSuchMethodException e) {
      assumeTrue(false, "this client does not count by region");
    }
    return scan.setScanMetricsEnabled(true);
  }

  /** The rows scanned in each region, in the order of the visits. */
  private static String rowsByRegion(ScanMetrics metrics) throws Exception {
    Map<?, ?> regions =
        (Map<?, ?>) metrics.getClass().getMethod("collectMetricsByRegion").invoke(metrics);
    List<String> rows = new ArrayList<>();
    for (Object counters : regions.values()) {
      rows.add(String.valueOf(((Map<?, ?>) counters).get("ROWS_SCANNED")));
    }
    rows.sort(null);
    return String.join(" ", rows);
  }

  @Test
  void rowsOfEachRegion() throws Exception {
    Table table = Cluster.table(filled("by_region"));
    try (ResultScanner scanner = table.getScanner(byRegion(new Scan()).setCaching(2))) {
      assertEquals(ROWS, Text.rows(scanner));
      assertEquals("3 3 3", rowsByRegion(scanner.getScanMetrics()));
    }
  }

  @Test
  void rowsOfEachRegionAfterASplit() throws Exception {
    TableName name = filled("split_region");
    Table table = Cluster.table(name);
    try (ResultScanner scanner = table.getScanner(byRegion(new Scan()).setCaching(1))) {
      assertEquals("a", Text.rows(List.of(scanner.next())));
      Cluster.admin().split(name, b("c"));
      while (Cluster.admin().getRegions(name).size() < 4) {
        TimeUnit.MILLISECONDS.sleep(20);
      }
      assertEquals("b c h i j q r s", Text.rows(scanner));
      ScanMetrics metrics = scanner.getScanMetrics();
      assertEquals("1 1 1 3 3", rowsByRegion(metrics));
      assertEquals(9, metrics.getMetricsMap(false).get("ROWS_SCANNED"));
    }
  }

  /** Stops after the first result and goes on a little later. */
  private static final class Pausing implements AdvancedScanResultConsumer {
    final CompletableFuture<ScanMetrics> done = new CompletableFuture<>();
    final StringBuilder rows = new StringBuilder();
    private ScanMetrics metrics;
    private boolean paused;

    @Override
    public void onScanMetricsCreated(ScanMetrics created) {
      metrics = created;
    }

    @Override
    public void onNext(Result[] results, ScanController controller) {
      rows.append(Text.rows(List.of(results))).append(' ');
      if (!paused) {
        paused = true;
        ScanResumer resumer = controller.suspend();
        CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS).execute(resumer::resume);
      }
    }

    @Override
    public void onError(Throwable error) {
      done.completeExceptionally(error);
    }

    @Override
    public void onComplete() {
      done.complete(metrics);
    }
  }

  @Test
  void rowsOfEachRegionOfASuspendedScan() throws Exception {
    TableName name = filled("suspended");
    Pausing consumer = new Pausing();
    Cluster.async().getTable(name).scan(byRegion(new Scan()).setCaching(1), consumer);
    ScanMetrics metrics = consumer.done.get(60, TimeUnit.SECONDS);
    assertEquals(ROWS, consumer.rows.toString().trim());
    assertEquals("3 3 3", rowsByRegion(metrics));
    assertEquals(9, metrics.getMetricsMap(false).get("ROWS_SCANNED"));
  }

  private static Map<String, Long> costs(Table table) throws Exception {
    try (ResultScanner scanner = table.getScanner(new Scan().setScanMetricsEnabled(true))) {
      assertEquals(ROWS, Text.rows(scanner));
      return scanner.getScanMetrics().getMetricsMap(false);
    }
  }

  @Test
  void bytesFromMemstoreCacheAndDisk() throws Exception {
    TableName name = filled("bytes");
    Table table = Cluster.table(name);
    Map<String, Long> inMemory = costs(table);
    assumeTrue(inMemory.containsKey("BYTES_READ_FROM_MEMSTORE"), "an older client");
    assertTrue(inMemory.get("BYTES_READ_FROM_MEMSTORE") > 9 * 5);
    assertEquals(0, inMemory.get("BYTES_READ_FROM_BLOCK_CACHE"));
    assertEquals(0, inMemory.get("BYTES_READ_FROM_FS"));
    assertEquals(0, inMemory.get("BLOCK_BYTES_SCANNED"));
    Cluster.admin().flush(name);
    costs(table);
    Map<String, Long> inCache = costs(table);
    assertEquals(0, inCache.get("BYTES_READ_FROM_MEMSTORE"));
    assertEquals(0, inCache.get("BYTES_READ_FROM_FS"));
    assertTrue(inCache.get("BYTES_READ_FROM_BLOCK_CACHE") > 9 * 5);
    assertTrue(inCache.get("BLOCK_BYTES_SCANNED") > 9 * 5);
  }
}
