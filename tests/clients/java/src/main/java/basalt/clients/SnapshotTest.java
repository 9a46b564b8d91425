package basalt.clients;

import static basalt.clients.Text.b;
import static basalt.clients.Text.thrown;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.SnapshotDescription;
import org.apache.hadoop.hbase.client.SnapshotType;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Snapshots: taken, listed, cloned, restored and deleted. */
class SnapshotTest {
  private static Admin admin;

  @BeforeAll
  static void open() throws Exception {
    admin = Cluster.admin();
  }

  private static void put(TableName table, String row, String value) throws Exception {
    try (Table t = Cluster.table(table)) {
      t.put(new Put(b(row)).addColumn(b("d"), b("q"), b(value)));
    }
  }

  private static String value(TableName table, String row) throws Exception {
    try (Table t = Cluster.table(table)) {
      return Bytes.toString(t.get(new Get(b(row))).getValue(b("d"), b("q")));
    }
  }

  private static List<String> rows(TableName table) throws Exception {
    List<String> rows = new ArrayList<>();
    try (Table t = Cluster.table(table); ResultScanner scanner = t.getScanner(new Scan())) {
      for (Result row : scanner) {
        rows.add(Bytes.toString(row.getRow()));
      }
    }
    return rows;
  }

  private static List<String> names(List<SnapshotDescription> snapshots) {
    return snapshots.stream().map(SnapshotDescription::getName).sorted().collect(
        Collectors.toList());
  }

  private static SnapshotDescription find(String name) throws Exception {
    return admin.listSnapshots(Pattern.compile(Pattern.quote(name))).get(0);
  }

  @Test
  @Covers({"rpc:MasterService.Snapshot", "rpc:MasterService.GetCompletedSnapshots",
      "rpc:MasterService.DeleteSnapshot", "rpc:MasterService.IsSnapshotDone"})
  void
  takenListedAndDeleted() throws Exception {
    TableName table = Cluster.create("snapped", "d");
    String name = Cluster.unique("snap");
    put(table, "r", "v");
    admin.snapshot(name, table);
    SnapshotDescription found = find(name);
    assertEquals(table, found.getTableName());
    assertEquals(SnapshotType.FLUSH, found.getType());
    assertEquals(2, found.getVersion());
    assertTrue(found.getCreationTime() > 0);
    assertEquals("SnapshotExistsException", thrown(() -> admin.snapshot(name, table)));
    admin.deleteSnapshot(name);
    assertTrue(admin.listSnapshots(Pattern.compile(name)).isEmpty());
    assertEquals("SnapshotDoesNotExistException", thrown(() -> admin.deleteSnapshot(name)));
  }

  @Test
  @Covers("rpc:MasterService.RestoreSnapshot")
  void aCloneIsATableOfItsOwn() throws Exception {
    TableName table =
        Cluster.create(Cluster.descriptor(Cluster.name("cloned"), "d").build(), "g", "p");
    String name = Cluster.unique("snap");
    put(table, "a", "one");
    put(table, "h", "two");
    admin.snapshot(name, table);
    put(table, "h", "three");
    put(table, "z", "four");
    TableName clone = Cluster.name("clone");
    admin.cloneSnapshot(name, clone);
    assertTrue(admin.isTableEnabled(clone));
    assertEquals(List.of("a", "h"), rows(clone));
    assertEquals("two", value(clone, "h"));
    assertEquals(3, admin.getRegions(clone).size());
    assertEquals(5, admin.getDescriptor(clone).getColumnFamily(b("d")).getMaxVersions());
    try (Table t = Cluster.table(clone)) {
      t.delete(new Delete(b("a")));
    }
    put(clone, "h", "five");
    assertEquals("three", value(table, "h"));
    assertEquals(List.of("a", "h", "z"), rows(table));
    admin.deleteSnapshot(name);
    assertEquals(List.of("h"), rows(clone));
    assertEquals("five", value(clone, "h"));
  }

  @Test
  void aRestoreReturnsToIt() throws Exception {
    TableName table = Cluster.create("restored", "d");
    String name = Cluster.unique("snap");
    put(table, "r", "one");
    admin.snapshot(name, table);
    put(table, "r", "two");
    put(table, "s", "new");
    assertEquals("TableNotDisabledException", thrown(() -> admin.restoreSnapshot(name)));
    admin.disableTable(table);
    admin.restoreSnapshot(name, true);
    assertTrue(admin.isTableDisabled(table));
    // The fail-safe snapshot, which the client takes, is gone.
    assertTrue(admin.listSnapshots(Pattern.compile(".*failsafe.*" + name + ".*")).isEmpty());
    admin.enableTable(table);
    assertEquals(List.of("r"), rows(table));
    assertEquals("one", value(table, "r"));
    put(table, "r", "three");
    assertEquals("three", value(table, "r"));
    admin.deleteSnapshot(name);
  }

