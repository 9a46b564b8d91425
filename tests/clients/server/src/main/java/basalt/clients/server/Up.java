package basalt.clients.server;

import java.io.File;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.LocalHBaseCluster;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;

/**
 * Apache HBase in this process: ZooKeeper, a master and a region server on a directory, on free
 * ports of the loopback address; with TLS when a second argument names a file with a certificate
 * and its key. Prints one line of JSON with the ports once clients can come, and
 * ends when standard input does.
 */
public final class Up {
  private Up() {}

  /** As HBase comes: what is changed above for tests would not be fair in a comparison. */
  private static void useDefaults(Configuration conf) {
    Configuration defaults = HBaseConfiguration.create();
    for (String key : new String[] {"hbase.regionserver.handler.count",
        "hbase.regionserver.msginterval", "hbase.procedure.remote.dispatcher.delay.msec",
        "hbase.hstore.compaction.min", "hbase.hstore.compaction.max",
        "hbase.hstore.blockingStoreFiles", "hbase.hregion.majorcompaction",
        "hbase.regionserver.optionalcacheflushinterval",
        "hbase.regionserver.region.split.policy"}) {
      String value = defaults.get(key);
      if (value == null) {
        conf.unset(key);
      } else {
        conf.set(key, value);
      }
    }
  }

  public static void main(String[] arguments) throws Exception {
    File root = new File(arguments[0]).getAbsoluteFile();
    Configuration conf = Settings.alone(root);
    if (Boolean.getBoolean("clients.defaults")) {
      useDefaults(conf);
    }
    if (Boolean.getBoolean("clients.quotas")) {
      Settings.useQuotas(conf);
    }
    if (arguments.length > 1) {
      Settings.useTls(conf, new File(arguments[1]).getAbsoluteFile());
    }
    MiniZooKeeperCluster zookeeper = new MiniZooKeeperCluster(conf);
    int zookeeperPort = zookeeper.startup(new File(root, "zk"));
    conf.setInt("hbase.zookeeper.property.clientPort", zookeeperPort);
    conf.set("hbase.zookeeper.quorum", "127.0.0.1");
    LocalHBaseCluster cluster = new LocalHBaseCluster(conf, 1);
    cluster.startup();
    while (cluster.getActiveMaster() == null || !cluster.getActiveMaster().isInitialized()) {
      Thread.sleep(50);
    }
    System.out.printf(
        "{\"rpc_port\":%d,\"master_port\":%d,\"zookeeper_port\":%d,\"host\":\"127.0.0.1\"}%n",
        cluster.getRegionServers().get(0).getRegionServer().getServerName().getPort(),
        cluster.getActiveMaster().getServerName().getPort(), zookeeperPort);
    System.out.flush();
    while (System.in.read() >= 0) {
      // Only the end of the input matters.
    }
    // Nothing on the disk is wanted any more, so the quick way out is good enough.
    Runtime.getRuntime().halt(0);
  }
}
