package basalt.clients;

import static basalt.clients.Text.b;
import static basalt.clients.Text.thrown;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.RegionReplicaUtil;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tables with REGION_REPLICATION above one, on one server. */
class ReplicaTest {
  private static Admin admin;

  @BeforeAll
  static void open() throws Exception {
    admin = Cluster.admin();
  }

  private static TableName create(int replicas, String... splits) throws Exception {
    TableName name = Cluster.create(Cluster.descriptor(Cluster.name("replicas"), "d")
                                        .setRegionReplication(replicas)
                                        .build(),
        splits);
    try (Table table = Cluster.table(name)) {
      table.put(new Put(b("m")).addColumn(b("d"), b("q"), 1, b("v")));
    }
    return name;
  }

  private static void alter(TableName name, int replicas) throws Exception {
    admin.modifyTable(TableDescriptorBuilder.newBuilder(admin.getDescriptor(name))
                          .setRegionReplication(replicas)
                          .build());
  }

  /** Each region that is not split: its start key and the replicas with their states. */
  private static String meta(TableName name) throws Exception {
    List<String> regions = new ArrayList<>();
    Scan scan = new Scan()
                    .withStartRow(b(name.getNameAsString() + ",,"))
                    .withStopRow(b(name.getNameAsString() + "-,,"));
    try (Table meta = Cluster.table(TableName.META_TABLE_NAME);
         ResultScanner scanner = meta.getScanner(scan)) {
      for (Result row : scanner) {
        RegionInfo region = RegionInfo.parseFromOrNull(row.getValue(b("info"), b("regioninfo")));
        if (region == null || region.isSplit()) {
          continue;
        }
        String states = row.getFamilyMap(b("info"))
                            .entrySet()
                            .stream()
                            .filter(e -> Bytes.toString(e.getKey()).startsWith("state"))
                            .map(e -> Bytes.toString(e.getKey()) + "=" + Bytes.toString(e.getValue()))
                            .collect(Collectors.joining(" "));
        regions.add("[" + Bytes.toString(region.getStartKey()) + "] " + states);
      }
    }
    return String.join(", ", regions);
  }

  /** How many locations there are, and that each has a server. */
  private static int locations(TableName name) throws Exception {
    try (RegionLocator locator = Cluster.connection().getRegionLocator(name)) {
      locator.clearRegionLocationCache();
      List<HRegionLocation> all = locator.getAllRegionLocations();
      for (HRegionLocation location : all) {
        assertTrue(location.getServerName().getPort() > 0);
      }
      return all.size();
    }
  }

  private static RegionInfo region(TableName name, String row) throws Exception {
    try (RegionLocator locator = Cluster.connection().getRegionLocator(name)) {
      return locator.getRegionLocation(b(row), true).getRegion();
    }
  }

  @Test
  void metaHasColumnsForEachReplica() throws Exception {
    TableName name = create(2);
    TreeSet<String> columns = new TreeSet<>();
    try (Table meta = Cluster.table(TableName.META_TABLE_NAME)) {
      for (Cell cell : meta.get(new Get(region(name, "m").getRegionName())).rawCells()) {
        columns.add(Bytes.toString(CellUtil.cloneQualifier(cell)));
      }
    }
    assertEquals("[regioninfo, seqnumDuringOpen, seqnumDuringOpen_0001, server, server_0001, "
            + "serverstartcode, serverstartcode_0001, sn, sn_0001, state, state_0001]",
        columns.toString());
  }

  @Test
  void locators() throws Exception {
    TableName name = create(3, "g");
    assertEquals(6, locations(name));
    try (RegionLocator locator = Cluster.connection().getRegionLocator(name)) {
      List<HRegionLocation> replicas = locator.getRegionLocations(b("m"), true);
      assertEquals("0 1 2",
          replicas.stream()
              .map(location -> "" + location.getRegion().getReplicaId())
              .collect(Collectors.joining(" ")));
      RegionInfo second = locator.getRegionLocation(b("m"), 1, true).getRegion();
      assertEquals(1, second.getReplicaId());
      assertTrue(second.getRegionNameAsString().contains("_0001."));
    }
  }

