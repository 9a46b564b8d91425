package basalt.clients;

import static basalt.clients.Text.b;
import static basalt.clients.Text.cause;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the master refuses of descriptors: settings, and changes of store file trackers. */
class DescriptorCheckTest {
  private static final String ADVICE = " Set hbase.table.sanity.checks to false at conf or table "
      + "descriptor if you want to bypass sanity checks";
  private static final String TRACKER = "hbase.store.file-tracker.impl";
  private static final String FROM = "hbase.store.file-tracker.migration.src.impl";
  private static final String TO = "hbase.store.file-tracker.migration.dst.impl";
  private static final String POLICY = "hbase.hstore.defaultengine.compactionpolicy.class";
  private static final String FIFO =
      "org.apache.hadoop.hbase.regionserver.compactions.FIFOCompactionPolicy";
  private static Admin admin;

  @BeforeAll
  static void open() throws Exception {
    admin = Cluster.admin();
  }

  interface Action {
    void run() throws Exception;
  }

  /** The message without the class in front of it and without the advice; "" when it works. */
  private static String error(Action action) {
    try {
      action.run();
      return "";
    } catch (Exception e) {
      return String.valueOf(cause(e).getMessage())
          .split("\n")[0]
          .replaceFirst("^org\\.apache\\.[\\w.]*Exception: ", "")
          .replace(ADVICE, "");
    }
  }

  private static String create(TableDescriptorBuilder table) {
    return error(() -> Cluster.create(table.build()));
  }

  private static TableDescriptorBuilder with(String name, String value) {
    return TableDescriptorBuilder.newBuilder(Cluster.name("checked"))
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
        .setValue(name, value);
  }

  private static TableDescriptorBuilder family(Map<String, String> settings, int ttl) {
    ColumnFamilyDescriptorBuilder family = ColumnFamilyDescriptorBuilder.newBuilder(b("f"));
    settings.forEach(family::setConfiguration);
    if (ttl > 0) {
      family.setTimeToLive(ttl);
    }
    return TableDescriptorBuilder.newBuilder(Cluster.name("checked"))
        .setColumnFamily(family.build());
  }

  @Test
  void types() {
    assertEquals("'hbase.hstore.blockingStoreFiles' must be an integer.",
        create(with("hbase.hstore.blockingStoreFiles", "x")));
    assertEquals("'hbase.hregion.max.filesize' must be a long.",
        create(with("hbase.hregion.max.filesize", "x")));
    assertEquals("'hbase.hstore.engine.class' must be a class.",
        create(with("hbase.hstore.engine.class", "java.lang.Nope")));
    assertEquals("'hbase.hstore.compaction.min' must be an integer.",
        create(family(Map.of("hbase.hstore.compaction.min", "x"), 0)));
    assertEquals("Cannot manage Erasure Coding policy. Erasure Coding is only available on HDFS, "
            + "but fs is LocalFileSystem",
        create(with("ERASURE_CODING_POLICY", "RS-6-3-1024k")));
    assertEquals("", create(with("hbase.hstore.compaction.min", "3")));
  }

  @Test
  void fifo() {
    String message = "Default TTL is not supported for FIFO compaction";
    assertEquals(message, create(with(POLICY, FIFO)));
    assertEquals(message, create(with(POLICY, FIFO).setValue("hbase.table.sanity.checks", "false")));
    assertEquals(message, create(family(Map.of(POLICY, FIFO), 0)));
    assertEquals("",
        create(family(Map.of(POLICY, FIFO, "hbase.hstore.blockingStoreFiles", "1000"), 100)));
  }

  @Test
  void tiering() {
    String key = "hbase.hstore.datatiering.type";
    String message = "Time Range Data Tiering should be enabled with Date Tiered Compaction.";
    assertEquals(message, create(with(key, "TIME_RANGE")));
    assertEquals(message, create(family(Map.of(key, "TIME_RANGE"), 0)));
    assertEquals("",
        create(with(key, "TIME_RANGE")
                   .setValue("hbase.hstore.engine.class",
                       "org.apache.hadoop.hbase.regionserver.DateTieredStoreEngine")));
  }

  @Test
  void newTrackers() throws Exception {
    TableName plain = Cluster.create("tracker", "f");
    assertEquals("DEFAULT", admin.getDescriptor(plain).getValue(TRACKER));
    assertEquals("", create(with(TRACKER, "FILE")));
    assertNotEquals("", create(with(TRACKER, "NOPE")));
    TableDescriptor migrating = with(TRACKER, "MIGRATION").build();
    assertEquals("Should not use MIGRATION as store file tracker for new family f of table "
            + migrating.getTableName(),
        error(() -> Cluster.create(migrating)));
  }

  @Test
  void changesOfTrackers() throws Exception {
    TableName name = Cluster.create("tracker", "f");
    String place = " for family f of table " + name;
    assertEquals("Should change to MIGRATION first when migrating from DEFAULT" + place,
        modify(name, TRACKER, "FILE"));
    assertEquals("Should use src tracker DEFAULT first but got FILE when migrating from DEFAULT"
            + place,
        modify(name, TRACKER, "MIGRATION", FROM, "FILE", TO, "DEFAULT"));
    assertEquals("The src tracker and dst tracker are both DEFAULT" + place,
        modify(name, TRACKER, "MIGRATION", FROM, "DEFAULT", TO, "DEFAULT"));
    assertEquals("", modify(name, TRACKER, "MIGRATION", FROM, "DEFAULT", TO, "FILE"));
    assertEquals("The src tracker has been changed from DEFAULT to FILE" + place,
        modify(name, FROM, "FILE"));
    assertEquals("The dst tracker has been changed from FILE to DEFAULT" + place,
        modify(name, TO, "DEFAULT"));
    assertEquals("Should migrate tracker to FILE but got DEFAULT" + place,
        modify(name, TRACKER, "DEFAULT"));
    admin.disableTable(name);
    assertEquals("Should not change store file tracker implementation from MIGRATION while table "
            + name + " is disabled",
        modify(name, TRACKER, "FILE"));
    admin.enableTable(name);
    assertEquals("", modify(name, TRACKER, "FILE"));
  }

  private static String modify(TableName name, String... values) throws Exception {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(admin.getDescriptor(name));
    for (int i = 0; i < values.length; i += 2) {
      table.setValue(values[i], values[i + 1]);
    }
    return error(() -> admin.modifyTable(table.build()));
  }
}
