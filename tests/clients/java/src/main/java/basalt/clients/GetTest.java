package basalt.clients;

import static basalt.clients.Text.b;
import static basalt.clients.Text.message;
import static basalt.clients.Text.show;
import static basalt.clients.Text.thrown;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.IsolationLevel;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

@Covers("rpc:ClientService.Get")
class GetTest {
  private static Table table;

  @BeforeAll
  static void fill() throws Exception {
    TableName name = Cluster.create("get", "d", "e");
    table = Cluster.table(name);
    table.put(List.of(new Put(b("r"))
                          .addColumn(b("d"), b("a"), 1, b("a1"))
                          .addColumn(b("d"), b("a"), 2, b("a2"))
                          .addColumn(b("d"), b("a"), 3, b("a3"))
                          .addColumn(b("d"), b("b"), 5, b("b5"))
                          .addColumn(b("e"), b(""), 4, b("none"))
                          .addColumn(b("e"), b("z"), 4, b("")),
        new Put(b("s")).addColumn(b("d"), b("a"), 7, b("s7")),
        new Put(new byte[] {0, 1, (byte) 0xff})
            .addColumn(b("d"), new byte[] {0}, 1, new byte[] {9})));
  }

  private static Get get() {
    return new Get(b("r"));
  }

  @Test
  void wholeRow() throws Exception {
    assertEquals("r d:a@3=a3 d:b@5=b5 e:@4=none e:z@4=", show(table.get(get())));
  }

  @Test
  void oneFamily() throws Exception {
    assertEquals("r d:a@3=a3 d:b@5=b5", show(table.get(get().addFamily(b("d")))));
  }

  @Test
  void oneColumn() throws Exception {
    assertEquals("r d:b@5=b5", show(table.get(get().addColumn(b("d"), b("b")))));
  }

  @Test
  void columnsOfTwoFamilies() throws Exception {
    Get get = get().addColumn(b("e"), b("z")).addColumn(b("d"), b("a"));
    assertEquals("r d:a@3=a3 e:z@4=", show(table.get(get)));
  }

  @Test
  void columnWithoutAQualifier() throws Exception {
    assertEquals("r e:@4=none", show(table.get(get().addColumn(b("e"), b("")))));
  }

  @Test
  void rowThatIsNotThere() throws Exception {
    assertTrue(table.get(new Get(b("nobody"))).isEmpty());
  }

  @Test
  void columnThatIsNotThere() throws Exception {
    assertTrue(table.get(get().addColumn(b("d"), b("nope"))).isEmpty());
  }

  @Test
  void binaryRowAndQualifier() throws Exception {
    Result result = table.get(new Get(new byte[] {0, 1, (byte) 0xff}));
    assertArrayEquals(new byte[] {9}, result.getValue(b("d"), new byte[] {0}));
  }

  @Test
  void allVersions() throws Exception {
    Get get = get().addColumn(b("d"), b("a")).readAllVersions();
    assertEquals("r d:a@3=a3 d:a@2=a2 d:a@1=a1", show(table.get(get)));
  }

  @Test
  void twoVersions() throws Exception {
    Get get = get().addFamily(b("d")).readVersions(2);
    assertEquals("r d:a@3=a3 d:a@2=a2 d:b@5=b5", show(table.get(get)));
  }

  @Test
  void oneTimestamp() throws Exception {
    assertEquals("r d:a@2=a2", show(table.get(get().setTimestamp(2))));
  }

  @Test
  void timeRangeExcludesItsEnd() throws Exception {
    Get get = get().setTimeRange(1, 3).readAllVersions();
    assertEquals("r d:a@2=a2 d:a@1=a1", show(table.get(get)));
  }

  @Test
  void timeRangeOfOneFamily() throws Exception {
    Get get = get().readAllVersions().setColumnFamilyTimeRange(b("d"), 2, 3);
    assertEquals("r d:a@2=a2 e:@4=none e:z@4=", show(table.get(get)));
  }

  @Test
  void fewCellsPerFamily() throws Exception {
    Get get = get().setMaxResultsPerColumnFamily(1);
    assertEquals("r d:a@3=a3 e:@4=none", show(table.get(get)));
  }

  @Test
  void offsetInsideEachFamily() throws Exception {
    Get get = get().setRowOffsetPerColumnFamily(1);
    assertEquals("r d:b@5=b5 e:z@4=", show(table.get(get)));
  }

