package basalt.clients;

import static basalt.clients.Text.b;
import static basalt.clients.Text.message;
import static basalt.clients.Text.show;
import static basalt.clients.Text.thrown;
import static basalt.clients.Text.values;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

@Covers("rpc:ClientService.Mutate")
class CounterTest {
  private static Table table;

  @BeforeAll
  static void create() throws Exception {
    table = Cluster.table(Cluster.create("counter", "d", "e"));
  }

  private static long number(Result result, String family, String qualifier) {
    return Bytes.toLong(result.getValue(b(family), b(qualifier)));
  }

  @Test
  void incrementOfNothingStartsAtZero() throws Exception {
    Result result = table.increment(new Increment(b("i1")).addColumn(b("d"), b("n"), 5));
    assertEquals(5, number(result, "d", "n"));
  }

  @Test
  void incrementsAddUp() throws Exception {
    for (int i = 1; i <= 10; i++) {
      table.increment(new Increment(b("i2")).addColumn(b("d"), b("n"), i));
    }
    assertEquals(55, number(table.get(new Get(b("i2"))), "d", "n"));
  }

  @Test
  void incrementOfSeveralColumns() throws Exception {
    table.increment(new Increment(b("i3")).addColumn(b("d"), b("x"), 1));
    Result result = table.increment(new Increment(b("i3"))
                                        .addColumn(b("d"), b("x"), 1)
                                        .addColumn(b("d"), b("y"), -3)
                                        .addColumn(b("e"), b("z"), 100));
    assertEquals(3, result.size());
    assertEquals(2, number(result, "d", "x"));
    assertEquals(-3, number(result, "d", "y"));
    assertEquals(100, number(result, "e", "z"));
  }

  @Test
  void incrementByZeroWrites() throws Exception {
    assertEquals(0, table.incrementColumnValue(b("i4"), b("d"), b("n"), 0));
    assertEquals(1, table.get(new Get(b("i4"))).size());
  }

  @Test
  void incrementColumnValue() throws Exception {
    assertEquals(7, table.incrementColumnValue(b("i5"), b("d"), b("n"), 7));
    assertEquals(4, table.incrementColumnValue(b("i5"), b("d"), b("n"), -3, Durability.SKIP_WAL));
  }

  @Test
  void incrementWrapsAround() throws Exception {
    table.put(new Put(b("i6")).addColumn(b("d"), b("n"), Bytes.toBytes(Long.MAX_VALUE)));
    assertEquals(Long.MIN_VALUE, table.incrementColumnValue(b("i6"), b("d"), b("n"), 1));
  }

  @Test
  void incrementOfATextIsRefused() throws Exception {
    table.put(new Put(b("i7")).addColumn(b("d"), b("n"), b("text")));
    Increment increment = new Increment(b("i7")).addColumn(b("d"), b("n"), 1);
    assertEquals("DoNotRetryIOException", thrown(() -> table.increment(increment)));
    String message = message(() -> table.increment(increment));
    assertTrue(message.contains("Field is not a long, it's 4 bytes wide"), message);
  }

  @Test
  void incrementWithoutAResult() throws Exception {
    Increment increment = new Increment(b("i8")).addColumn(b("d"), b("n"), 3);
    Result result = table.increment(increment.setReturnResults(false));
    assertTrue(result == null || result.isEmpty());
    assertEquals(3, number(table.get(new Get(b("i8"))), "d", "n"));
  }

  @Test
  void incrementInATimeRange() throws Exception {
    table.put(new Put(b("i9")).addColumn(b("d"), b("n"), 100, Bytes.toBytes(50L)));
    Increment outside = new Increment(b("i9")).addColumn(b("d"), b("n"), 1).setTimeRange(0, 100);
    assertEquals(1, number(table.increment(outside), "d", "n"));
  }

  @Test
  void incrementOfAFamilyThatIsNotThere() {
    assertEquals("NoSuchColumnFamilyException",
        thrown(() -> table.increment(new Increment(b("x")).addColumn(b("nope"), b("n"), 1))));
  }

  @Test
  void incrementWithoutColumnsIsRefusedByTheClient() {
    assertThrows(Exception.class, () -> table.increment(new Increment(b("x"))));
  }

  @Test
  void incrementOfANewerCellMovesTheTimeOn() throws Exception {
    long future = System.currentTimeMillis() + 3_600_000;
    table.put(new Put(b("i10")).addColumn(b("d"), b("n"), future, Bytes.toBytes(1L)));
    Result result = table.increment(new Increment(b("i10")).addColumn(b("d"), b("n"), 1));
    assertEquals(2, number(result, "d", "n"));
    assertEquals(2, number(table.get(new Get(b("i10"))), "d", "n"));
    assertTrue(result.rawCells()[0].getTimestamp() >= future);
  }

  @Test
  void manyThreadsCountOnce() throws Exception {
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 8; t++) {
      threads.add(new Thread(() -> {
        try {
          for (int i = 0; i < 50; i++) {
            table.incrementColumnValue(b("many"), b("d"), b("n"), 1);
          }
        } catch (Exception e) {
          throw new IllegalStateException(e);
        }
      }));
    }
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(400, number(table.get(new Get(b("many"))), "d", "n"));
  }

  @Test
  void appendToNothing() throws Exception {
    assertEquals(
        "abc", values(table.append(new Append(b("a1")).addColumn(b("d"), b("t"), b("abc")))));
  }

  @Test
  void appendsAddUp() throws Exception {
    table.append(new Append(b("a2")).addColumn(b("d"), b("t"), b("abc")));
    Result result = table.append(
        new Append(b("a2")).addColumn(b("d"), b("t"), b("def")).addColumn(b("e"), b("u"), b("x")));
    assertEquals("abcdef x", values(result));
    assertEquals("abcdef x", values(table.get(new Get(b("a2")))));
  }

  @Test
  void appendWithoutAResult() throws Exception {
    Append append = new Append(b("a3")).addColumn(b("d"), b("t"), b("abc"));
    Result result = table.append(append.setReturnResults(false));
    assertTrue(result == null || result.isEmpty());
    assertEquals("abc", values(table.get(new Get(b("a3")))));
  }

  @Test
  void appendInATimeRange() throws Exception {
    table.put(new Put(b("a4")).addColumn(b("d"), b("t"), 100, b("old")));
    Append append = new Append(b("a4")).addColumn(b("d"), b("t"), b("new")).setTimeRange(0, 50);
    assertEquals("new", values(table.append(append)));
  }

  @Test
  void appendOfAFamilyThatIsNotThere() {
    assertEquals("NoSuchColumnFamilyException",
        thrown(() -> table.append(new Append(b("x")).addColumn(b("nope"), b("n"), b("v")))));
  }

  @Test
  void appendedVersionsAreKept() throws Exception {
    table.put(new Put(b("a5")).addColumn(b("d"), b("t"), 100, b("one")));
    table.append(new Append(b("a5")).addColumn(b("d"), b("t"), b("two")));
    assertEquals("onetwo one", values(table.get(new Get(b("a5")).readAllVersions())));
    assertEquals("a5 d:t@100=one", show(table.get(new Get(b("a5")).setTimeRange(0, 101))));
  }
}
