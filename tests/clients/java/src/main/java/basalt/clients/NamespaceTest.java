package basalt.clients;

import static basalt.clients.Text.b;
import static basalt.clients.Text.show;
import static basalt.clients.Text.thrown;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class NamespaceTest {
  private static Admin admin;

  @BeforeAll
  static void open() throws Exception {
    admin = Cluster.admin();
  }

  private static String create() throws Exception {
    String name = Cluster.unique("space");
    admin.createNamespace(NamespaceDescriptor.create(name).addConfiguration("who", "me").build());
    return name;
  }

  @Test
  @Covers({"rpc:MasterService.CreateNamespace", "rpc:MasterService.GetNamespaceDescriptor"})
  void createAndRead() throws Exception {
    String name = create();
    NamespaceDescriptor read = admin.getNamespaceDescriptor(name);
    assertEquals(name, read.getName());
    assertEquals("me", read.getConfigurationValue("who"));
  }

  @Test
  @Covers("rpc:MasterService.ModifyNamespace")
  void modify() throws Exception {
    String name = create();
    admin.modifyNamespace(NamespaceDescriptor.create(name).addConfiguration("who", "you").build());
    assertEquals("you", admin.getNamespaceDescriptor(name).getConfigurationValue("who"));
  }

  @Test
  @Covers("rpc:MasterService.DeleteNamespace")
  void delete() throws Exception {
    String name = create();
    admin.deleteNamespace(name);
    assertEquals("NamespaceNotFoundException", thrown(() -> admin.getNamespaceDescriptor(name)));
  }

  @Test
  @Covers({"rpc:MasterService.ListNamespaceDescriptors", "rpc:MasterService.ListNamespaces"})
  void listing() throws Exception {
    String name = create();
    assertTrue(Arrays.stream(admin.listNamespaceDescriptors())
                   .map(NamespaceDescriptor::getName)
                   .collect(Collectors.toList())
                   .containsAll(Arrays.asList("default", "hbase", name)));
    assertTrue(Arrays.asList(admin.listNamespaces()).contains(name));
  }

  @Test
  @Covers({"rpc:MasterService.ListTableNamesByNamespace",
      "rpc:MasterService.ListTableDescriptorsByNamespace"})
  void
  tablesInside() throws Exception {
    String space = create();
    TableName name = TableName.valueOf(space, "t");
    admin.createTable(Cluster.descriptor(name, "d").build());
    assertEquals("[" + name + "]", Arrays.toString(admin.listTableNamesByNamespace(space)));
    assertEquals(1, admin.listTableDescriptorsByNamespace(b(space)).size());
    try (Table table = Cluster.table(name)) {
      table.put(new Put(b("r")).addColumn(b("d"), b("q"), 1, b("v")));
      assertEquals("r d:q@1=v", show(table.get(new Get(b("r")))));
    }
    assertEquals("DoNotRetryIOException", thrown(() -> admin.deleteNamespace(space)));
    admin.disableTable(name);
    admin.deleteTable(name);
    admin.deleteNamespace(space);
  }

  @Test
  void errors() throws Exception {
    String name = create();
    assertEquals("NamespaceExistException",
        thrown(() -> admin.createNamespace(NamespaceDescriptor.create(name).build())));
    assertEquals("NamespaceNotFoundException", thrown(() -> admin.deleteNamespace("nowhere")));
    assertEquals("NamespaceNotFoundException",
        thrown(() -> admin.modifyNamespace(NamespaceDescriptor.create("nowhere").build())));
    assertEquals(
        "NamespaceNotFoundException", thrown(() -> admin.listTableNamesByNamespace("nowhere")));
    assertEquals("DoNotRetryIOException", thrown(() -> admin.deleteNamespace("default")));
    assertEquals("DoNotRetryIOException", thrown(() -> admin.deleteNamespace("hbase")));
  }
}
