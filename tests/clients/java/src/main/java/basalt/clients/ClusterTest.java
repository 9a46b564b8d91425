package basalt.clients;

import static basalt.clients.Text.b;
import static basalt.clients.Text.thrown;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.security.SecurityCapability;
import org.apache.hadoop.hbase.quotas.QuotaFilter;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ClusterTest {
  private static Admin admin;
  private static TableName table;

  @BeforeAll
  static void open() throws Exception {
    admin = Cluster.admin();
    table = Cluster.create("cluster", "d");
  }

  private static ServerName server() throws Exception {
    return admin.getRegionServers().iterator().next();
  }

  @Test
  @Covers("rpc:MasterService.GetClusterStatus")
  void metrics() throws Exception {
    ClusterMetrics metrics = admin.getClusterMetrics();
    assertEquals(1, metrics.getLiveServerMetrics().size());
    assertTrue(metrics.getDeadServerNames().isEmpty());
    assertFalse(metrics.getClusterId().isEmpty());
    assertNotNull(metrics.getMasterName());
    assertTrue(metrics.getBackupMasterNames().isEmpty());
    assertTrue(metrics.getRegionCount() >= 2);
    assertFalse(metrics.getHBaseVersion().isEmpty());
    assertEquals(server().getStartcode(), metrics.getServersName().get(0).getStartcode());
  }

  @Test
  @Covers("rpc:MasterService.GetClusterStatus")
  void chosenMetrics() throws Exception {
    ClusterMetrics metrics = admin.getClusterMetrics(EnumSet.of(ClusterMetrics.Option.MASTER));
    assertNotNull(metrics.getMasterName());
    assertTrue(metrics.getLiveServerMetrics().isEmpty());
  }

  @Test
  void serverMetricsKnowTheRegions() throws Exception {
    String region = admin.getRegions(table).get(0).getRegionNameAsString();
    boolean found = false;
    for (int i = 0; i < 200 && !found; i++) {
      ServerMetrics metrics = admin.getClusterMetrics().getLiveServerMetrics().get(server());
      found = metrics.getRegionMetrics().values().stream().anyMatch(
          load -> load.getNameAsString().equals(region));
      if (!found) {
        Thread.sleep(50);
      }
    }
    assertTrue(found);
  }

  @Test
  void masterAndServers() throws Exception {
    assertTrue(admin.getMaster().getPort() > 0);
    assertEquals(1, admin.getRegionServers().size());
    assertTrue(admin.getBackupMasters().isEmpty());
    assertTrue(admin.listDeadServers().isEmpty());
    assertTrue(admin.getMasterInfoPort() >= -1);
  }

  @Test
  @Covers({"rpc:MasterService.SetBalancerRunning", "rpc:MasterService.IsBalancerEnabled"})
  void balancerSwitch() throws Exception {
    boolean before = admin.balancerSwitch(false, true);
    assertFalse(admin.isBalancerEnabled());
    assertFalse(admin.balancerSwitch(true, true));
    assertTrue(admin.isBalancerEnabled());
    admin.balancerSwitch(before, true);
  }

  @Test
  @Covers("rpc:MasterService.Balance")
  void balance() throws Exception {
    admin.balancerSwitch(false, true);
    assertFalse(admin.balance());
    admin.balancerSwitch(true, true);
  }

  @Test
  @Covers({"rpc:MasterService.SetNormalizerRunning", "rpc:MasterService.IsNormalizerEnabled"})
  void normalizerSwitch() throws Exception {
    boolean before = admin.normalizerSwitch(true);
    assertTrue(admin.isNormalizerEnabled());
    assertTrue(admin.normalizerSwitch(false));
    assertFalse(admin.isNormalizerEnabled());
    admin.normalizerSwitch(before);
  }

  @Test
  @Covers("rpc:MasterService.Normalize")
  void normalize() throws Exception {
    boolean before = admin.normalizerSwitch(false);
    assertFalse(admin.normalize());
    admin.normalizerSwitch(before);
  }

  @Test
  @Covers({"rpc:MasterService.EnableCatalogJanitor", "rpc:MasterService.IsCatalogJanitorEnabled",
      "rpc:MasterService.RunCatalogScan"})
  void
  catalogJanitor() throws Exception {
    boolean before = admin.catalogJanitorSwitch(true);
    assertTrue(admin.isCatalogJanitorEnabled());
    assertTrue(admin.runCatalogJanitor() >= -1);
    assertTrue(admin.catalogJanitorSwitch(before));
  }

  @Test
  @Covers({"rpc:MasterService.SetCleanerChoreRunning", "rpc:MasterService.IsCleanerChoreEnabled",
      "rpc:MasterService.RunCleanerChore"})
  void
  cleanerChore() throws Exception {
    boolean before = admin.cleanerChoreSwitch(true);
    assertTrue(admin.isCleanerChoreEnabled());
    admin.runCleanerChore();
    admin.cleanerChoreSwitch(before);
  }

  @Test
  @Covers({"rpc:MasterService.SetSplitOrMergeEnabled", "rpc:MasterService.IsSplitOrMergeEnabled"})
  void splitAndMergeSwitches() throws Exception {
    assertTrue(admin.splitSwitch(false, true));
    assertFalse(admin.isSplitEnabled());
    byte[] region = admin.getRegions(table).get(0).getRegionName();
    assertNotEquals("nothing", thrown(() -> admin.splitRegionAsync(region, b("m")).get()));
    assertFalse(admin.splitSwitch(true, true));
    assertTrue(admin.mergeSwitch(false, true));
    assertFalse(admin.isMergeEnabled());
    admin.mergeSwitch(true, true);
    assertTrue(admin.isMergeEnabled());
  }

  @Test
  @Covers("rpc:MasterService.getSecurityCapabilities")
  void securityCapabilities() throws Exception {
    List<SecurityCapability> capabilities = admin.getSecurityCapabilities();
    assertEquals("[SIMPLE_AUTHENTICATION]", capabilities.toString());
  }

  @Test
  @Covers({"rpc:MasterService.GetProcedures", "rpc:MasterService.GetLocks"})
  void proceduresAndLocks() throws Exception {
    assertTrue(admin.getProcedures().startsWith("["));
    assertTrue(admin.getLocks().startsWith("["));
  }

  @Test
  @Covers("rpc:MasterService.AbortProcedure")
  void abortingNothing() throws Exception {
    assertFalse(admin.abortProcedure(987_654_321L, true));
  }

  @Test
  @Covers("rpc:MasterService.ListReplicationPeers")
  void replicationPeers() throws Exception {
    assertTrue(admin.listReplicationPeers().isEmpty());
  }

  @Test
  @Covers("rpc:MasterService.ListDecommissionedRegionServers")
  void decommissionedServers() throws Exception {
    assertTrue(admin.listDecommissionedRegionServers().isEmpty());
  }

  @Test
  @Covers("rpc:AdminService.RollWALWriter")
  void logRoll() throws Exception {
    admin.rollWALWriter(server());
  }

  @Test
  @Covers("rpc:AdminService.UpdateConfiguration")
  void updateConfiguration() throws Exception {
    admin.updateConfiguration(server());
    admin.updateConfiguration();
  }

  @Test
  @Covers("rpc:AdminService.ClearCompactionQueues")
  void clearCompactionQueues() throws Exception {
    admin.clearCompactionQueues(server(), java.util.Set.of("long", "short"));
  }

  @Test
  @Covers("rpc:AdminService.ClearRegionBlockCache")
  void clearBlockCache() throws Exception {
    assertNotNull(admin.clearBlockCache(table));
  }

  @Test
  @Covers({"rpc:MasterService.IsRpcThrottleEnabled", "rpc:MasterService.SwitchRpcThrottle"})
  void quotasAreOff() throws Exception {
    String thrown = thrown(() -> admin.getQuota(new QuotaFilter()));
    assertTrue(thrown.equals("TableNotFoundException") || thrown.equals("nothing"), thrown);
  }

  @Test
  @Covers("rpc:MasterService.GetCompletedSnapshots")
  void snapshotsOfNothing() throws Exception {
    assertEquals("SnapshotDoesNotExistException", thrown(() -> admin.deleteSnapshot("nothing")));
    assertTrue(admin.listSnapshots().stream().noneMatch(s -> s.getName().equals("nothing")));
  }

  @Test
  @Covers({"rpc:MasterService.IsSnapshotCleanupEnabled", "rpc:MasterService.SwitchSnapshotCleanup"})
  void snapshotCleanup() throws Exception {
    boolean before = admin.snapshotCleanupSwitch(true, true);
    assertTrue(admin.isSnapshotCleanupEnabled());
    admin.snapshotCleanupSwitch(before, true);
  }

  @Test
  void regionInTransitionList() throws Exception {
    assertTrue(admin.getClusterMetrics().getRegionStatesInTransition().isEmpty());
    RegionInfo region = admin.getRegions(table).get(0);
    assertFalse(region.isOffline());
  }

  @Test
  void tableRegionCounts() throws Exception {
    assertEquals(
        1, admin.getClusterMetrics().getTableRegionStatesCount().get(table).getTotalRegions());
    assertEquals(
        1, admin.getClusterMetrics().getTableRegionStatesCount().get(table).getOpenRegions());
  }
}
