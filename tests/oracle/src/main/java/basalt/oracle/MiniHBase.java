package basalt.oracle;

import java.io.File;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.LocalHBaseCluster;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;

/** One master, one region server and one ZooKeeper in this process, on a directory, on loopback. */
final class MiniHBase implements AutoCloseable {
  private final Configuration conf = HBaseConfiguration.create();
  private final MiniZooKeeperCluster zookeeper;
  private final LocalHBaseCluster cluster;

  MiniHBase(File directory) throws Exception {
    File root = directory.getAbsoluteFile();
    conf.set("hbase.rootdir", new File(root, "hbase").toURI().toString());
    conf.set("hbase.tmp.dir", new File(root, "tmp").getPath());
    conf.set("hbase.wal.provider", "filesystem");
    conf.setBoolean("hbase.unsafe.stream.capability.enforce", false);
    listenOnLoopback();
    beQuick();
    doNothingUnasked();
    zookeeper = new MiniZooKeeperCluster(conf);
    conf.setInt("hbase.zookeeper.property.clientPort", zookeeper.startup(new File(root, "zk")));
    conf.set("hbase.zookeeper.quorum", "127.0.0.1");
    cluster = new LocalHBaseCluster(conf, 1);
    cluster.startup();
    while (cluster.getActiveMaster() == null || !cluster.getActiveMaster().isInitialized()) {
      Thread.sleep(50);
    }
  }

  private void listenOnLoopback() {
    for (String role : new String[] { "master", "regionserver" }) {
      conf.setInt("hbase." + role + ".port", 0);
      conf.setInt("hbase." + role + ".info.port", -1);
      conf.set("hbase." + role + ".ipc.address", "127.0.0.1");
    }
    conf.set("hbase.master.hostname", "localhost");
    conf.set("hbase.unsafe.regionserver.hostname", "localhost");
  }

  private void beQuick() {
    conf.setInt("hbase.regionserver.handler.count", 4);
    conf.setInt("hbase.regionserver.msginterval", 100);
    conf.setInt("hbase.procedure.remote.dispatcher.delay.msec", 5);
    conf.setInt("hbase.client.retries.number", 3);
    conf.setInt("hbase.client.pause", 20);
    // The client's own limit on cells would hide the server's.
    conf.setInt("hbase.client.keyvalue.maxsize", 0);
  }

  private void doNothingUnasked() {
    conf.setInt("hbase.hstore.compaction.min", 100_000);
    conf.setInt("hbase.hstore.compaction.max", 1_000_000);
    conf.setInt("hbase.hstore.blockingStoreFiles", 1_000_000);
    conf.setInt("hbase.hregion.majorcompaction", 0);
    conf.setInt("hbase.regionserver.optionalcacheflushinterval", 0);
    conf.setLong("hbase.hregion.memstore.flush.size", 512L << 20);
    conf.set("hbase.regionserver.region.split.policy",
      "org.apache.hadoop.hbase.regionserver.DisabledRegionSplitPolicy");
  }

  Configuration configuration() {
    return conf;
  }

  private Iterable<HRegion> regions(TableName table) {
    return cluster.getRegionServers().get(0).getRegionServer().getRegions().stream()
      .filter(region -> region.getTableDescriptor().getTableName().equals(table))
      .map(region -> (HRegion) region)::iterator;
  }

  void flush(TableName table) throws IOException {
    for (HRegion region : regions(table)) {
      region.flush(true);
    }
  }

  void majorCompact(TableName table) throws IOException {
    for (HRegion region : regions(table)) {
      region.compact(true);
    }
  }

  @Override
  public void close() throws Exception {
    cluster.shutdown();
    cluster.join();
    zookeeper.shutdown();
  }
}
