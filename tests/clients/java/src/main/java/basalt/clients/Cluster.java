package basalt.clients;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The server under test, found by system properties, and what all suites share: one connection of
 * each kind and tables with names no other run has used. Tables stay: servers of tests do not.
 */
public final class Cluster {
  private static final String RUN = Long.toString(System.currentTimeMillis(), 36);
  private static final AtomicInteger NEXT = new AtomicInteger();
  private static Connection connection;
  private static AsyncConnection async;

  private Cluster() {}

  public static String host() {
    return System.getProperty("clients.host", "127.0.0.1");
  }

  static String port(String role) {
    return System.getProperty("clients." + role + "_port");
  }

  /** The configuration of a client that finds the server by this kind of registry. */
  static Configuration configuration(String registry) {
    Configuration conf = HBaseConfiguration.create();
    String impl = "hbase.client.registry.impl";
    switch (registry) {
      case "zk":
        conf.set(impl, "org.apache.hadoop.hbase.client.ZKConnectionRegistry");
        conf.set("hbase.zookeeper.quorum", host());
        conf.set("hbase.zookeeper.property.clientPort", port("zookeeper"));
        break;
      case "rpc":
        conf.set(impl, "org.apache.hadoop.hbase.client.RpcConnectionRegistry");
        conf.set("hbase.client.bootstrap.servers", host() + ":" + port("rpc"));
        break;
      case "master":
        conf.set(impl, "org.apache.hadoop.hbase.client.MasterRegistry");
        conf.set("hbase.masters", host() + ":" + port("master"));
        break;
      default:
        throw new IllegalArgumentException("no registry is called " + registry);
    }
    conf.setInt("hbase.client.pause", 20);
    conf.setInt("hbase.client.retries.number", 6);
    conf.setInt("hbase.client.operation.timeout", 30_000);
    conf.setInt("hbase.client.meta.operation.timeout", 30_000);
    conf.setInt("hbase.rpc.timeout", 20_000);
    conf.setInt("zookeeper.recovery.retry", 1);
    return conf;
  }

  public static Configuration configuration() {
    return configuration(System.getProperty("clients.registry", "rpc"));
  }

  public static synchronized Connection connection() throws IOException {
    if (connection == null) {
      connection = ConnectionFactory.createConnection(configuration());
    }
    return connection;
  }

  public static synchronized AsyncConnection async() throws Exception {
    if (async == null) {
      async = ConnectionFactory.createAsyncConnection(configuration()).get();
    }
    return async;
  }

  public static Admin admin() throws IOException {
    return connection().getAdmin();
  }

  public static Table table(TableName name) throws IOException {
    return connection().getTable(name);
  }

  /** A table name nobody has used. */
  public static TableName name(String hint) {
    return TableName.valueOf(unique(hint));
  }

  public static String unique(String hint) {
    return hint + "_" + RUN + "_" + NEXT.incrementAndGet();
  }

  /** A descriptor of families that keep five versions. */
  public static TableDescriptorBuilder descriptor(TableName name, String... families) {
    TableDescriptorBuilder builder = TableDescriptorBuilder.newBuilder(name);
    for (String family : families) {
      builder.setColumnFamily(ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(family))
                                  .setMaxVersions(5)
                                  .build());
    }
    return builder;
  }

  public static TableName create(String hint, String... families) throws IOException {
    return create(descriptor(name(hint), families).build());
  }

  public static TableName create(TableDescriptor descriptor, String... splits) throws IOException {
    byte[][] keys = new byte[splits.length][];
    for (int i = 0; i < splits.length; i++) {
      keys[i] = Bytes.toBytes(splits[i]);
    }
    try (Admin admin = admin()) {
      if (splits.length == 0) {
        admin.createTable(descriptor);
      } else {
        admin.createTable(descriptor, keys);
      }
    }
    return descriptor.getTableName();
  }

  static synchronized void close() throws IOException {
    if (connection != null) {
      connection.close();
    }
    if (async != null) {
      async.close();
    }
  }
}
