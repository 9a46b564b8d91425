package basalt.clients.tools;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.PerformanceEvaluation;
import org.apache.hadoop.hbase.util.LoadTestTool;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/**
 * HBase's own load tools, several runs of a small size in one process. Arguments: pe or ltt, the
 * ZooKeeper port, the target's name, the results file.
 */
public final class Main {
  private static final String[] EVALUATIONS = {"sequentialWrite", "randomWrite", "sequentialRead",
      "randomRead", "randomSeekScan", "scan", "scanRange10", "increment", "append",
      "checkAndMutate", "checkAndPut", "checkAndDelete", "filterScan", "asyncSequentialWrite",
      "asyncRandomRead", "asyncScan"};
  private final Configuration conf = HBaseConfiguration.create();
  private final String suite;
  private final String target;
  private final List<String> results = new ArrayList<>();
  private int passed;
  private int failed;

  private Main(String suite, String port, String target) {
    this.suite = suite;
    this.target = target;
    conf.set("hbase.zookeeper.quorum", "127.0.0.1");
    conf.set("hbase.zookeeper.property.clientPort", port);
  }

  private void run(String name, Tool tool, String... arguments) {
    String problem = "";
    try {
      int code = ToolRunner.run(new Configuration(conf), tool, arguments);
      problem = code == 0 ? "" : "ended with " + code;
    } catch (Throwable t) {
      problem = String.valueOf(t);
    }
    if (problem.isEmpty()) {
      passed++;
    } else {
      failed++;
      System.out.println("FAILED " + suite + " " + name + ": " + problem);
    }
    String client = suite.equals("pe") ? "PerformanceEvaluation 2.6.4" : "LoadTestTool 2.6.4";
    results.add("{\"suite\":\"" + suite + "\",\"case\":\"" + name + "\",\"target\":\"" + target
        + "\",\"outcome\":\"" + (problem.isEmpty() ? "works" : "differs")
        + "\",\"kind\":\"client\",\"name\":\"" + client + "\",\"message\":\""
        + problem.replaceAll("[\"\\\\\\x00-\\x1f]", " ") + "\"}");
  }

  private void evaluate() {
    String table = "pe" + System.currentTimeMillis();
    for (String evaluation : EVALUATIONS) {
      String threads = evaluation.startsWith("scan") || evaluation.endsWith("Scan") ? "1" : "2";
      run(evaluation, new PerformanceEvaluation(new Configuration(conf)), "--nomapred",
          "--rows=1000", "--presplit=3", "--table=" + table, evaluation, threads);
    }
  }

  private void load() {
    String table = "ltt" + System.currentTimeMillis();
    run("write and read at once", new LoadTestTool(), "-write", "3:100:2", "-read", "100:2",
        "-num_keys", "500", "-tn", table);
    run("read and verify all", new LoadTestTool(), "-read", "100:2", "-num_keys", "500",
        "-skip_init", "-tn", table);
    run("update", new LoadTestTool(), "-update", "50:2", "-num_keys", "500", "-skip_init", "-tn",
        table);
    run("multiputs and multigets", new LoadTestTool(), "-write", "2:50:2", "-multiput", "-read",
        "100:2", "-multiget_batchsize", "10", "-num_keys", "500", "-tn", table + "b");
  }

  public static void main(String[] arguments) throws Exception {
    Main main = new Main(arguments[0], arguments[1], arguments[2]);
    if (main.suite.equals("pe")) {
      main.evaluate();
    } else {
      main.load();
    }
    Files.writeString(Path.of(arguments[3]), "[\n" + String.join(",\n", main.results) + "\n]\n");
    System.out.printf(
        "clients: %s 2.6.4 zk: %d passed, %d failed%n", main.suite, main.passed, main.failed);
    System.out.flush();
    Runtime.getRuntime().halt(main.failed == 0 && main.passed > 0 ? 0 : 1);
  }
}
