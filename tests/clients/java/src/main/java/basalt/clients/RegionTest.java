package basalt.clients;

import static basalt.clients.Text.b;
import static basalt.clients.Text.rows;
import static basalt.clients.Text.show;
import static basalt.clients.Text.thrown;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class RegionTest {
  private static Admin admin;
  private static TableName shared;

  @BeforeAll
  static void open() throws Exception {
    admin = Cluster.admin();
    shared = Cluster.create(Cluster.descriptor(Cluster.name("regions"), "d").build(), "g", "p");
  }

  /** A table with a row for each letter. */
  private static TableName letters(String hint, String... splits) throws Exception {
    TableName name = Cluster.create(Cluster.descriptor(Cluster.name(hint), "d").build(), splits);
    List<Put> puts = new ArrayList<>();
    for (char c = 'a'; c <= 'z'; c++) {
      puts.add(new Put(b("" + c)).addColumn(b("d"), b("q"), 1, b("" + c)));
    }
    try (Table table = Cluster.table(name)) {
      table.put(puts);
    }
    return name;
  }

  private static String starts(TableName name) throws Exception {
    return admin.getRegions(name)
        .stream()
        .map(region -> Bytes.toStringBinary(region.getStartKey()))
        .collect(Collectors.joining(","));
  }

  private static int count(TableName name) throws Exception {
    try (Table table = Cluster.table(name); ResultScanner scanner = table.getScanner(new Scan())) {
      return rows(scanner).split(" ").length;
    }
  }

  @Test
  void locator() throws Exception {
    try (RegionLocator locator = Cluster.connection().getRegionLocator(shared)) {
      assertEquals(3, locator.getAllRegionLocations().size());
      Pair<byte[][], byte[][]> keys = locator.getStartEndKeys();
      assertEquals("g", Bytes.toString(keys.getFirst()[1]));
      assertEquals("p", Bytes.toString(keys.getSecond()[1]));
      HRegionLocation location = locator.getRegionLocation(b("h"), true);
      assertEquals("g", Bytes.toString(location.getRegion().getStartKey()));
      assertTrue(location.getServerName().getPort() > 0);
      assertEquals(3, locator.getStartKeys().length);
    }
  }

  @Test
  void namesAreMadeAsHBaseMakesThem() throws Exception {
    for (RegionInfo region : admin.getRegions(shared)) {
      assertEquals(RegionInfo.encodeRegionName(region.getRegionName()), region.getEncodedName());
      assertTrue(region.getRegionNameAsString().startsWith(shared.getNameAsString() + ","));
    }
  }

  @Test
  @Covers("rpc:AdminService.GetOnlineRegion")
  void regionsOfAServer() throws Exception {
    ServerName server = admin.getRegionServers().iterator().next();
    List<String> tables = admin.getRegions(server)
                              .stream()
                              .map(region -> region.getTable().getNameAsString())
                              .collect(Collectors.toList());
    assertTrue(tables.contains(shared.getNameAsString()));
    assertTrue(tables.contains("hbase:meta"));
  }

  @Test
  @Covers("rpc:AdminService.GetRegionLoad")
  void regionMetrics() throws Exception {
    ServerName server = admin.getRegionServers().iterator().next();
    assertEquals(3, admin.getRegionMetrics(server, shared).size());
    assertTrue(admin.getRegionMetrics(server).size() >= 4);
  }

  @Test
  @Covers("rpc:MasterService.SplitRegion")
  void split() throws Exception {
    TableName name = letters("split");
    byte[] region = admin.getRegions(name).get(0).getRegionName();
    admin.splitRegionAsync(region, b("k")).get(30, TimeUnit.SECONDS);
    assertEquals(",k", starts(name));
    assertEquals(26, count(name));
    try (Table table = Cluster.table(name)) {
      assertEquals("z d:q@1=z", show(table.get(new Get(b("z")))));
      table.put(new Put(b("zz")).addColumn(b("d"), b("q"), 1, b("after")));
      assertEquals(27, count(name));
    }
  }

  @Test
  void splitInTheMiddleOfAnOldScan() throws Exception {
    TableName name = letters("split_scan");
    try (Table table = Cluster.table(name);
         ResultScanner scanner = table.getScanner(new Scan().setCaching(1))) {
      assertEquals("a", rows(List.of(scanner.next())));
      admin.splitRegionAsync(admin.getRegions(name).get(0).getRegionName(), b("k"))
          .get(30, TimeUnit.SECONDS);
      assertEquals("b c d e f g h i j k l m n o p q r s t u v w x y z", rows(scanner));
    }
  }

  @Test
  void splitWithoutAKeyNeedsData() throws Exception {
    TableName name = letters("split_auto");
    admin.flush(name);
    byte[] region = admin.getRegions(name).get(0).getRegionName();
    String thrown = thrown(() -> admin.splitRegionAsync(region).get(30, TimeUnit.SECONDS));
    assertTrue(thrown.equals("nothing") || thrown.equals("DoNotRetryIOException"), thrown);
  }

  @Test
  void splitErrors() throws Exception {
    byte[] region = admin.getRegions(shared).get(1).getRegionName();
    assertNotEquals(
        "nothing", thrown(() -> admin.splitRegionAsync(region, b("a")).get(30, TimeUnit.SECONDS)));
    assertNotEquals(
        "nothing", thrown(() -> admin.splitRegionAsync(region, b("g")).get(30, TimeUnit.SECONDS)));
    assertEquals(",g,p", starts(shared));
  }

  @Test
  @Covers("rpc:MasterService.MergeTableRegions")
  void merge() throws Exception {
    TableName name = letters("merge", "f", "m", "t");
    List<RegionInfo> regions = admin.getRegions(name);
    admin
        .mergeRegionsAsync(new byte[][] {regions.get(1).getEncodedNameAsBytes(),
                               regions.get(2).getEncodedNameAsBytes()},
            false)
        .get(30, TimeUnit.SECONDS);
    assertEquals(",f,t", starts(name));
    assertEquals(26, count(name));
  }

  @Test
  void mergeOfThree() throws Exception {
    TableName name = letters("merge3", "f", "m");
    byte[][] regions = admin.getRegions(name)
                           .stream()
                           .map(RegionInfo::getEncodedNameAsBytes)
                           .toArray(byte[][] ::new);
    admin.mergeRegionsAsync(regions, false).get(30, TimeUnit.SECONDS);
    assertEquals("", starts(name));
    assertEquals(26, count(name));
  }

  @Test
  void mergeErrors() throws Exception {
    TableName name = letters("merge_errors", "f", "m");
    List<RegionInfo> regions = admin.getRegions(name);
    assertEquals("MergeRegionException",
        thrown(()
                   -> admin
                          .mergeRegionsAsync(new byte[][] {regions.get(0).getEncodedNameAsBytes(),
                                                 regions.get(2).getEncodedNameAsBytes()},
                              false)
                          .get(30, TimeUnit.SECONDS)));
    assertEquals("UnknownRegionException",
        thrown(()
                   -> admin
                          .mergeRegionsAsync(new byte[][] {b("0123456789abcdef0123456789abcdef"),
                                                 regions.get(2).getEncodedNameAsBytes()},
                              false)
                          .get(30, TimeUnit.SECONDS)));
    assertEquals(",f,m", starts(name));
  }

  @Test
  @Covers({"rpc:MasterService.FlushTable", "rpc:AdminService.FlushRegion"})
  void flush() throws Exception {
    TableName name = letters("flush", "m");
    admin.flush(name);
    admin.flushRegion(admin.getRegions(name).get(0).getRegionName());
    assertEquals(26, count(name));
  }

  @Test
  @Covers({"rpc:AdminService.CompactRegion", "rpc:AdminService.GetRegionInfo"})
  void compact() throws Exception {
    TableName name = letters("compact", "m");
    admin.flush(name);
    admin.compact(name);
    admin.compact(name, b("d"));
    admin.majorCompact(name);
    admin.compactRegion(admin.getRegions(name).get(0).getRegionName());
    admin.majorCompactRegion(admin.getRegions(name).get(0).getRegionName(), b("d"));
    for (int i = 0; i < 400 && admin.getCompactionState(name) != CompactionState.NONE; i++) {
      Thread.sleep(25);
    }
    assertEquals(CompactionState.NONE, admin.getCompactionState(name));
    assertEquals(26, count(name));
  }

  @Test
  @Covers("rpc:AdminService.GetRegionInfo")
  void compactionStateOfARegion() throws Exception {
    byte[] region = admin.getRegions(shared).get(0).getRegionName();
    assertEquals(CompactionState.NONE, admin.getCompactionStateForRegion(region));
    assertNotNull(admin.getCompactionState(shared));
  }

  @Test
  @Covers("rpc:MasterService.MoveRegion")
  void moveToAnyServer() throws Exception {
    TableName name = letters("move");
    String encoded = admin.getRegions(name).get(0).getEncodedName();
    admin.move(b(encoded));
    assertEquals(26, count(name));
  }

  @Test
  void moveOfAnUnknownRegion() {
    assertEquals(
        "UnknownRegionException", thrown(() -> admin.move(b("0123456789abcdef0123456789abcdef"))));
  }

  @Test
  void unknownRegions() {
    byte[] name = b("nothing,,1.0123456789abcdef0123456789abcdef.");
    assertNotEquals("nothing", thrown(() -> admin.flushRegion(name)));
    assertNotEquals("nothing", thrown(() -> admin.compactRegion(name)));
  }

  @Test
  @Covers("rpc:MasterService.AssignRegion")
  void assignOfAnOpenRegion() throws Exception {
    TableName name = letters("assign");
    byte[] region = admin.getRegions(name).get(0).getRegionName();
    assertEquals("DoNotRetryRegionException", thrown(() -> admin.assign(region)));
    assertEquals(26, count(name));
  }
}