  @Test
  void reads() throws Exception {
    TableName name = create(2);
    try (Table table = Cluster.table(name)) {
      Get get = new Get(b("m")).setConsistency(Consistency.TIMELINE);
      assertEquals("v", Bytes.toString(table.get(get).value()));
      assertFalse(table.get(new Get(get).setReplicaId(0)).isStale());
      // What it has is up to the replica.
      assertTrue(table.get(new Get(get).setReplicaId(1)).isStale());
      Scan scan = new Scan();
      scan.setConsistency(Consistency.TIMELINE);
      scan.setReplicaId(1);
      try (ResultScanner scanner = table.getScanner(scan)) {
        for (Result result : scanner) {
          assertTrue(result.isStale());
        }
      }
      assertNotEquals("nothing", thrown(() -> table.get(new Get(get).setReplicaId(5))));
    }
  }

  @Test
  void splitAndMerge() throws Exception {
    TableName name = create(2);
    RegionInfo parent = region(name, "m");
    byte[] replica = RegionReplicaUtil.getRegionInfoForReplica(parent, 1).getRegionName();
    assertNotEquals("nothing",
        thrown(() -> admin.splitRegionAsync(replica, b("k")).get(30, TimeUnit.SECONDS)));
    admin.splitRegionAsync(parent.getRegionName(), b("k")).get(30, TimeUnit.SECONDS);
    assertEquals(
        "[] state=OPEN state_0001=OPEN, [k] state=OPEN state_0001=OPEN", meta(name));
    assertEquals(4, locations(name));
    byte[][] both = {region(name, "a").getEncodedNameAsBytes(),
        region(name, "m").getEncodedNameAsBytes()};
    admin.mergeRegionsAsync(both, false).get(30, TimeUnit.SECONDS);
    assertEquals("[] state=OPEN state_0001=OPEN", meta(name));
    assertEquals(2, locations(name));
  }

  @Test
  void alterTheirNumber() throws Exception {
    TableName name = create(3);
    alter(name, 2);
    assertEquals("[] state=OPEN state_0001=OPEN", meta(name));
    assertEquals(2, locations(name));
    alter(name, 3);
    assertEquals("[] state=OPEN state_0001=OPEN state_0002=OPEN", meta(name));
    assertEquals(3, locations(name));
    admin.disableTable(name);
    assertEquals("[] state=CLOSED state_0001=CLOSED state_0002=CLOSED", meta(name));
    alter(name, 1);
    assertEquals("[] state=CLOSED", meta(name));
    alter(name, 2);
    admin.enableTable(name);
    assertEquals("[] state=OPEN state_0001=OPEN", meta(name));
    assertEquals("DoNotRetryIOException", thrown(() -> alter(name, 0)));
  }

  @Test
  void closedAlone() throws Exception {
    TableName name = create(2);
    byte[] replica = RegionReplicaUtil.getRegionInfoForReplica(region(name, "m"), 1).getRegionName();
    admin.unassign(replica);
    assertEquals("[] state=OPEN state_0001=CLOSED", meta(name));
    admin.assign(replica);
    assertEquals("[] state=OPEN state_0001=OPEN", meta(name));
    admin.move(RegionReplicaUtil.getRegionInfoForReplica(region(name, "m"), 1)
                   .getEncodedNameAsBytes());
    assertEquals(2, locations(name));
  }

  @Test
  void snapshots() throws Exception {
    TableName name = create(2, "g");
    String snapshot = Cluster.unique("replicas");
    admin.snapshot(snapshot, name);
    TableName clone = Cluster.name("replicas_clone");
    admin.cloneSnapshot(snapshot, clone);
    assertEquals(4, locations(clone));
    admin.disableTable(name);
    admin.restoreSnapshot(snapshot);
    admin.enableTable(name);
    assertEquals(4, locations(name));
    admin.deleteSnapshot(snapshot);
  }

  @Test
  void truncateAndDrop() throws Exception {
    TableName name = create(2, "g");
    admin.disableTable(name);
    admin.truncateTable(name, true);
    assertEquals(
        "[] state=OPEN state_0001=OPEN, [g] state=OPEN state_0001=OPEN", meta(name));
    admin.disableTable(name);
    admin.deleteTable(name);
    assertEquals("", meta(name));
  }
}
