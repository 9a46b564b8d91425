package basalt.clients;

import static basalt.clients.Text.b;
import static basalt.clients.Text.thrown;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.CompactType;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Procedures that are asked for by name, and what is asked about MOB files. */
class NamedProcedureTest {
  private static Admin admin;
  private static TableName table;

  @BeforeAll
  static void open() throws Exception {
    admin = Cluster.admin();
    table = Cluster.create("named", "d");
  }

  @Test
  @Covers({"rpc:MasterService.ExecProcedure", "rpc:MasterService.IsProcedureDone"})
  void flush() throws Exception {
    TableName fresh = Cluster.create("named_flush", "d");
    String name = fresh.getNameAsString();
    assertFalse(admin.isProcedureFinished("flush-table-proc", name, Map.of()));
    admin.execProcedure("flush-table-proc", name, Map.of());
    assertTrue(admin.isProcedureFinished("flush-table-proc", name, Map.of()));
    assertFalse(admin.isProcedureFinished("flush-table-proc", "nobodys_table", Map.of()));
    assertEquals("NoSuchColumnFamilyException",
        thrown(() -> admin.execProcedure("flush-table-proc", name, Map.of("family", "x"))));
  }

  @Test
  @Covers({"rpc:MasterService.ExecProcedure", "rpc:MasterService.IsProcedureDone",
      "rpc:MasterService.ExecProcedureWithRet"})
  void snapshot() throws Exception {
    String name = Cluster.unique("named");
    Map<String, String> settings = Map.of("table", table.getNameAsString());
    assertEquals("UnknownSnapshotException",
        thrown(() -> admin.isProcedureFinished("online-snapshot", name, settings)));
    assertNull(admin.execProcedureWithReturn("online-snapshot", name, settings));
    admin.execProcedure("online-snapshot", name, settings);
    assertTrue(admin.isProcedureFinished("online-snapshot", name, settings));
    assertTrue(admin.listSnapshots().stream().map(s -> s.getName()).collect(Collectors.toList())
                   .contains(name));
    assertEquals("SnapshotExistsException",
        thrown(() -> admin.execProcedure("online-snapshot", name, settings)));
  }

  @Test
  void unknown() {
    assertEquals(
        "DoNotRetryIOException", thrown(() -> admin.execProcedure("nobodys", "x", Map.of())));
  }

  @Test
  @Covers("rpc:AdminService.GetRegionInfo")
  void compactionStateOfMobFiles() throws Exception {
    TableName name =
        Cluster.create(TableDescriptorBuilder.newBuilder(Cluster.name("named_mob"))
                           .setColumnFamily(ColumnFamilyDescriptorBuilder.newBuilder(b("f"))
                                                .setMobEnabled(true)
                                                .setMobThreshold(10)
                                                .build())
                           .build());
    assertEquals(CompactionState.NONE, admin.getCompactionState(name, CompactType.MOB));
  }
}
