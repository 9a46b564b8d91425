package basalt.hbase_it;

import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.AcidGuaranteesTestTool;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.test.LoopUnderKills;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/**
 * Runs one of HBase's own tests on a server that is there. Arguments: biglinkedlist or acid, the
 * master's port, a directory for MapReduce, and the size: nodes of each of two mappers, or
 * milliseconds.
 */
public final class Main {
  private static Configuration configure(String port, String directory) {
    Configuration conf = HBaseConfiguration.create();
    // By the master's address: the ZooKeeper registry gives up after ten seconds.
    conf.set("hbase.client.registry.impl", "org.apache.hadoop.hbase.client.RpcConnectionRegistry");
    conf.set("hbase.masters", "127.0.0.1:" + port);
    // The server is away for a second now and then, never for long.
    conf.setInt("hbase.client.pause", 50);
    conf.setInt("hbase.client.retries.number", 60);
    conf.set("fs.defaultFS", "file:///");
    conf.set("mapreduce.framework.name", "local");
    conf.set("hadoop.tmp.dir", directory + "/hadoop");
    conf.set("mapreduce.jobtracker.staging.root.dir", directory + "/staging");
    conf.setInt("mapreduce.local.map.tasks.maximum", 2);
    return conf;
  }

  public static void main(String[] arguments) throws Exception {
    String directory = arguments[2];
    Configuration conf = configure(arguments[1], directory);
    Tool tool;
    String[] own;
    if (arguments[0].equals("biglinkedlist")) {
      tool = new LoopUnderKills(directory);
      // Iterations, mappers, nodes of each, output, reducers, width and wrap of the circles.
      own = new String[] {"2", "2", arguments[3], Path.of(directory, "out").toString(), "2",
          "1000", "5"};
    } else {
      tool = new AcidGuaranteesTestTool();
      own = new String[] {"-millis", arguments[3], "-numWriters", "4", "-numGetters", "2",
          "-numScanners", "2", "-numUniqueRows", "3"};
    }
    int code = 1;
    try {
      code = ToolRunner.run(conf, tool, own);
    } catch (Throwable problem) {
      problem.printStackTrace();
    }
    System.out.printf("hbase_it: %s ended with %d%n", arguments[0], code);
    System.out.flush();
    Runtime.getRuntime().halt(code);
  }
}