  @Test
  void deletesAndVersionsAreInIt() throws Exception {
    TableName table = Cluster.create("versions", "d");
    String name = Cluster.unique("snap");
    try (Table t = Cluster.table(table)) {
      for (int i = 1; i <= 3; i++) {
        t.put(new Put(b("r")).addColumn(b("d"), b("q"), i, b("v" + i)));
      }
      t.delete(new Delete(b("r")).addColumn(b("d"), b("q"), 2));
    }
    admin.snapshot(name, table);
    TableName clone = Cluster.name("clone");
    admin.cloneSnapshot(name, clone);
    try (Table t = Cluster.table(clone)) {
      Result row = t.get(new Get(b("r")).readAllVersions());
      assertEquals(2, row.size());
      assertEquals(3, row.rawCells()[0].getTimestamp());
      assertEquals(1, row.rawCells()[1].getTimestamp());
    }
    admin.deleteSnapshot(name);
  }

  @Test
  void ofADisabledTableAndWithoutAFlush() throws Exception {
    TableName table = Cluster.create("kinds", "d");
    put(table, "r", "v");
    String skip = Cluster.unique("skip");
    admin.snapshot(skip, table, SnapshotType.SKIPFLUSH);
    assertEquals(SnapshotType.SKIPFLUSH, find(skip).getType());
    TableName empty = Cluster.name("empty");
    admin.cloneSnapshot(skip, empty);
    assertEquals(List.of(), rows(empty));
    admin.disableTable(table);
    String disabled = Cluster.unique("disabled");
    admin.snapshot(disabled, table);
    assertEquals(SnapshotType.DISABLED, find(disabled).getType());
    TableName clone = Cluster.name("clone");
    admin.cloneSnapshot(disabled, clone);
    assertEquals(List.of("r"), rows(clone));
    admin.deleteSnapshots(Pattern.compile(skip + "|" + disabled));
    assertTrue(admin.listSnapshots(Pattern.compile(skip + "|" + disabled)).isEmpty());
  }

  @Test
  void withATimeToLive() throws Exception {
    TableName table = Cluster.create("lived", "d");
    String name = Cluster.unique("ttl");
    admin.snapshot(name, table, SnapshotType.FLUSH, Map.of("TTL", 86_400L));
    assertEquals(86_400, find(name).getTtl());
    admin.deleteSnapshot(name);
  }

  @Test
  void byPatterns() throws Exception {
    TableName table = Cluster.create("patterns", "d");
    String prefix = Cluster.unique("p");
    for (String end : new String[] {"a", "b", "c"}) {
      admin.snapshot(prefix + end, table);
    }
    Pattern tables = Pattern.compile(Pattern.quote(table.getNameAsString()));
    assertEquals(List.of(prefix + "a", prefix + "b", prefix + "c"),
        names(admin.listTableSnapshots(tables, Pattern.compile(prefix + ".*"))));
    admin.deleteTableSnapshots(tables, Pattern.compile(prefix + "[ab]"));
    assertEquals(
        List.of(prefix + "c"), names(admin.listSnapshots(Pattern.compile(prefix + ".*"))));
    admin.deleteSnapshots(Pattern.compile(prefix + ".*"));
    assertTrue(admin.listSnapshots(Pattern.compile(prefix + ".*")).isEmpty());
  }

  @Test
  void whatIsRefused() throws Exception {
    TableName table = Cluster.create("refused", "d");
    String name = Cluster.unique("snap");
    assertEquals("SnapshotCreationException",
        thrown(() -> admin.snapshot(name, TableName.valueOf("nowhere"))));
    assertEquals("IllegalArgumentException", thrown(() -> admin.snapshot("-" + name, table)));
    assertEquals(
        "IllegalArgumentException", thrown(() -> admin.snapshot(name, TableName.META_TABLE_NAME)));
    TableName clone = Cluster.name("clone");
    assertTrue(
        thrown(() -> admin.cloneSnapshot(name, clone)).endsWith("SnapshotDoesNotExistException"));
    assertEquals("RestoreSnapshotException", thrown(() -> admin.restoreSnapshot(name)));
    admin.snapshot(name, table);
    assertEquals("TableExistsException", thrown(() -> admin.cloneSnapshot(name, table)));
    assertEquals("NamespaceNotFoundException",
        thrown(() -> admin.cloneSnapshot(name, TableName.valueOf("nowhere", "t"))));
    assertFalse(admin.tableExists(clone));
    admin.deleteSnapshot(name);
  }
}
