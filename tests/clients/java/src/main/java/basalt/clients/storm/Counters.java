package basalt.clients.storm;

import java.util.Random;
import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Rows that are counted up, by increments and by puts that check what was there before. */
final class Counters {
  private static final int ROWS = 8;
  private static final byte[] INCREMENTED = Bytes.toBytes("incremented");
  private static final byte[] CHECKED = Bytes.toBytes("checked");

  private final Storm storm;
  private final AtomicLongArray increments = new AtomicLongArray(ROWS);
  private final AtomicLongArray checks = new AtomicLongArray(ROWS);

  Counters(Storm storm) {
    this.storm = storm;
  }

  private static byte[] row(int counter) {
    return Bytes.toBytes(Integer.toHexString(counter * 16 / ROWS) + "-counter");
  }

  void prepare(Connection connection) throws Exception {
    try (Table table = connection.getTable(storm.table)) {
      for (int i = 0; i < ROWS; i++) {
        table.put(new Put(row(i)).addColumn(Storm.COUNTERS, CHECKED, Bytes.toBytes(0L)));
      }
    }
  }

  void increment(Connection connection, int number) throws Exception {
    Random random = new Random(storm.seed * 101 + number);
    try (Table table = connection.getTable(storm.table)) {
      while (!storm.stopping.get()) {
        int counter = random.nextInt(ROWS);
        table.incrementColumnValue(row(counter), Storm.COUNTERS, INCREMENTED, 1);
        increments.incrementAndGet(counter);
      }
    }
  }

  void check(Connection connection, int number) throws Exception {
    Random random = new Random(storm.seed * 103 + number);
    try (Table table = connection.getTable(storm.table)) {
      while (!storm.stopping.get()) {
        int counter = random.nextInt(ROWS);
        byte[] row = row(counter);
        byte[] before =
            table.get(new Get(row)).getValue(Storm.COUNTERS, CHECKED);
        byte[] after = Bytes.toBytes(Bytes.toLong(before) + 1);
        boolean done =
            table
                .checkAndMutate(
                    CheckAndMutate.newBuilder(row)
                        .ifEquals(Storm.COUNTERS, CHECKED, before)
                        .build(new Put(row).addColumn(Storm.COUNTERS, CHECKED, after)))
                .isSuccess();
        if (done) {
          checks.incrementAndGet(counter);
        }
      }
    }
  }

  long verify(Connection connection) throws Exception {
    long counted = 0;
    try (Table table = connection.getTable(storm.table)) {
      for (int i = 0; i < ROWS; i++) {
        Result result = table.get(new Get(row(i)));
        counted += compare(i, "increments", result.getValue(Storm.COUNTERS, INCREMENTED),
            increments.get(i));
        counted += compare(i, "checked puts", result.getValue(Storm.COUNTERS, CHECKED),
            checks.get(i));
      }
    }
    return counted;
  }

  private long compare(int counter, String kind, byte[] value, long expected) {
    long found = value == null ? 0 : Bytes.toLong(value);
    if (found != expected) {
      storm.fail(
          String.format("counter %d: %d %s were acknowledged, %d are there", counter, expected, kind,
              found));
    }
    return found;
  }
}
