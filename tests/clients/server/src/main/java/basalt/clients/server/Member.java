package basalt.clients.server;

import java.io.File;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.hbase.regionserver.HRegionServer;

/**
 * One process of a cluster: a master or a region server, given the directory and the port of
 * ZooKeeper. Prints its RPC port, the master once the cluster can be used, and ends when standard
 * input does, or by itself.
 */
public final class Member {
  private Member() {}

  public static void main(String[] arguments) throws Exception {
    File root = new File(arguments[1]).getAbsoluteFile();
    Configuration conf = Settings.member(root, Integer.parseInt(arguments[2]));
    Thread server;
    int port;
    if (arguments[0].equals("master")) {
      HMaster master = new HMaster(conf);
      master.start();
      while (!master.isInitialized() && master.isAlive()) {
        Thread.sleep(50);
      }
      port = master.getServerName().getPort();
      server = master;
    } else {
      HRegionServer region = new HRegionServer(conf);
      region.start();
      while (!region.isOnline() && region.isAlive()) {
        Thread.sleep(20);
      }
      port = region.getServerName().getPort();
      server = region;
    }
    System.out.println(port);
    System.out.flush();
    Thread input = new Thread(() -> {
      try {
        while (System.in.read() >= 0) {
          // Only the end of the input matters.
        }
      } catch (java.io.IOException e) {
        // The same as its end.
      }
      Runtime.getRuntime().halt(0);
    });
    input.setDaemon(true);
    input.start();
    server.join();
    Runtime.getRuntime().halt(1);
  }
}
