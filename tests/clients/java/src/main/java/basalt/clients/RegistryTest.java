package basalt.clients;

import static basalt.clients.Text.b;
import static basalt.clients.Text.show;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Each way of finding the server this client knows: table, data and scan through each of them. */
@Covers({"rpc:ClientMetaService.GetClusterId", "rpc:ClientMetaService.GetActiveMaster",
    "rpc:ClientMetaService.GetMetaRegionLocations",
    "rpc:ConnectionRegistryService.GetConnectionRegistry"})
class RegistryTest {
  private static List<String> registries() {
    try {
      Class.forName("org.apache.hadoop.hbase.client.RpcConnectionRegistry");
      return List.of("rpc", "zk", "master");
    } catch (ClassNotFoundException e) {
      return List.of("zk", "master");
    }
  }

  @TestFactory
  Stream<DynamicTest> blocking() {
    return registries().stream().map(kind -> DynamicTest.dynamicTest(kind, () -> {
      TableName name = Cluster.name("registry_" + kind);
      try (Connection connection = ConnectionFactory.createConnection(Cluster.configuration(kind));
           Admin admin = connection.getAdmin(); Table table = connection.getTable(name)) {
        admin.createTable(Cluster.descriptor(name, "d").build(), new byte[][] {b("m")});
        table.put(List.of(new Put(b("a")).addColumn(b("d"), b("q"), 1, b("1")),
            new Put(b("z")).addColumn(b("d"), b("q"), 1, b("2"))));
        assertEquals("z d:q@1=2", show(table.get(new Get(b("z")))));
        try (ResultScanner scanner = table.getScanner(new Scan())) {
          assertEquals("a d:q@1=1 | z d:q@1=2", show(scanner));
        }
        admin.disableTable(name);
        admin.deleteTable(name);
      }
    }));
  }

  @TestFactory
  Stream<DynamicTest> async() {
    return registries().stream().map(kind -> DynamicTest.dynamicTest(kind, () -> {
      Configuration conf = Cluster.configuration(kind);
      try (AsyncConnection connection = ConnectionFactory.createAsyncConnection(conf).get()) {
        assertTrue(
            connection.getAdmin().listTableNames(true).get().contains(TableName.META_TABLE_NAME));
      }
    }));
  }
}
