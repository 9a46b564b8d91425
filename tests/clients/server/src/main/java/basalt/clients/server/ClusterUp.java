package basalt.clients.server;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;

/**
 * A small distributed Apache HBase: ZooKeeper in this process, a master and two region servers as
 * processes of their own, all on one directory. Prints one line of JSON with ports and process ids
 * once clients can come. A line "start" on standard input starts one more region server, for tests
 * that kill one; its JSON follows. Everything ends when standard input does.
 */
public final class ClusterUp {
  private final File root;
  private final File logs;
  private final String jvmOptions;
  private final int zookeeperPort;
  private final List<Process> processes = new ArrayList<>();

  private ClusterUp(File root, File logs, String jvmOptions, int zookeeperPort) {
    this.root = root;
    this.logs = logs;
    this.jvmOptions = jvmOptions;
    this.zookeeperPort = zookeeperPort;
  }

  private Process start(String role) throws IOException {
    String name = "hbase-" + role + "-" + processes.size();
    // Its input ends with this process, whatever ends that.
    Process process = new ProcessBuilder(
        new File(System.getProperty("java.home"), "bin/java").getPath(), "@" + jvmOptions,
        "-Xmx512m", "-Dclients.log.level=WARN",
        "-Dclients.log.file=" + new File(logs, name + ".log"),
        "-cp", System.getProperty("java.class.path"), Member.class.getName(), role, root.getPath(),
        Integer.toString(zookeeperPort))
        .redirectError(new File(logs, name + ".err"))
        .start();
    processes.add(process);
    return process;
  }

  private static int port(Process process) throws IOException {
    String line = new BufferedReader(new InputStreamReader(process.getInputStream())).readLine();
    if (line == null) {
      throw new IOException("process " + process.pid() + " has ended");
    }
    return Integer.parseInt(line);
  }

  private void run() throws IOException {
    Process master = start("master");
    Process first = start("regionserver");
    Process second = start("regionserver");
    System.out.printf("{\"rpc_port\":%d,\"rpc_pid\":%d,\"rpc_port2\":%d,\"rpc_pid2\":%d,"
            + "\"master_port\":%d,\"master_pid\":%d,\"zookeeper_port\":%d,"
            + "\"host\":\"127.0.0.1\"}%n",
        port(first), first.pid(), port(second), second.pid(), port(master), master.pid(),
        zookeeperPort);
    System.out.flush();
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      if (!line.equals("start")) {
        continue;
      }
      Process another = start("regionserver");
      System.out.printf("{\"rpc_port\":%d,\"rpc_pid\":%d}%n", port(another), another.pid());
      System.out.flush();
    }
  }

  public static void main(String[] arguments) throws Exception {
    File root = new File(arguments[0]).getAbsoluteFile();
    Configuration conf = Settings.alone(root);
    MiniZooKeeperCluster zookeeper = new MiniZooKeeperCluster(conf);
    // Sessions may be as short as two of these.
    zookeeper.setTickTime(1000);
    ClusterUp up = new ClusterUp(root, new File(arguments[1]), arguments[2],
        zookeeper.startup(new File(root, "zk")));
    try {
      up.run();
    } finally {
      // Nothing on the disk is wanted any more, so the quick way out is good enough.
      up.processes.forEach(Process::destroyForcibly);
      for (Process process : up.processes) {
        process.waitFor();
      }
    }
    Runtime.getRuntime().halt(0);
  }
}
