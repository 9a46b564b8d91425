package basalt.clients;

import static basalt.clients.Text.b;
import static basalt.clients.Text.rows;
import static basalt.clients.Text.show;
import static basalt.clients.Text.thrown;
import static basalt.clients.Text.values;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.AsyncTableRegionLocator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class AsyncTest {
  private static TableName name;
  private static AsyncTable<?> table;

  @BeforeAll
  static void fill() throws Exception {
    name = Cluster.create(Cluster.descriptor(Cluster.name("async"), "d").build(), "h", "p");
    table = Cluster.async().getTable(name);
    List<Put> puts = new ArrayList<>();
    for (String row : "a b i j q r".split(" ")) {
      puts.add(put(row, "q", row));
    }
    table.putAll(puts).get();
  }

  private static Put put(String row, String qualifier, String value) {
    return new Put(b(row)).addColumn(b("d"), b(qualifier), 1, b(value));
  }

  private static String read(String row) throws Exception {
    return show(table.get(new Get(b(row))).get());
  }

  @Test
  @Covers({"rpc:ClientService.Mutate", "rpc:ClientService.Get"})
  void putThenGet() throws Exception {
    table.put(put("zz1", "q", "v")).get();
    assertEquals("zz1 d:q@1=v", read("zz1"));
  }

  @Test
  @Covers("rpc:ClientService.Mutate")
  void delete() throws Exception {
    table.put(put("zz2", "q", "v")).get();
    table.delete(new Delete(b("zz2"))).get();
    assertEquals("-", read("zz2"));
  }

  @Test
  void incrementAndAppend() throws Exception {
    Result counter = table.increment(new Increment(b("zz3")).addColumn(b("d"), b("n"), 2)).get();
    assertEquals("\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x02", values(counter));
    Result text = table.append(new Append(b("zz3")).addColumn(b("d"), b("t"), b("x"))).get();
    assertEquals("x", values(text));
    assertEquals(9L, table.incrementColumnValue(b("zz3"), b("d"), b("n"), 7).get());
  }

  @Test
  void exists() throws Exception {
    assertTrue(table.exists(new Get(b("a"))).get());
    assertFalse(table.exists(new Get(b("nobody"))).get());
    assertEquals("[true, false]",
        table.existsAll(List.of(new Get(b("q")), new Get(b("nobody")))).get().toString());
  }

  @Test
  @Covers("rpc:ClientService.Multi")
  void getsOfManyRegions() throws Exception {
    List<Result> results =
        table.getAll(List.of(new Get(b("q")), new Get(b("nobody")), new Get(b("a")))).get();
    assertEquals("q d:q@1=q | - | a d:q@1=a", show(results));
  }

  @Test
  @Covers("rpc:ClientService.Multi")
  void batch() throws Exception {
    List<Row> actions = List.of(new Get(b("i")), put("zz4", "q", "v"), new Delete(b("zz5")),
        new Increment(b("zz6")).addColumn(b("d"), b("n"), 1));
    List<Object> results = table.batchAll(actions).get();
    assertEquals("i d:q@1=i", show((Result) results.get(0)));
    assertEquals("zz4 d:q@1=v", read("zz4"));
  }

  @Test
  @Covers("rpc:ClientService.Multi")
  void batchFailuresAreTheFutures() throws Exception {
    List<CompletableFuture<Object>> futures = table.batch(
        List.of(put("zz7", "q", "v"), new Put(b("zz8")).addColumn(b("nope"), b("q"), b("v"))));
    futures.get(0).get();
    assertEquals("NoSuchColumnFamilyException", thrown(() -> futures.get(1).get()));
  }

  @Test
  @Covers("rpc:ClientService.Multi")
  void rowMutations() throws Exception {
    table.mutateRow(RowMutations.of(List.of(put("zz9", "a", "1"), put("zz9", "b", "2")))).get();
    assertEquals("zz9 d:a@1=1 d:b@1=2", read("zz9"));
  }

  @Test
  void checkAndMutate() throws Exception {
    CheckAndMutateResult first = table
                                     .checkAndMutate(CheckAndMutate.newBuilder(b("zza"))
                                                         .ifNotExists(b("d"), b("q"))
                                                         .build(put("zza", "q", "1")))
                                     .get();
    CheckAndMutateResult second = table
                                      .checkAndMutate(CheckAndMutate.newBuilder(b("zza"))
                                                          .ifEquals(b("d"), b("q"), b("2"))
                                                          .build(put("zza", "q", "3")))
                                      .get();
    assertTrue(first.isSuccess());
    assertFalse(second.isSuccess());
  }

  @Test
  @Covers("rpc:ClientService.Multi")
  void checkAndMutateMany() throws Exception {
    List<CheckAndMutateResult> results =
        table
            .checkAndMutateAll(List.of(CheckAndMutate.newBuilder(b("zzb"))
                                           .ifNotExists(b("d"), b("q"))
                                           .build(put("zzb", "q", "1")),
                CheckAndMutate.newBuilder(b("zzc"))
                    .ifEquals(b("d"), b("q"), b("x"))
                    .build(put("zzc", "q", "1"))))
            .get();
    assertTrue(results.get(0).isSuccess());
    assertFalse(results.get(1).isSuccess());
  }

  @Test
  @Covers("rpc:ClientService.Scan")
  void scanAll() throws Exception {
    assertEquals("a b i j q r", rows(table.scanAll(new Scan().withStopRow(b("s"))).get()));
  }

  @Test
  @Covers("rpc:ClientService.Scan")
  void scanAllWithALimitBackward() throws Exception {
    Scan scan = new Scan().withStartRow(b("r")).setReversed(true).setLimit(3);
    assertEquals("r q j", rows(table.scanAll(scan).get()));
  }

  @Test
  @Covers("rpc:ClientService.Scan")
  void scannerOfResults() throws Exception {
    try (ResultScanner scanner =
             table.getScanner(new Scan().withStopRow(b("s")).setCaching(1).setMaxResultSize(1))) {
      assertEquals("a b i j q r", rows(scanner));
    }
  }

  @Test
  @Covers("rpc:ClientService.Scan")
  void scanPausedByItsConsumer() throws Exception {
    List<Result> seen = new ArrayList<>();
    CompletableFuture<Void> done = new CompletableFuture<>();
    ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor();
    AsyncTable<AdvancedScanResultConsumer> raw = Cluster.async().getTable(name);
    raw.scan(new Scan().withStopRow(b("s")).setCaching(1), new AdvancedScanResultConsumer() {
      @Override
      public void onNext(Result[] results, ScanController controller) {
        seen.addAll(List.of(results));
        ScanResumer resumer = controller.suspend();
        later.schedule(resumer::resume, 5, TimeUnit.MILLISECONDS);
      }

      @Override
      public void onError(Throwable error) {
        done.completeExceptionally(error);
      }

      @Override
      public void onComplete() {
        done.complete(null);
      }
    });
    done.get(20, TimeUnit.SECONDS);
    later.shutdown();
    assertEquals("a b i j q r", rows(seen));
  }

  @Test
  @Covers("rpc:ClientService.Scan")
  void scanTerminatedByItsConsumer() throws Exception {
    List<Result> seen = new ArrayList<>();
    CompletableFuture<Void> done = new CompletableFuture<>();
    AsyncTable<AdvancedScanResultConsumer> raw = Cluster.async().getTable(name);
    raw.scan(new Scan().setCaching(1), new AdvancedScanResultConsumer() {
      @Override
      public void onNext(Result[] results, ScanController controller) {
        seen.addAll(List.of(results));
        controller.terminate();
      }

      @Override
      public void onError(Throwable error) {
        done.completeExceptionally(error);
      }

      @Override
      public void onComplete() {
        done.complete(null);
      }
    });
    done.get(20, TimeUnit.SECONDS);
    assertEquals("a", rows(seen));
  }

  @Test
  void manyCallsAtOnce() throws Exception {
    List<CompletableFuture<Result>> futures = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      futures.add(table.get(new Get(b("abijqr".substring(i % 6, i % 6 + 1)))));
    }
    for (int i = 0; i < 500; i++) {
      assertEquals("abijqr".substring(i % 6, i % 6 + 1), values(futures.get(i).get()));
    }
  }

  @Test
  void errors() throws Exception {
    assertEquals("NoSuchColumnFamilyException",
        thrown(() -> table.get(new Get(b("a")).addFamily(b("nope"))).get()));
    assertEquals("TableNotFoundException",
        thrown(() -> Cluster.async().getTable(Cluster.name("none")).get(new Get(b("a"))).get()));
  }

  @Test
  void regionLocations() throws Exception {
    AsyncTableRegionLocator locator = Cluster.async().getRegionLocator(name);
    HRegionLocation location = locator.getRegionLocation(b("j")).get();
    assertEquals("h", new String(location.getRegion().getStartKey()));
    assertEquals(3, locator.getAllRegionLocations().get().size());
    assertEquals(3, locator.getStartEndKeys().get().size());
  }
}
