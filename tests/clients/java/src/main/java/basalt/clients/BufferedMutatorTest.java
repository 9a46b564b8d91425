package basalt.clients;

import static basalt.clients.Text.b;
import static basalt.clients.Text.cause;
import static basalt.clients.Text.show;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

@Covers("rpc:ClientService.Multi")
class BufferedMutatorTest {
  private static TableName name;
  private static Table table;

  @BeforeAll
  static void create() throws Exception {
    name = Cluster.create(Cluster.descriptor(Cluster.name("buffered"), "d").build(), "m");
    table = Cluster.table(name);
  }

  private static Put put(String row, String value) {
    return new Put(b(row)).addColumn(b("d"), b("q"), 1, b(value));
  }

  private static int count(String prefix) throws Exception {
    int rows = 0;
    Scan scan = new Scan().withStartRow(b(prefix)).withStopRow(b(prefix + "~"));
    try (ResultScanner scanner = table.getScanner(scan)) {
      while (scanner.next() != null) {
        rows++;
      }
    }
    return rows;
  }

  @Test
  void writesOnFlush() throws Exception {
    try (BufferedMutator mutator = Cluster.connection().getBufferedMutator(name)) {
      mutator.mutate(put("a", "1"));
      mutator.mutate(List.of(put("b", "2"), put("z", "3")));
      mutator.flush();
      assertEquals("z d:q@1=3", show(table.get(new Get(b("z")))));
      mutator.mutate(new Delete(b("a")));
    }
    assertEquals("-", show(table.get(new Get(b("a")))));
  }

  @Test
  void writesWhenTheBufferIsFull() throws Exception {
    BufferedMutatorParams params = new BufferedMutatorParams(name).writeBufferSize(10_000);
    try (BufferedMutator mutator = Cluster.connection().getBufferedMutator(params)) {
      for (int i = 0; i < 3000; i++) {
        mutator.mutate(put(String.format("full%04d", i), "some value that takes a little room"));
      }
    }
    assertEquals(3000, count("full"));
  }

  @Test
  void tellsTheListenerWhatFailed() throws Exception {
    List<String> failures = Collections.synchronizedList(new ArrayList<>());
    BufferedMutatorParams params = new BufferedMutatorParams(name).listener((e, mutator) -> {
      for (int i = 0; i < e.getNumExceptions(); i++) {
        failures.add(new String(e.getRow(i).getRow()) + " "
            + cause(e.getCause(i)).getClass().getSimpleName());
      }
    });
    try (BufferedMutator mutator = Cluster.connection().getBufferedMutator(params)) {
      mutator.mutate(put("good", "1"));
      mutator.mutate(new Put(b("bad")).addColumn(b("nope"), b("q"), b("v")));
      mutator.flush();
    }
    assertEquals("[bad NoSuchColumnFamilyException]", failures.toString());
    assertEquals("good d:q@1=1", show(table.get(new Get(b("good")))));
  }

  @Test
  void async() throws Exception {
    try (AsyncBufferedMutator mutator = Cluster.async().getBufferedMutator(name)) {
      List<Mutation> puts = new ArrayList<>();
      for (int i = 0; i < 500; i++) {
        puts.add(put(String.format("async%03d", i), "v"));
      }
      List<CompletableFuture<Void>> futures = mutator.mutate(puts);
      mutator.flush();
      CompletableFuture.allOf(futures.toArray(new CompletableFuture<?>[ 0 ])).get();
    }
    assertEquals(500, count("async"));
  }

  @Test
  void asyncFailuresAreTheFutures() throws Exception {
    try (AsyncBufferedMutator mutator = Cluster.async().getBufferedMutator(name)) {
      CompletableFuture<Void> good = mutator.mutate(put("ag", "v"));
      CompletableFuture<Void> bad =
          mutator.mutate(new Put(b("ab")).addColumn(b("nope"), b("q"), b("v")));
      mutator.flush();
      good.get();
      assertEquals("NoSuchColumnFamilyException", Text.thrown(bad::get));
    }
    assertTrue(table.exists(new Get(b("ag"))));
  }
}
