package basalt.clients.server;

import java.io.File;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;

/** The configuration of the HBase that is started for tests, alone or as several processes. */
final class Settings {
  private Settings() {}

  /** Of a server on a directory, with free ports of the loopback address. */
  static Configuration alone(File root) {
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.rootdir", new File(root, "hbase").toURI().toString());
    conf.set("hbase.tmp.dir", new File(root, "tmp").getPath());
    conf.set("hbase.wal.provider", "filesystem");
    conf.setBoolean("hbase.unsafe.stream.capability.enforce", false);
    for (String role : new String[] {"master", "regionserver"}) {
      conf.setInt("hbase." + role + ".port", 0);
      conf.setInt("hbase." + role + ".info.port", -1);
      conf.set("hbase." + role + ".ipc.address", "127.0.0.1");
    }
    conf.set("hbase.master.hostname", "localhost");
    conf.set("hbase.unsafe.regionserver.hostname", "localhost");
    // Quick answers matter more here than throughput.
    conf.setInt("hbase.regionserver.handler.count", 10);
    conf.setInt("hbase.regionserver.msginterval", 100);
    conf.setInt("hbase.procedure.remote.dispatcher.delay.msec", 5);
    conf.setInt("hbase.client.pause", 20);
    // Nothing happens unasked: no splits, compactions or flushes of its own.
    conf.setInt("hbase.hstore.compaction.min", 100_000);
    conf.setInt("hbase.hstore.compaction.max", 1_000_000);
    conf.setInt("hbase.hstore.blockingStoreFiles", 1_000_000);
    conf.setInt("hbase.hregion.majorcompaction", 0);
    conf.setInt("hbase.regionserver.optionalcacheflushinterval", 0);
    conf.set("hbase.regionserver.region.split.policy",
        "org.apache.hadoop.hbase.regionserver.ConstantSizeRegionSplitPolicy");
    // Large responses are listed, from a size that a test can reach.
    conf.setBoolean("hbase.regionserver.slowlog.buffer.enabled", true);
    conf.setInt("hbase.ipc.warn.response.size", 1_000_000);
    return conf;
  }

  /** TLS and nothing else, for all, with the certificate and key of this file, which is believed. */
  static void useTls(Configuration conf, File pem) {
    for (String side : new String[] {"server", "client"}) {
      conf.setBoolean("hbase." + side + ".netty.tls.enabled", true);
    }
    conf.setBoolean("hbase.server.netty.tls.supportplaintext", false);
    conf.set("hbase.server.netty.tls.client.auth.mode", "NEED");
    for (String store : new String[] {"keystore", "truststore"}) {
      conf.set("hbase.rpc.tls." + store + ".location", pem.getPath());
      conf.set("hbase.rpc.tls." + store + ".type", "PEM");
    }
  }

  /** Quotas, with space quotas that are evaluated all the time. */
  static void useQuotas(Configuration conf) {
    conf.setBoolean("hbase.quota.enabled", true);
    for (String chore : new String[] {"hbase.regionserver.quotas.fs.utilization.chore",
        "hbase.regionserver.quotas.region.size.reporting.chore",
        "hbase.regionserver.quotas.policy.refresher.chore",
        "hbase.master.quotas.observer.chore", "hbase.master.quotas.snapshot.chore"}) {
      conf.setInt(chore + ".period", 200);
      conf.setLong(chore + ".delay", 200);
    }
  }

  /** Of one of several processes that share the directory and a ZooKeeper. */
  static Configuration member(File root, int zookeeperPort) {
    Configuration conf = alone(root);
    conf.setBoolean("hbase.cluster.distributed", true);
    conf.set("hbase.zookeeper.quorum", "127.0.0.1");
    conf.setInt("hbase.zookeeper.property.clientPort", zookeeperPort);
    // What a server that is killed has written is in the file, not in buffers of the process.
    conf.set("fs.file.impl", "org.apache.hadoop.fs.RawLocalFileSystem");
    conf.setInt("hbase.master.wait.on.regionservers.mintostart", 2);
    // A server that was killed is noticed by its session with ZooKeeper.
    conf.setInt("zookeeper.session.timeout", 6000);
    conf.setInt("hbase.balancer.period", 24 * 3600 * 1000);
    return conf;
  }
}
