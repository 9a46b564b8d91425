package basalt.clients;

import static basalt.clients.Text.b;
import static basalt.clients.Text.cause;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfig;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfigBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Replication peers as they are administered; nothing is replicated here. */
class PeerTest {
  private static Admin admin;
  private static String key;

  @BeforeAll
  static void open() throws Exception {
    admin = Cluster.admin();
    // HBase asks the peer's ZooKeeper for the cluster's id: there is no cluster under this node.
    key = "127.0.0.1:" + Cluster.port("zookeeper") + ":/elsewhere";
  }

  @AfterEach
  void removeAll() throws Exception {
    for (String id : ids(null)) {
      admin.removeReplicationPeer(id);
    }
  }

  private static ReplicationPeerConfigBuilder config() {
    return ReplicationPeerConfig.newBuilder().setClusterKey(key);
  }

  private static List<String> ids(String pattern) throws Exception {
    return (pattern == null ? admin.listReplicationPeers()
                            : admin.listReplicationPeers(Pattern.compile(pattern)))
        .stream()
        .map(peer -> peer.getPeerId())
        .sorted()
        .collect(Collectors.toList());
  }

  private static boolean enabled(String id) throws Exception {
    return admin.listReplicationPeers(Pattern.compile(id)).get(0).isEnabled();
  }

  /** The class of the exception and its message, without names of classes in front of it. */
  private static String error(Executable action) {
    try {
      action.execute();
      return "nothing";
    } catch (Throwable e) {
      Throwable cause = cause(e);
      String message = String.valueOf(cause.getMessage()).split("\n")[0];
      return cause.getClass().getSimpleName() + ": "
          + message.replaceFirst("^org\\.apache\\.[\\w.]*Exception: ", "");
    }
  }

  @Test
  @Covers({"rpc:MasterService.AddReplicationPeer", "rpc:MasterService.RemoveReplicationPeer",
      "rpc:MasterService.ListReplicationPeers", "rpc:MasterService.GetReplicationPeerConfig"})
  void addedAndRemoved() throws Exception {
    admin.addReplicationPeer("p1", config().build());
    admin.addReplicationPeer("p2",
        config()
            .putConfiguration("a", "b")
            .putPeerData(b("k"), b("v"))
            .setBandwidth(7)
            .setReplicateAllUserTables(false)
            .setNamespaces(Set.of("ns1"))
            .setTableCFsMap(Map.of(TableName.valueOf("t1"), List.of("f")))
            .build(),
        false);
    assertEquals(List.of("p1", "p2"), ids(null));
    assertEquals(List.of("p2"), ids(".*2"));
    assertTrue(enabled("p1"));
    assertFalse(enabled("p2"));
    ReplicationPeerConfig second = admin.getReplicationPeerConfig("p2");
    assertEquals("b", second.getConfiguration().get("a"));
    assertEquals(7, second.getBandwidth());
    assertFalse(second.replicateAllUserTables());
    assertEquals("[ns1]", second.getNamespaces().toString());
    assertEquals("{t1=[f]}", second.getTableCFsMap().toString());
    assertEquals("DoNotRetryIOException: Replication peer p1 already exists",
        error(() -> admin.addReplicationPeer("p1", config().build())));
    admin.removeReplicationPeer("p1");
    assertEquals("ReplicationPeerNotFoundException: p1",
        error(() -> admin.getReplicationPeerConfig("p1")));
    assertEquals("ReplicationPeerNotFoundException: p1",
        error(() -> admin.removeReplicationPeer("p1")));
  }

