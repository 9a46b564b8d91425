package basalt.clients.storm;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** The rows of one writer, each with the row before it. Written by one thread, read by others. */
final class Chain {
  static final byte[] PREVIOUS = Bytes.toBytes("previous");
  static final byte[] CHAIN = Bytes.toBytes("chain");
  static final byte[] NUMBER = Bytes.toBytes("number");
  static final byte[] FILLING = Bytes.toBytes("x");

  private final Storm storm;
  private final int id;
  /** Rows up to here have been acknowledged. */
  volatile long acknowledged;

  Chain(Storm storm, int id) {
    this.storm = storm;
    this.id = id;
  }

  /** The row of that number: spread over all keys, no two alike. */
  private byte[] row(long number) {
    long hash = new Random(storm.seed * 31 + id * 1_000_003L + number * 7919).nextLong();
    return Bytes.toBytes(String.format("%016x-%d-%d", hash, id, number));
  }

  private Put put(long number) {
    return new Put(row(number))
        .addColumn(
            Storm.FAMILY, PREVIOUS, number == 0 ? new byte[0] : row(number - 1))
        .addColumn(Storm.FAMILY, CHAIN, Bytes.toBytes(id))
        .addColumn(Storm.FAMILY, NUMBER, Bytes.toBytes(number))
        .addColumn(Storm.FAMILY, FILLING, new byte[(int) (number % 200)]);
  }

  void write(Connection connection) throws Exception {
    Random random = new Random(storm.seed + id);
    long next = 0;
    try (Table table = connection.getTable(storm.table)) {
      while (!storm.stopping.get()) {
        int count = random.nextInt(3) == 0 ? 1 : 1 + random.nextInt(40);
        List<Put> puts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
          puts.add(put(next + i));
        }
        if (count == 1) {
          table.put(puts.get(0));
        } else {
          table.put(puts);
        }
        next += count;
        acknowledged = next;
        // What was acknowledged is there, at once and by whatever way.
        long some = Math.floorMod(random.nextLong(), next);
        Result result = table.get(new Get(row(some)));
        if (result.isEmpty()) {
          storm.fail("chain " + id + ": row " + some + " was acknowledged and is not there");
        }
      }
    }
  }
}
