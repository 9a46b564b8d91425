package basalt.clients;

import static basalt.clients.Text.b;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The catalog, read as any other table. */
class MetaTest {
  private static TableName name;
  private static Table meta;

  @BeforeAll
  static void open() throws Exception {
    name = Cluster.create(Cluster.descriptor(Cluster.name("meta"), "d").build(), ",", "m");
    meta = Cluster.table(TableName.META_TABLE_NAME);
  }

  private static List<Result> regions(boolean reversed) throws Exception {
    Scan scan = new Scan().addFamily(b("info")).setReversed(reversed);
    byte[] first = b(name + ",,");
    byte[] last = b(name + " ,,");
    scan.withStartRow(reversed ? last : first).withStopRow(reversed ? first : last);
    List<Result> results = new ArrayList<>();
    try (ResultScanner scanner = meta.getScanner(scan)) {
      scanner.forEach(results::add);
    }
    return results;
  }

  @Test
  void aRowForEachRegion() throws Exception {
    List<Result> rows = regions(false);
    assertEquals(3, rows.size());
    String[] starts = {"", ",", "m"};
    for (int i = 0; i < 3; i++) {
      RegionInfo region =
          RegionInfo.parseFromOrNull(rows.get(i).getValue(b("info"), b("regioninfo")));
      assertEquals(starts[i], Bytes.toString(region.getStartKey()));
      assertEquals(Bytes.toString(region.getRegionName()), Bytes.toString(rows.get(i).getRow()));
    }
  }

  @Test
  void backward() throws Exception {
    List<Result> rows = regions(true);
    assertEquals(3, rows.size());
    assertTrue(Bytes.toString(rows.get(0).getRow()).startsWith(name + ",m,"));
  }

  @Test
  void serversAreTheLiveOnes() throws Exception {
    try (Admin admin = Cluster.admin()) {
      ServerName server = admin.getRegionServers().iterator().next();
      for (Result row : regions(false)) {
        assertEquals(server.getHostname() + ":" + server.getPort(),
            Bytes.toString(row.getValue(b("info"), b("server"))));
        assertEquals(
            server.getStartcode(), Bytes.toLong(row.getValue(b("info"), b("serverstartcode"))));
        assertEquals("OPEN", Bytes.toString(row.getValue(b("info"), b("state"))));
        assertTrue(Bytes.toLong(row.getValue(b("info"), b("seqnumDuringOpen"))) >= 0);
      }
    }
  }

  @Test
  void statesOfTables() throws Exception {
    Result row = meta.get(new Get(b(name.getNameAsString())).addColumn(b("table"), b("state")));
    assertEquals("\\x08\\x00", Bytes.toStringBinary(row.value()));
    try (Admin admin = Cluster.admin()) {
      admin.disableTable(name);
      row = meta.get(new Get(b(name.getNameAsString())).addColumn(b("table"), b("state")));
      assertEquals("\\x08\\x01", Bytes.toStringBinary(row.value()));
      admin.enableTable(name);
    }
  }

  @Test
  void descriptor() throws Exception {
    assertNotNull(meta.getDescriptor().getColumnFamily(b("info")));
    assertNotNull(meta.getDescriptor().getColumnFamily(b("table")));
  }

  @Test
  void namespacesAreATable() throws Exception {
    try (Table spaces = Cluster.table(TableName.valueOf("hbase:namespace"));
         ResultScanner scanner = spaces.getScanner(new Scan())) {
      String rows = Text.rows(scanner);
      assertTrue(rows.contains("default"), rows);
      assertTrue(rows.contains("hbase"), rows);
    }
  }
}