  @Test
  @Covers({"rpc:MasterService.EnableReplicationPeer", "rpc:MasterService.DisableReplicationPeer"})
  void enabledAndDisabled() throws Exception {
    admin.addReplicationPeer("p3", config().build());
    assertEquals("DoNotRetryIOException: Replication peer p3 has already been enabled",
        error(() -> admin.enableReplicationPeer("p3")));
    admin.disableReplicationPeer("p3");
    assertFalse(enabled("p3"));
    assertEquals("DoNotRetryIOException: Replication peer p3 has already been disabled",
        error(() -> admin.disableReplicationPeer("p3")));
    admin.enableReplicationPeer("p3");
    assertTrue(enabled("p3"));
    assertEquals("ReplicationPeerNotFoundException: p9",
        error(() -> admin.enableReplicationPeer("p9")));
  }

  @Test
  @Covers("rpc:MasterService.UpdateReplicationPeerConfig")
  void updated() throws Exception {
    admin.addReplicationPeer("p4", config().putConfiguration("a", "b").build());
    admin.updateReplicationPeerConfig(
        "p4", config().putConfiguration("c", "d").setBandwidth(5).build());
    ReplicationPeerConfig config = admin.getReplicationPeerConfig("p4");
    assertEquals(5, config.getBandwidth());
    assertEquals("b", config.getConfiguration().get("a"));
    assertEquals("d", config.getConfiguration().get("c"));
    String other = key + "2";
    assertEquals("DoNotRetryIOException: Changing the cluster key on an existing peer is not "
            + "allowed. Existing key '" + key + "' for peer p4 does not match new key '" + other
            + "'",
        error(()
                  -> admin.updateReplicationPeerConfig(
                      "p4", ReplicationPeerConfig.newBuilder().setClusterKey(other).build())));
    assertEquals("ReplicationPeerNotFoundException: p9",
        error(() -> admin.updateReplicationPeerConfig("p9", config().build())));
  }

  @Test
  void refused() {
    assertEquals("DoNotRetryIOException: Found invalid peer name: a-b",
        error(() -> admin.addReplicationPeer("a-b", config().build())));
    for (String bad : List.of("x", "h:2181", "h:2181:/hbase/", "h:2181:hbase")) {
      assertEquals("DoNotRetryIOException: Invalid cluster key: " + bad,
          error(()
                    -> admin.addReplicationPeer("p5",
                        ReplicationPeerConfig.newBuilder().setClusterKey(bad).build())));
    }
    assertEquals(
        "DoNotRetryIOException: Can not instantiate configured replication endpoint class=x.Y",
        error(()
                  -> admin.addReplicationPeer(
                      "p5", config().setReplicationEndpointImpl("x.Y").build())));
    assertEquals("DoNotRetryIOException: Need clean namespaces or table-cfs config firstly when "
            + "you want replicate all cluster",
        error(()
                  -> admin.addReplicationPeer(
                      "p5", config().setNamespaces(Set.of("n")).build())));
    assertEquals("DoNotRetryIOException: Need clean exclude-namespaces or exclude-table-cfs "
            + "config firstly when replicate_all flag is false",
        error(()
                  -> admin.addReplicationPeer("p5",
                      config()
                          .setReplicateAllUserTables(false)
                          .setExcludeNamespaces(Set.of("n"))
                          .build())));
    assertEquals("DoNotRetryIOException: Table-cfs n2:t2 is conflict with namespaces n2 in peer "
            + "config",
        error(()
                  -> admin.addReplicationPeer("p5",
                      config()
                          .setReplicateAllUserTables(false)
                          .setNamespaces(Set.of("n2"))
                          .setTableCFsMap(Map.of(TableName.valueOf("n2:t2"), List.of("f")))
                          .build())));
  }

  @Test
  void notToItself() {
    String own = "127.0.0.1:" + Cluster.port("zookeeper") + ":/hbase";
    assertEquals("DoNotRetryIOException: Invalid cluster key: " + own + ", should not replicate to "
            + "itself for HBaseInterClusterReplicationEndpoint",
        error(()
                  -> admin.addReplicationPeer(
                      "p6", ReplicationPeerConfig.newBuilder().setClusterKey(own).build())));
  }
}
