package basalt.clients;

import static basalt.clients.Text.b;
import static basalt.clients.Text.show;
import static basalt.clients.Text.thrown;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilderFactory;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

@Covers("rpc:ClientService.Mutate")
class DeleteTest {
  private static Table table;

  @BeforeAll
  static void create() throws Exception {
    TableName name = Cluster.name("delete");
    table = Cluster.table(Cluster.create(
        TableDescriptorBuilder.newBuilder(name)
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(b("d")).setMaxVersions(5).build())
            .setColumnFamily(ColumnFamilyDescriptorBuilder.newBuilder(b("k"))
                                 .setMaxVersions(5)
                                 .setKeepDeletedCells(KeepDeletedCells.TRUE)
                                 .build())
            .build()));
  }

  /** Three versions of d:a, two of d:b, one of k:c. */
  private static void fill(String row) throws IOException {
    table.put(new Put(b(row))
                  .addColumn(b("d"), b("a"), 1, b("a1"))
                  .addColumn(b("d"), b("a"), 2, b("a2"))
                  .addColumn(b("d"), b("a"), 3, b("a3"))
                  .addColumn(b("d"), b("b"), 2, b("b2"))
                  .addColumn(b("d"), b("b"), 4, b("b4"))
                  .addColumn(b("k"), b("c"), 3, b("c3")));
  }

  private static String read(String row) throws IOException {
    return show(table.get(new Get(b(row)).readAllVersions()));
  }

  private static String raw(String row) throws IOException {
    Scan scan =
        new Scan().withStartRow(b(row)).withStopRow(b(row), true).setRaw(true).readAllVersions();
    try (ResultScanner scanner = table.getScanner(scan)) {
      return show(scanner);
    }
  }

  @Test
  void aPutThatCarriesMarkersDeletes() throws Exception {
    fill("markers");
    Cell marker = CellBuilderFactory.create(CellBuilderType.DEEP_COPY)
                      .setRow(b("markers"))
                      .setFamily(b("d"))
                      .setQualifier(b("a"))
                      .setTimestamp(2)
                      .setType(Cell.Type.DeleteColumn)
                      .build();
    table.put(new Put(b("markers")).add(marker).addColumn(b("k"), b("c"), 4, b("c4")));
    assertEquals("markers d:a@3=a3 d:b@4=b4 d:b@2=b2 k:c@4=c4 k:c@3=c3", read("markers"));
  }

  @Test
  void wholeRow() throws Exception {
    fill("row");
    table.delete(new Delete(b("row")));
    assertEquals("-", read("row"));
  }

  @Test
  void wholeRowUpToATime() throws Exception {
    fill("rowts");
    table.delete(new Delete(b("rowts"), 2));
    assertEquals("rowts d:a@3=a3 d:b@4=b4 k:c@3=c3", read("rowts"));
  }

  @Test
  void oneFamily() throws Exception {
    fill("family");
    table.delete(new Delete(b("family")).addFamily(b("d")));
    assertEquals("family k:c@3=c3", read("family"));
  }

  @Test
  void oneFamilyUpToATime() throws Exception {
    fill("familyts");
    table.delete(new Delete(b("familyts")).addFamily(b("d"), 3));
    assertEquals("familyts d:b@4=b4 k:c@3=c3", read("familyts"));
  }

  @Test
  void oneVersionOfAFamily() throws Exception {
    fill("fv");
    table.delete(new Delete(b("fv")).addFamilyVersion(b("d"), 2));
    assertEquals("fv d:a@3=a3 d:a@1=a1 d:b@4=b4 k:c@3=c3", read("fv"));
  }

  @Test
  void newestVersionOfAColumn() throws Exception {
    fill("latest");
    table.delete(new Delete(b("latest")).addColumn(b("d"), b("a")));
    assertEquals("latest d:a@2=a2 d:a@1=a1 d:b@4=b4 d:b@2=b2 k:c@3=c3", read("latest"));
  }

  @Test
  void oneVersionOfAColumn() throws Exception {
    fill("one");
    table.delete(new Delete(b("one")).addColumn(b("d"), b("a"), 2));
    assertEquals("one d:a@3=a3 d:a@1=a1 d:b@4=b4 d:b@2=b2 k:c@3=c3", read("one"));
  }

  @Test
  void versionThatIsNotThere() throws Exception {
    fill("absent");
    table.delete(new Delete(b("absent")).addColumn(b("d"), b("b"), 3));
    assertEquals("absent d:a@3=a3 d:a@2=a2 d:a@1=a1 d:b@4=b4 d:b@2=b2 k:c@3=c3", read("absent"));
  }

  @Test
  void allVersionsOfAColumn() throws Exception {
    fill("columns");
    table.delete(new Delete(b("columns")).addColumns(b("d"), b("a")));
    assertEquals("columns d:b@4=b4 d:b@2=b2 k:c@3=c3", read("columns"));
  }

  @Test
  void allVersionsOfAColumnUpToATime() throws Exception {
    fill("columnsts");
    table.delete(new Delete(b("columnsts")).addColumns(b("d"), b("a"), 2));
    assertEquals("columnsts d:a@3=a3 d:b@4=b4 d:b@2=b2 k:c@3=c3", read("columnsts"));
  }

  @Test
  void newestVersionOfNothing() throws Exception {
    table.delete(new Delete(b("nothing")).addColumn(b("d"), b("a")));
    assertEquals("-", read("nothing"));
  }

  @Test
  void anOlderPutAfterTheMarkerStaysHidden() throws Exception {
    table.delete(new Delete(b("hidden")).addColumns(b("d"), b("a"), 10));
    table.put(new Put(b("hidden")).addColumn(b("d"), b("a"), 9, b("late")));
    assertEquals("-", read("hidden"));
    table.put(new Put(b("hidden")).addColumn(b("d"), b("a"), 11, b("later")));
    assertEquals("hidden d:a@11=later", read("hidden"));
  }

  @Test
  @Covers("rpc:ClientService.Multi")
  void listOfDeletes() throws Exception {
    fill("l1");
    fill("l2");
    table.delete(
        new ArrayList<>(List.of(new Delete(b("l1")), new Delete(b("l2")).addFamily(b("d")))));
    assertEquals("-", read("l1"));
    assertEquals("l2 k:c@3=c3", read("l2"));
  }

  @Test
  @Covers("rpc:ClientService.Scan")
  void rawScanShowsMarkers() throws Exception {
    table.put(new Put(b("raw")).addColumn(b("d"), b("a"), 1, b("v")));
    table.delete(new Delete(b("raw"))
                     .addFamily(b("d"), 5)
                     .addFamilyVersion(b("d"), 6)
                     .addColumn(b("d"), b("a"), 1)
                     .addColumns(b("d"), b("b"), 7));
    assertEquals("raw d:@6!DeleteFamilyVersion d:@5!DeleteFamily d:a@1!Delete d:a@1=v"
            + " d:b@7!DeleteColumn",
        raw("raw"));
  }

  @Test
  void keptCellsAreSeenBeforeTheDelete() throws Exception {
    table.put(new Put(b("kept")).addColumn(b("k"), b("a"), 10, b("v")));
    table.delete(new Delete(b("kept")).addColumns(b("k"), b("a"), 20));
    assertEquals("-", read("kept"));
    Get before = new Get(b("kept")).setTimeRange(0, 20);
    assertEquals("kept k:a@10=v", show(table.get(before)));
  }

  @Test
  void familyThatIsNotThere() {
    assertEquals("NoSuchColumnFamilyException",
        thrown(() -> table.delete(new Delete(b("x")).addFamily(b("nope")))));
  }

  @Test
  @Covers({"rpc:AdminService.CompactRegion", "rpc:AdminService.GetRegionInfo",
      "rpc:MasterService.FlushTable"})
  void
  majorCompactionForgetsMarkers() throws Exception {
    TableName name = Cluster.create("compacted", "d");
    try (Table compacted = Cluster.table(name); Admin admin = Cluster.admin()) {
      compacted.put(new Put(b("r")).addColumn(b("d"), b("a"), 1, b("v")));
      compacted.delete(new Delete(b("r")).addColumns(b("d"), b("a"), 5));
      admin.flush(name);
      admin.majorCompact(name);
      Scan scan = new Scan().setRaw(true).readAllVersions();
      String left = "";
      for (int i = 0; i < 400; i++) {
        try (ResultScanner scanner = compacted.getScanner(scan)) {
          left = show(scanner);
        }
        if (left.isEmpty() && admin.getCompactionState(name) == CompactionState.NONE) {
          break;
        }
        Thread.sleep(25);
      }
      assertEquals("", left);
      compacted.put(new Put(b("r")).addColumn(b("d"), b("a"), 2, b("again")));
      Result result = compacted.get(new Get(b("r")));
      assertEquals("r d:a@2=again", show(result));
    }
  }
}