  @Test
  void limitAndOffsetTogether() throws Exception {
    Get get = get()
                  .readAllVersions()
                  .addFamily(b("d"))
                  .setMaxResultsPerColumnFamily(2)
                  .setRowOffsetPerColumnFamily(1);
    assertEquals("r d:a@2=a2 d:a@1=a1", show(table.get(get)));
  }

  @Test
  void exists() throws Exception {
    assertTrue(table.exists(get()));
    assertFalse(table.exists(new Get(b("nobody"))));
    assertFalse(table.exists(get().addColumn(b("d"), b("nope"))));
  }

  @Test
  @Covers("rpc:ClientService.Multi")
  void existsForMany() throws Exception {
    boolean[] there = table.exists(List.of(get(), new Get(b("nobody")), new Get(b("s"))));
    assertArrayEquals(new boolean[] {true, false, true}, there);
  }

  @Test
  void checkExistenceOnlyHasNoCells() throws Exception {
    Result result = table.get(get().setCheckExistenceOnly(true));
    assertEquals(Boolean.TRUE, result.getExists());
    assertEquals(0, result.size());
  }

  @Test
  @Covers("rpc:ClientService.Multi")
  void many() throws Exception {
    Result[] results =
        table.get(List.of(new Get(b("s")), new Get(b("nobody")), get().addColumn(b("d"), b("b"))));
    assertEquals("s d:a@7=s7 | - | r d:b@5=b5", show(results));
  }

  @Test
  void filterThatKeeps() throws Exception {
    assertEquals("r d:b@5=b5",
        show(table.get(get().addColumn(b("d"), b("b")).setFilter(new PrefixFilter(b("r"))))));
  }

  @Test
  void filterThatRefuses() throws Exception {
    assertEquals("-", show(table.get(get().setFilter(new PrefixFilter(b("x"))))));
  }

  @Test
  void hintsChangeNothing() throws Exception {
    Get get = new Get(b("s"))
                  .setCacheBlocks(false)
                  .setId("me")
                  .setPriority(7)
                  .setConsistency(Consistency.STRONG)
                  .setIsolationLevel(IsolationLevel.READ_UNCOMMITTED);
    get.setAttribute("any", b("thing"));
    assertEquals("s d:a@7=s7", show(table.get(get)));
  }

  @Test
  void timelineReadsAreNotStale() throws Exception {
    Result result = table.get(new Get(b("s")).setConsistency(Consistency.TIMELINE));
    assertEquals("s d:a@7=s7", show(result));
    assertFalse(result.isStale());
  }

  @Test
  void familyThatIsNotThere() {
    assertEquals(
        "NoSuchColumnFamilyException", thrown(() -> table.get(get().addFamily(b("nope")))));
  }

  @Test
  void familyThatIsNotThereSaysWhich() {
    String message = message(() -> table.get(get().addFamily(b("nope"))));
    assertTrue(message.contains("Column family nope does not exist in region"), message);
  }

  @Test
  void tableThatIsNotThere() {
    assertEquals(
        "TableNotFoundException", thrown(() -> Cluster.table(Cluster.name("none")).get(get())));
  }

  @Test
  void valueOfAMegabyte() throws Exception {
    byte[] value = new byte[1 << 20];
    for (int i = 0; i < value.length; i++) {
      value[i] = (byte) (i * 31);
    }
    table.put(new Put(b("big")).addColumn(b("d"), b("v"), value));
    assertArrayEquals(value, table.get(new Get(b("big"))).value());
  }

  @Test
  void rowWithAThousandColumns() throws Exception {
    Put put = new Put(b("wide"));
    for (int i = 0; i < 1000; i++) {
      put.addColumn(b("d"), Bytes.toBytes(i), 1, Bytes.toBytes(i));
    }
    table.put(put);
    Result result = table.get(new Get(b("wide")));
    assertEquals(1000, result.size());
    assertEquals(999,
        Bytes.toInt(
            result.rawCells()[999].getValueArray(), result.rawCells()[999].getValueOffset()));
  }

  @Test
  void emptyRowIsRefusedByTheClient() {
    assertThrows(IllegalArgumentException.class, () -> new Get(new byte[0]));
  }
}
