package basalt.clients;

import static basalt.clients.Text.b;
import static basalt.clients.Text.thrown;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Large values (R17): MOB families, and the limits of client and server. */
class MobTest {
  private static final int MB = 1 << 20;
  private static Connection unlimited;

  @BeforeAll
  static void open() throws Exception {
    Configuration conf = Cluster.configuration();
    conf.setInt("hbase.client.keyvalue.maxsize", 0);
    unlimited = ConnectionFactory.createConnection(conf);
  }

  @AfterAll
  static void close() throws Exception {
    unlimited.close();
  }

  /** @param limit the table's own limit of cells, or null */
  private static TableName create(String limit) throws Exception {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(Cluster.name("mob"))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.newBuilder(b("f"))
                                 .setMobEnabled(true)
                                 .setMobThreshold(100 * 1024)
                                 .build());
    if (limit != null) {
      table.setValue("hbase.server.keyvalue.maxsize", limit);
    }
    return Cluster.create(table.build());
  }

  private static byte[] value(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static void put(Table table, int length) throws Exception {
    table.put(new Put(b("row" + length)).addColumn(b("f"), b("q"), 1, value(length)));
  }

  private static void check(Table table, int length) throws Exception {
    assertArrayEquals(value(length), table.get(new Get(b("row" + length))).getValue(b("f"), b("q")));
  }

  @Test
  void aboveAndBelowTheThreshold() throws Exception {
    TableName name = create(null);
    int[] lengths = {10, 100 * 1024, 100 * 1024 + 1, 300_000, 9 * MB};
    try (Table table = Cluster.table(name); Admin admin = Cluster.admin()) {
      for (int length : lengths) {
        put(table, length);
      }
      for (int length : lengths) {
        check(table, length);
      }
      admin.flush(name);
      for (int length : lengths) {
        check(table, length);
      }
      int seen = 0;
      try (ResultScanner scanner = table.getScanner(new Scan())) {
        for (Result row : scanner) {
          seen++;
          assertTrue(row.getValue(b("f"), b("q")).length >= 10);
        }
      }
      assertEquals(lengths.length, seen);
    }
  }

  @Test
  void valuesOfFiftyMegabytes() throws Exception {
    TableName name = create("67108864");
    int[] lengths = {11 * MB, 50 * MB};
    try (Table table = unlimited.getTable(name); Admin admin = unlimited.getAdmin()) {
      for (int length : lengths) {
        put(table, length);
        check(table, length);
      }
      admin.flush(name);
      for (int length : lengths) {
        check(table, length);
      }
      table.delete(new Delete(b("row" + lengths[0])));
      admin.majorCompact(name);
      assertTrue(table.get(new Get(b("row" + lengths[0]))).isEmpty());
      check(table, lengths[1]);
    }
  }

  @Test
  void theServersLimit() throws Exception {
    TableName name = create(null);
    try (Table table = unlimited.getTable(name)) {
      assertEquals("DoNotRetryIOException", thrown(() -> put(table, 10 * MB)));
      assertTrue(table.get(new Get(b("row" + 10 * MB))).isEmpty());
    }
  }

  @Test
  void theClientsLimit() throws Exception {
    try (Table table = Cluster.table(create(null))) {
      assertEquals("IllegalArgumentException", thrown(() -> put(table, 10 * MB)));
    }
  }
}
