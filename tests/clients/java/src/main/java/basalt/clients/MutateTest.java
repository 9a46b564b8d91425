package basalt.clients;

import static basalt.clients.Text.b;
import static basalt.clients.Text.cause;
import static basalt.clients.Text.message;
import static basalt.clients.Text.show;
import static basalt.clients.Text.thrown;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilderFactory;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

@Covers("rpc:ClientService.Mutate")
class MutateTest {
  private static Table table;

  @BeforeAll
  static void create() throws Exception {
    table = Cluster.table(
        Cluster.create(Cluster.descriptor(Cluster.name("mutate"), "d", "e").build(), "m"));
  }

  private static Put put(String row, String qualifier, long timestamp, String value) {
    return new Put(b(row)).addColumn(b("d"), b(qualifier), timestamp, b(value));
  }

  private static String read(String row) throws IOException {
    return show(table.get(new Get(b(row)).readAllVersions()));
  }

  @Test
  void putGetsTheServersTime() throws Exception {
    long before = System.currentTimeMillis() - 60_000;
    table.put(new Put(b("now")).addColumn(b("d"), b("q"), b("v")));
    long timestamp = table.get(new Get(b("now"))).rawCells()[0].getTimestamp();
    assertTrue(timestamp > before && timestamp < before + 120_000);
  }

  @Test
  void putWithATimestampForTheRow() throws Exception {
    table.put(new Put(b("rowts"), 42).addColumn(b("d"), b("q"), b("v")));
    assertEquals("rowts d:q@42=v", read("rowts"));
  }

  @Test
  void laterPutAtTheSameTimeWins() throws Exception {
    table.put(put("same", "q", 1, "one"));
    table.put(put("same", "q", 1, "two"));
    assertEquals("same d:q@1=two", read("same"));
  }

  @Test
  void olderPutComesSecond() throws Exception {
    table.put(put("old", "q", 9, "new"));
    table.put(put("old", "q", 3, "older"));
    assertEquals("old d:q@9=new d:q@3=older", read("old"));
  }

  @Test
  void onlyFiveVersionsAreRead() throws Exception {
    for (int i = 1; i <= 8; i++) {
      table.put(put("versions", "q", i, "v" + i));
    }
    assertEquals("versions d:q@8=v8 d:q@7=v7 d:q@6=v6 d:q@5=v5 d:q@4=v4", read("versions"));
  }

  @Test
  void cellsBuiltByHand() throws Exception {
    Cell cell = CellBuilderFactory.create(CellBuilderType.SHALLOW_COPY)
                    .setRow(b("cell"))
                    .setFamily(b("e"))
                    .setQualifier(b("q"))
                    .setTimestamp(5)
                    .setType(Cell.Type.Put)
                    .setValue(b("v"))
                    .build();
    table.put(new Put(b("cell")).add(cell));
    assertEquals("cell e:q@5=v", read("cell"));
  }

  @TestFactory
  Stream<DynamicTest> durability() {
    return Stream.of(Durability.values()).map(d -> DynamicTest.dynamicTest(d.name(), () -> {
      String row = "durable" + d;
      table.put(put(row, "q", 1, "v").setDurability(d));
      assertEquals(row + " d:q@1=v", read(row));
    }));
  }

  @Test
  void aPutsTtlHidesItAtOnceWhenItIsOver() throws Exception {
    long old = System.currentTimeMillis() - 100_000;
    table.put(put("ttl", "gone", old, "v").setTTL(50_000));
    table.put(put("ttl", "there", old, "v").setTTL(500_000));
    assertEquals("ttl d:there@" + old + "=v", read("ttl"));
  }

  @Test
  void putToAFamilyThatIsNotThere() {
    assertEquals("NoSuchColumnFamilyException",
        thrown(() -> table.put(new Put(b("x")).addColumn(b("nope"), b("q"), b("v")))));
  }

  @Test
  void anEmptyPutIsRefusedByTheClient() {
    assertThrows(IllegalArgumentException.class, () -> table.put(new Put(b("x"))));
  }

  @Test
  void rowsAreAtMost32767Bytes() throws Exception {
    byte[] longest = new byte[Short.MAX_VALUE];
    longest[0] = 'l';
    table.put(new Put(longest).addColumn(b("d"), b("q"), 1, b("v")));
    assertEquals(1, table.get(new Get(longest)).size());
    assertThrows(IllegalArgumentException.class, () -> new Put(new byte[Short.MAX_VALUE + 1]));
  }

  @Test
  void cellsOverTenMegabytesAreRefused() {
    byte[] value = new byte[11 << 20];
    String thrown = thrown(() -> {
      org.apache.hadoop.conf.Configuration conf = Cluster.configuration();
      conf.setInt("hbase.client.keyvalue.maxsize", 0);
      try (org.apache.hadoop.hbase.client.Connection connection =
               org.apache.hadoop.hbase.client.ConnectionFactory.createConnection(conf);
           Table unlimited = connection.getTable(table.getName())) {
        unlimited.put(new Put(b("huge")).addColumn(b("d"), b("q"), value));
      }
    });
    assertEquals("DoNotRetryIOException", thrown);
  }

