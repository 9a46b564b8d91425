package basalt.clients;

import static basalt.clients.Text.b;
import static basalt.clients.Text.message;
import static basalt.clients.Text.show;
import static basalt.clients.Text.thrown;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class TableAdminTest {
  private static Admin admin;
  private static TableName shared;

  @BeforeAll
  static void open() throws Exception {
    admin = Cluster.admin();
    shared = Cluster.create("shared", "d", "e");
  }

  @Test
  @Covers({"rpc:MasterService.CreateTable", "rpc:MasterService.DisableTable",
      "rpc:MasterService.EnableTable", "rpc:MasterService.DeleteTable",
      "rpc:MasterService.getProcedureResult", "rpc:MasterService.IsMasterRunning"})
  void
  lifeOfATable() throws Exception {
    TableName name = Cluster.create("life", "d");
    assertTrue(admin.tableExists(name));
    assertTrue(admin.isTableEnabled(name));
    assertTrue(admin.isTableAvailable(name));
    assertFalse(admin.isTableDisabled(name));
    admin.disableTable(name);
    assertTrue(admin.isTableDisabled(name));
    admin.enableTable(name);
    assertTrue(admin.isTableEnabled(name));
    admin.disableTable(name);
    admin.deleteTable(name);
    assertFalse(admin.tableExists(name));
  }

  @Test
  void anAttributeOfEachKindComesBack() throws Exception {
    TableName name = Cluster.name("attributes");
    ColumnFamilyDescriptor family = ColumnFamilyDescriptorBuilder.newBuilder(b("d"))
                                        .setMaxVersions(7)
                                        .setMinVersions(2)
                                        .setTimeToLive(86_400)
                                        .setBlocksize(4096)
                                        .setBloomFilterType(BloomType.ROWCOL)
                                        .setInMemory(true)
                                        .setBlockCacheEnabled(false)
                                        .setKeepDeletedCells(KeepDeletedCells.TTL)
                                        .setScope(1)
                                        .setCompressionType(Compression.Algorithm.NONE)
                                        .setValue("own", "thing")
                                        .setConfiguration("hbase.some.key", "some value")
                                        .build();
    TableDescriptor made = TableDescriptorBuilder.newBuilder(name)
                               .setColumnFamily(family)
                               .setMaxFileSize(1L << 30)
                               .setMemStoreFlushSize(1 << 26)
                               .setReadOnly(false)
                               .setValue("OWNERS", "me")
                               .build();
    admin.createTable(made);
    TableDescriptor read = admin.getDescriptor(name);
    ColumnFamilyDescriptor back = read.getColumnFamily(b("d"));
    assertEquals("7 2 86400 4096 ROWCOL true false TTL 1 NONE thing",
        back.getMaxVersions() + " " + back.getMinVersions() + " " + back.getTimeToLive() + " "
            + back.getBlocksize() + " " + back.getBloomFilterType() + " " + back.isInMemory() + " "
            + back.isBlockCacheEnabled() + " " + back.getKeepDeletedCells() + " " + back.getScope()
            + " " + back.getCompressionType() + " " + Bytes.toString(back.getValue(b("own"))));
    assertEquals(1L << 30, read.getMaxFileSize());
    assertEquals(1 << 26, read.getMemStoreFlushSize());
    assertEquals("me", read.getValue("OWNERS"));
    assertEquals("some value", back.getConfigurationValue("hbase.some.key"));
  }

  @Test
  void createdWithSplits() throws Exception {
    TableName name =
        Cluster.create(Cluster.descriptor(Cluster.name("splits"), "d").build(), "b", "f", "t");
    assertEquals("[, b, f, t]",
        admin.getRegions(name)
            .stream()
            .map(region -> new String(region.getStartKey()))
            .collect(Collectors.toList())
            .toString());
  }

  @Test
  void createdWithEvenSplits() throws Exception {
    TableName name = Cluster.name("even");
    admin.createTable(Cluster.descriptor(name, "d").build(), b("aaa"), b("zzz"), 5);
    assertEquals(5, admin.getRegions(name).size());
  }

  @Test
  void createErrors() {
    assertEquals("TableExistsException",
        thrown(() -> admin.createTable(Cluster.descriptor(shared, "d").build())));
    assertEquals("NamespaceNotFoundException",
        thrown(()
                   -> admin.createTable(
                       Cluster.descriptor(TableName.valueOf("nowhere", "t"), "d").build())));
    assertEquals("DoNotRetryIOException",
        thrown(()
                   -> admin.createTable(
                       TableDescriptorBuilder.newBuilder(Cluster.name("nofamily")).build())));
    assertEquals("IllegalArgumentException",
        thrown(()
                   -> admin.createTable(Cluster.descriptor(Cluster.name("twice"), "d").build(),
                       new byte[][] {b("a"), b("a")})));
  }

  @Test
  void createMessages() {
    assertTrue(message(() -> admin.createTable(Cluster.descriptor(shared, "d").build()))
                   .contains(shared.getNameAsString()));
    String message =
        message(()
                    -> admin.createTable(
                        TableDescriptorBuilder.newBuilder(Cluster.name("nofamily")).build()));
    assertTrue(message.contains("Table should have at least one column family"), message);
  }

  @Test
  void stateErrors() throws Exception {
    TableName name = Cluster.create("states", "d");
    assertEquals("TableNotDisabledException", thrown(() -> admin.enableTable(name)));
    assertEquals("TableNotDisabledException", thrown(() -> admin.deleteTable(name)));
    assertEquals("TableNotDisabledException", thrown(() -> admin.truncateTable(name, false)));
    admin.disableTable(name);
    assertEquals("TableNotEnabledException", thrown(() -> admin.disableTable(name)));
  }

  @Test
  void absentTables() {
    TableName none = Cluster.name("none");
    assertEquals("TableNotFoundException", thrown(() -> admin.disableTable(none)));
    assertEquals("TableNotFoundException", thrown(() -> admin.enableTable(none)));
    assertEquals("TableNotFoundException", thrown(() -> admin.deleteTable(none)));
    assertEquals("TableNotFoundException", thrown(() -> admin.getDescriptor(none)));
    assertEquals("TableNotFoundException", thrown(() -> admin.isTableEnabled(none)));
    assertEquals("TableNotFoundException", thrown(() -> admin.flush(none)));
    assertEquals("TableNotFoundException",
        thrown(() -> admin.modifyTable(Cluster.descriptor(none, "d").build())));
    assertEquals("TableNotFoundException",
        thrown(() -> admin.addColumnFamily(none, ColumnFamilyDescriptorBuilder.of("x"))));
  }

  @Test
  void dataOfADisabledTable() throws Exception {
    TableName name = Cluster.create("disabled", "d");
    try (Table table = Cluster.table(name)) {
      table.put(new Put(b("r")).addColumn(b("d"), b("q"), 1, b("v")));
      admin.disableTable(name);
      assertEquals("TableNotEnabledException", thrown(() -> table.get(new Get(b("r")))));
      assertEquals("TableNotEnabledException",
          thrown(() -> table.put(new Put(b("r")).addColumn(b("d"), b("q"), 2, b("w")))));
      admin.enableTable(name);
      assertEquals("r d:q@1=v", show(table.get(new Get(b("r")))));
    }
  }

  @Test
  @Covers("rpc:MasterService.truncateTable")
  void truncate() throws Exception {
    TableName name = Cluster.create(Cluster.descriptor(Cluster.name("truncate"), "d").build(), "m");
    try (Table table = Cluster.table(name)) {
      table.put(new Put(b("r")).addColumn(b("d"), b("q"), 1, b("v")));
      admin.disableTable(name);
      admin.truncateTable(name, true);
      assertTrue(admin.isTableEnabled(name));
      assertEquals("-", show(table.get(new Get(b("r")))));
      assertEquals(2, admin.getRegions(name).size());
      admin.disableTable(name);
      admin.truncateTable(name, false);
      assertEquals(1, admin.getRegions(name).size());
    }
  }

  @Test
  @Covers({"rpc:MasterService.AddColumn", "rpc:MasterService.ModifyColumn",
      "rpc:MasterService.DeleteColumn"})
  void
  families() throws Exception {
    TableName name = Cluster.create("families", "d");
    admin.addColumnFamily(name, ColumnFamilyDescriptorBuilder.of("e"));
    assertArrayEquals(b("e"), admin.getDescriptor(name).getColumnFamily(b("e")).getName());
    try (Table table = Cluster.table(name)) {
      table.put(new Put(b("r")).addColumn(b("e"), b("q"), 1, b("v")));
      admin.modifyColumnFamily(
          name, ColumnFamilyDescriptorBuilder.newBuilder(b("e")).setMaxVersions(3).build());
      assertEquals(3, admin.getDescriptor(name).getColumnFamily(b("e")).getMaxVersions());
      assertEquals("r e:q@1=v", show(table.get(new Get(b("r")))));
      admin.deleteColumnFamily(name, b("e"));
      assertEquals("NoSuchColumnFamilyException",
          thrown(() -> table.get(new Get(b("r")).addFamily(b("e")))));
    }
  }

  @Test
  void familyErrors() throws Exception {
    TableName name = Cluster.create("family_errors", "d");
    assertEquals("InvalidFamilyOperationException",
        thrown(() -> admin.addColumnFamily(name, ColumnFamilyDescriptorBuilder.of("d"))));
    assertEquals("InvalidFamilyOperationException",
        thrown(() -> admin.modifyColumnFamily(name, ColumnFamilyDescriptorBuilder.of("x"))));
    assertEquals(
        "InvalidFamilyOperationException", thrown(() -> admin.deleteColumnFamily(name, b("x"))));
    assertEquals(
        "InvalidFamilyOperationException", thrown(() -> admin.deleteColumnFamily(name, b("d"))));
  }

  @Test
  @Covers("rpc:MasterService.ModifyTable")
  void modify() throws Exception {
    TableName name = Cluster.create("modify", "d", "e");
    TableDescriptor old = admin.getDescriptor(name);
    admin.modifyTable(TableDescriptorBuilder.newBuilder(old)
                          .setMaxFileSize(123_456_789)
                          .removeColumnFamily(b("e"))
                          .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
                          .setValue("k", "v")
                          .build());
    TableDescriptor read = admin.getDescriptor(name);
    assertEquals(123_456_789, read.getMaxFileSize());
    assertEquals("v", read.getValue("k"));
    assertEquals("[d, f]",
        read.getColumnFamilyNames()
            .stream()
            .map(String::new)
            .collect(Collectors.toList())
            .toString());
  }

  @Test
  void readOnlyTables() throws Exception {
    TableName name = Cluster.name("readonly");
    admin.createTable(Cluster.descriptor(name, "d").setReadOnly(true).build());
    try (Table table = Cluster.table(name)) {
      assertEquals("-", show(table.get(new Get(b("r")))));
      assertEquals("DoNotRetryIOException",
          thrown(() -> table.put(new Put(b("r")).addColumn(b("d"), b("q"), b("v")))));
    }
  }

  @Test
  @Covers("rpc:MasterService.GetTableNames")
  void listing() throws Exception {
    String stem = Cluster.unique("listed");
    admin.createTable(Cluster.descriptor(TableName.valueOf(stem + "_a"), "d").build());
    admin.createTable(Cluster.descriptor(TableName.valueOf(stem + "_b"), "d").build());
    TableName[] names = admin.listTableNames(Pattern.compile(stem + ".*"));
    assertEquals("[" + stem + "_a, " + stem + "_b]", Arrays.toString(names));
    assertEquals(0, admin.listTableNames(Pattern.compile(stem)).length);
    assertTrue(Arrays.asList(admin.listTableNames()).contains(shared));
    assertFalse(Arrays.asList(admin.listTableNames()).contains(TableName.META_TABLE_NAME));
    assertTrue(Arrays.asList(admin.listTableNames(Pattern.compile(".*"), true))
                   .contains(TableName.META_TABLE_NAME));
  }

  @Test
  @Covers("rpc:MasterService.GetTableDescriptors")
  void descriptors() throws Exception {
    List<TableDescriptor> some = admin.listTableDescriptors(List.of(shared));
    assertEquals(1, some.size());
    assertEquals(2, some.get(0).getColumnFamilyCount());
    assertTrue(admin.listTableDescriptors().stream().anyMatch(
        descriptor -> descriptor.getTableName().equals(shared)));
    assertTrue(admin.listTableDescriptors(Pattern.compile("hbase:.*"), true)
                   .stream()
                   .anyMatch(descriptor -> descriptor.isMetaTable()));
  }

  @Test
  @Covers("rpc:MasterService.GetTableDescriptors")
  void cloningASchema() throws Exception {
    TableName copy = Cluster.name("cloned");
    admin.cloneTableSchema(shared, copy, false);
    assertEquals(2, admin.getDescriptor(copy).getColumnFamilyCount());
    assertEquals("TableNotFoundException",
        thrown(() -> admin.cloneTableSchema(Cluster.name("none"), Cluster.name("x"), false)));
    assertEquals("TableExistsException", thrown(() -> admin.cloneTableSchema(shared, copy, false)));
  }

  @Test
  void deletedTablesComeBackEmpty() throws Exception {
    TableName name = Cluster.create("again", "d");
    try (Table table = Cluster.table(name)) {
      table.put(new Put(b("r")).addColumn(b("d"), b("q"), 1, b("v")));
      admin.disableTable(name);
      admin.deleteTable(name);
      Cluster.create(Cluster.descriptor(name, "d").build());
      assertEquals("-", show(table.get(new Get(b("r")))));
    }
  }

  @Test
  void ttlOfAFamily() throws Exception {
    TableName name = Cluster.name("ttl");
    admin.createTable(
        TableDescriptorBuilder.newBuilder(name)
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(b("d")).setTimeToLive(100).build())
            .build());
    long now = System.currentTimeMillis();
    try (Table table = Cluster.table(name)) {
      table.put(new Put(b("r"))
                    .addColumn(b("d"), b("old"), now - 200_000, b("v"))
                    .addColumn(b("d"), b("new"), now - 20_000, b("v")));
      assertEquals("r d:new@" + (now - 20_000) + "=v", show(table.get(new Get(b("r")))));
    }
  }
}
