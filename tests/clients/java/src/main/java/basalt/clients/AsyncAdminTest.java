package basalt.clients;

import static basalt.clients.Text.b;
import static basalt.clients.Text.thrown;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class AsyncAdminTest {
  private static AsyncAdmin admin;

  @BeforeAll
  static void open() throws Exception {
    admin = Cluster.async().getAdmin();
  }

  @Test
  @Covers({"rpc:MasterService.CreateTable", "rpc:MasterService.getProcedureResult",
      "rpc:MasterService.DisableTable", "rpc:MasterService.DeleteTable"})
  void
  lifeOfATable() throws Exception {
    TableName name = Cluster.name("async_life");
    admin.createTable(Cluster.descriptor(name, "d").build(), new byte[][] {b("m")}).get();
    assertTrue(admin.tableExists(name).get());
    assertTrue(admin.isTableEnabled(name).get());
    assertTrue(admin.isTableAvailable(name).get());
    assertEquals(2, admin.getRegions(name).get().size());
    admin.disableTable(name).get();
    assertTrue(admin.isTableDisabled(name).get());
    admin.enableTable(name).get();
    admin.disableTable(name).get();
    admin.truncateTable(name, true).get();
    assertTrue(admin.isTableEnabled(name).get());
    admin.disableTable(name).get();
    admin.deleteTable(name).get();
    assertFalse(admin.tableExists(name).get());
  }

  @Test
  @Covers({"rpc:MasterService.AddColumn", "rpc:MasterService.ModifyColumn",
      "rpc:MasterService.DeleteColumn"})
  void
  families() throws Exception {
    TableName name = Cluster.create("async_families", "d");
    admin.addColumnFamily(name, ColumnFamilyDescriptorBuilder.of("e")).get();
    admin
        .modifyColumnFamily(
            name, ColumnFamilyDescriptorBuilder.newBuilder(b("e")).setMaxVersions(9).build())
        .get();
    TableDescriptor descriptor = admin.getDescriptor(name).get();
    assertEquals(9, descriptor.getColumnFamily(b("e")).getMaxVersions());
    admin.deleteColumnFamily(name, b("e")).get();
    assertEquals(1, admin.getDescriptor(name).get().getColumnFamilyCount());
  }

  @Test
  void errors() throws Exception {
    TableName name = Cluster.create("async_errors", "d");
    assertEquals("TableExistsException",
        thrown(() -> admin.createTable(Cluster.descriptor(name, "d").build()).get()));
    assertEquals("TableNotDisabledException", thrown(() -> admin.deleteTable(name).get()));
    assertEquals(
        "TableNotFoundException", thrown(() -> admin.disableTable(Cluster.name("none")).get()));
    assertEquals(
        "TableNotFoundException", thrown(() -> admin.getDescriptor(Cluster.name("none")).get()));
    assertEquals(
        "NamespaceNotFoundException", thrown(() -> admin.getNamespaceDescriptor("nowhere").get()));
  }

  @Test
  @Covers({"rpc:MasterService.CreateNamespace", "rpc:MasterService.DeleteNamespace",
      "rpc:MasterService.ListNamespaceDescriptors"})
  void
  namespaces() throws Exception {
    String space = Cluster.unique("async_space");
    admin.createNamespace(NamespaceDescriptor.create(space).build()).get();
    assertEquals(space, admin.getNamespaceDescriptor(space).get().getName());
    assertTrue(admin.listNamespaceDescriptors().get().stream().anyMatch(
        descriptor -> descriptor.getName().equals(space)));
    admin.deleteNamespace(space).get();
  }

  @Test
  @Covers({"rpc:MasterService.SplitRegion", "rpc:MasterService.MergeTableRegions"})
  void splitAndMerge() throws Exception {
    TableName name = Cluster.create("async_split", "d");
    admin.split(name, b("m")).get();
    List<RegionInfo> regions = admin.getRegions(name).get();
    assertEquals(2, regions.size());
    admin.mergeRegions(regions.get(0).getRegionName(), regions.get(1).getRegionName(), true).get();
    assertEquals(1, admin.getRegions(name).get().size());
  }

  @Test
  @Covers({"rpc:MasterService.FlushTable", "rpc:AdminService.CompactRegion"})
  void flushAndCompact() throws Exception {
    TableName name = Cluster.create("async_flush", "d");
    admin.flush(name).get();
    admin.compact(name).get();
    admin.majorCompact(name).get();
    assertTrue(admin.getCompactionState(name).get() != null);
  }

  @Test
  @Covers("rpc:MasterService.GetClusterStatus")
  void cluster() throws Exception {
    assertEquals(1, admin.getClusterMetrics().get().getLiveServerMetrics().size());
    assertTrue(admin.getMaster().get().getPort() > 0);
    assertEquals(1, admin.getRegionServers().get().size());
    assertTrue(admin.listTableNames(true).get().contains(TableName.META_TABLE_NAME));
  }

  @Test
  @Covers({"rpc:MasterService.SetBalancerRunning", "rpc:MasterService.IsBalancerEnabled"})
  void switches() throws Exception {
    boolean before = admin.balancerSwitch(false).get();
    assertFalse(admin.isBalancerEnabled().get());
    admin.balancerSwitch(before).get();
    assertEquals(before, admin.isBalancerEnabled().get());
  }
}
