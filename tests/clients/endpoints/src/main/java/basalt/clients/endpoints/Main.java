package basalt.clients.endpoints;

import static org.apache.hadoop.hbase.util.Bytes.toBytes;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/**
 * HBase's coprocessor endpoints by HBase's own clients. Arguments: the ZooKeeper port, the target's
 * name, the results file, the expectations, and "record" to write them.
 */
public final class Main {
  private Main() {}

  private static TableName create(Connection connection, String coprocessor, byte[][] splits,
      String... families) throws Exception {
    TableName name = TableName.valueOf("endpoints_" + Long.toString(System.nanoTime(), 36));
    TableDescriptorBuilder builder = TableDescriptorBuilder.newBuilder(name).setCoprocessor(
        "org.apache.hadoop.hbase.coprocessor." + coprocessor);
    for (String family : families) {
      builder.setColumnFamily(ColumnFamilyDescriptorBuilder.of(family));
    }
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(builder.build(), splits);
    }
    return name;
  }

  private static void ask(Answers answers, Configuration conf) throws Exception {
    try (Connection connection = ConnectionFactory.createConnection(conf);
         AsyncConnection async = ConnectionFactory.createAsyncConnection(conf).get()) {
      TableName rows = create(connection, "MultiRowMutationEndpoint",
          new byte[][] {toBytes("p")}, "f");
      try (Table table = connection.getTable(rows)) {
        new RowsTogether(answers, table).run();
      }
      Aggregates aggregates = new Aggregates(answers, connection, async,
          create(connection, "AggregateImplementation",
              new byte[][] {toBytes("row1"), toBytes("row2")}, "l", "d", "n", "x", "s"));
      aggregates.fill();
      aggregates.run();
    }
  }

  public static void main(String[] arguments) throws Exception {
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.zookeeper.quorum", "127.0.0.1");
    conf.set("hbase.zookeeper.property.clientPort", arguments[0]);
    conf.setInt("hbase.client.retries.number", 2);
    conf.setInt("hbase.client.pause", 10);
    Answers answers = new Answers();
    ask(answers, conf);
    Path expected = Path.of(arguments[3]);
    if (arguments.length > 4) {
      answers.write(expected);
    }
    int failed = answers.compare(expected);
    Files.writeString(Path.of(arguments[2]),
        "[\n{\"suite\":\"endpoints\",\"case\":\"all\",\"target\":\"" + arguments[1]
            + "\",\"outcome\":\"" + (failed == 0 ? "works" : "differs")
            + "\",\"kind\":\"client\",\"name\":\"AggregationClient 2.6\",\"message\":\"\"}\n]\n");
    System.out.printf("clients: endpoints 2.6.4 zk: %d passed, %d failed%n",
        answers.size() - failed, failed);
    System.out.flush();
    Runtime.getRuntime().halt(failed == 0 ? 0 : 1);
  }
}