  @Test
  @Covers("rpc:ClientService.Multi")
  void listOfPuts() throws Exception {
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      puts.add(put(String.format("%s-list-%03d", i % 2 == 0 ? "a" : "z", i), "q", 1, "v" + i));
    }
    table.put(puts);
    assertEquals("z-list-199 d:q@1=v199", read("z-list-199"));
    assertEquals("a-list-198 d:q@1=v198", read("a-list-198"));
  }

  @Test
  @Covers("rpc:ClientService.Multi")
  void listWithOneBadPutAppliesTheOthers() throws Exception {
    IOException thrown = assertThrows(IOException.class,
        ()
            -> table.put(List.of(put("good1", "q", 1, "v"),
                new Put(b("bad")).addColumn(b("nope"), b("q"), b("v")),
                put("z-good2", "q", 1, "v"))));
    assertEquals("NoSuchColumnFamilyException", cause(thrown).getClass().getSimpleName());
    assertEquals("good1 d:q@1=v", read("good1"));
    assertEquals("z-good2 d:q@1=v", read("z-good2"));
  }

  @Test
  @Covers("rpc:ClientService.Multi")
  void batchOfEverything() throws Exception {
    table.put(List.of(put("b1", "q", 1, "one"), put("z-b2", "q", 1, "two")));
    table.put(new Put(b("b4")).addColumn(b("d"), b("n"), 1, new byte[] {0, 0, 0, 0, 0, 0, 0, 5}));
    List<Row> actions = List.of(new Get(b("b1")), put("b3", "q", 1, "three"), new Delete(b("z-b2")),
        new Increment(b("b4")).addColumn(b("d"), b("n"), 2),
        new Append(b("b1")).addColumn(b("d"), b("q2"), b("tail")), new Get(b("nobody")),
        RowMutations.of(List.of(put("z-b5", "q", 3, "five"))));
    Object[] results = new Object[actions.size()];
    table.batch(actions, results);
    assertEquals("b1 d:q@1=one", show((Result) results[0]));
    assertEquals("-", show((Result) results[1]));
    assertEquals("-", show((Result) results[2]));
    assertEquals("\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x07", Text.values((Result) results[3]));
    assertEquals("tail", Text.values((Result) results[4]));
    assertEquals("-", show((Result) results[5]));
    assertEquals("b3 d:q@1=three", read("b3"));
    assertEquals("-", read("z-b2"));
    assertEquals("z-b5 d:q@3=five", read("z-b5"));
  }

  @Test
  @Covers("rpc:ClientService.Multi")
  void batchKeepsTheErrorsInTheirPlaces() throws Exception {
    List<Row> actions = List.of(
        put("e1", "q", 1, "v"), new Get(b("e1")).addFamily(b("nope")), new Get(b("z-nobody")));
    Object[] results = new Object[3];
    assertThrows(IOException.class, () -> table.batch(actions, results));
    assertTrue(results[0] instanceof Result);
    assertTrue(results[1] instanceof Throwable, String.valueOf(results[1]));
    assertEquals(
        "NoSuchColumnFamilyException", cause((Throwable) results[1]).getClass().getSimpleName());
    assertEquals("-", show((Result) results[2]));
  }

  @Test
  @Covers("rpc:ClientService.Multi")
  void batchWithACallback() throws Exception {
    List<Row> actions = List.of(put("c1", "q", 1, "v"), put("z-c2", "q", 1, "v"));
    List<String> called = new ArrayList<>();
    table.batchCallback(actions, new Object[2], (region, row, result) -> {
      synchronized (called) {
        called.add(new String(row));
  }
});
called.sort(null);
assertEquals("[c1, z-c2]", called.toString());
}

@Test
@Covers("rpc:ClientService.Multi")
void rowMutationsAreOneStep() throws Exception {
  table.put(List.of(put("rm", "a", 1, "a"), put("rm", "b", 1, "b")));
  table.mutateRow(RowMutations.of(
      List.of(put("rm", "c", 2, "c"), new Delete(b("rm")).addColumns(b("d"), b("a"), 5))));
  assertEquals("rm d:b@1=b d:c@2=c", read("rm"));
}

@Test
@Covers("rpc:ClientService.Multi")
void rowMutationsWithABadFamilyDoNothing() throws Exception {
  RowMutations mutations = RowMutations.of(
      List.of(put("rm2", "c", 2, "c"), new Put(b("rm2")).addColumn(b("nope"), b("q"), b("v"))));
  assertEquals("NoSuchColumnFamilyException", thrown(() -> table.mutateRow(mutations)));
  assertEquals("-", read("rm2"));
}

@Test
@Covers("rpc:ClientService.Multi")
void rowMutationsReturnCounters() throws Exception {
  table.put(put("rm3", "text", 1, "x"));
  Result result =
      table.mutateRow(RowMutations.of(List.of(new Increment(b("rm3")).addColumn(b("d"), b("n"), 7),
          new Append(b("rm3")).addColumn(b("d"), b("text"), b("y")), put("rm3", "p", 9, "z"))));
  assertEquals("\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x07 xy", Text.values(result));
  assertEquals("rm3 d:p@9=z", show(table.get(new Get(b("rm3")).addColumn(b("d"), b("p")))));
}

@Test
void rowMutationsOfTwoRowsAreRefusedByTheClient() {
  assertThrows(IOException.class,
      () -> RowMutations.of(List.of(put("one", "q", 1, "v"), put("two", "q", 1, "v"))));
}

@Test
void messageOfABadFamily() {
  String message = message(() -> table.put(new Put(b("x")).addColumn(b("nope"), b("q"), b("v"))));
  assertTrue(message.contains("Column family nope does not exist in region"), message);
}
}
