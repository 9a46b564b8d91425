package basalt.clients.storm;

import basalt.clients.Cluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Clients write, count and scan while others split and merge the table's regions at random. Rows
 * form chains: each names the row its client wrote before. At the end every row is there once, every
 * row that is named exists, counters stand where the clients left them, and the regions cover all
 * rows without holes.
 *
 * <p>Arguments: seed, seconds. The last line tells what happened; the exit code is 1 if anything was
 * wrong.
 */
public final class Storm {
  static final byte[] FAMILY = Bytes.toBytes("d");
  static final byte[] COUNTERS = Bytes.toBytes("n");
  private static final int WRITERS = 4;

  final long seed;
  final TableName table;
  final Configuration configuration;
  final AtomicBoolean stopping = new AtomicBoolean();
  final Queue<String> failures = new ConcurrentLinkedQueue<>();
  final AtomicLong splits = new AtomicLong();
  final AtomicLong merges = new AtomicLong();
  final AtomicLong refused = new AtomicLong();
  final AtomicLong scans = new AtomicLong();

  private Storm(long seed) {
    this.seed = seed;
    this.table = TableName.valueOf("storm_" + Long.toString(System.nanoTime(), 36));
    this.configuration = Cluster.configuration();
    configuration.setInt("hbase.client.retries.number", 15);
  }

  /** Says what is wrong, once and for all threads. */
  void fail(String what) {
    if (failures.size() < 20) {
      failures.add(what);
    }
  }

  /** A part of the storm: runs until it is told to stop. */
  interface Part {
    void run(Connection connection) throws Exception;
  }

  private Thread start(String name, Part part) {
    Thread thread =
        new Thread(
            () -> {
              // A connection of its own: its own idea of where regions are.
              try (Connection connection = ConnectionFactory.createConnection(configuration)) {
                part.run(connection);
              } catch (Throwable problem) {
                fail(name + ": " + problem);
                problem.printStackTrace();
              }
            },
            name);
    thread.start();
    return thread;
  }

  private static void join(List<Thread> threads) throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private String run(int seconds) throws Exception {
    List<Chain> chains = new ArrayList<>();
    Counters counters = new Counters(this);
    try (Connection connection = ConnectionFactory.createConnection(configuration)) {
      try (Admin admin = connection.getAdmin()) {
        admin.createTable(
            TableDescriptorBuilder.newBuilder(table)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(COUNTERS))
                .build(),
            new byte[][] {Bytes.toBytes("4"), Bytes.toBytes("8"), Bytes.toBytes("c")});
      }
      counters.prepare(connection);
      List<Thread> clients = new ArrayList<>();
      List<Thread> others = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        Chain chain = new Chain(this, i);
        chains.add(chain);
        clients.add(start("writer " + i, chain::write));
      }
      for (int i = 0; i < 2; i++) {
        int number = i;
        clients.add(start("increments " + i, c -> counters.increment(c, number)));
        clients.add(start("checks " + i, c -> counters.check(c, number)));
      }
      clients.add(start("scanner", new Walk(this, chains, false)::run));
      clients.add(start("reverse scanner", new Walk(this, chains, true)::run));
      others.add(start("splits", new Regions(this, 1)::splitAndMerge));
      others.add(start("merges", new Regions(this, 2)::splitAndMerge));
      others.add(start("flushes", new Regions(this, 3)::flushAndCompact));
      long end = System.nanoTime() + seconds * 1_000_000_000L;
      while (System.nanoTime() < end && failures.isEmpty()) {
        Thread.sleep(100);
      }
      stopping.set(true);
      join(clients);
      join(others);
      new Regions(this, 4).verify(connection);
      long rows = Walk.verify(this, connection, chains);
      long counted = counters.verify(connection);
      return String.format(
          "%d rows in %d chains, %d counts, %d splits and %d merges (%d refused), %d scans, seed %d",
          rows, chains.size(), counted, splits.get(), merges.get(), refused.get(), scans.get(),
          seed);
    }
  }

  public static void main(String[] arguments) throws Exception {
    Storm storm = new Storm(Long.parseLong(arguments[0]));
    String outcome = storm.run(Integer.parseInt(arguments[1]));
    for (String failure : storm.failures) {
      System.out.println("FAILED " + failure);
    }
    System.out.printf(
        "clients: storm: %s: %s%n", storm.failures.isEmpty() ? "passed" : "failed", outcome);
    System.exit(storm.failures.isEmpty() ? 0 : 1);
  }
}
