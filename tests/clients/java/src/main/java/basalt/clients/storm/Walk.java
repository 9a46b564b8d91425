package basalt.clients.storm;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Scans of the whole table while its regions come and go: every row once, in order, and none missing
 * of those that were acknowledged before the scan began.
 */
final class Walk {
  private final Storm storm;
  private final List<Chain> chains;
  private final boolean reversed;
  private final Random random;

  Walk(Storm storm, List<Chain> chains, boolean reversed) {
    this.storm = storm;
    this.chains = chains;
    this.reversed = reversed;
    this.random = new Random(storm.seed * 109 + (reversed ? 1 : 0));
  }

  void run(Connection connection) throws Exception {
    try (Table table = connection.getTable(storm.table)) {
      while (!storm.stopping.get()) {
        if (random.nextInt(3) == 0) {
          limited(table);
        } else {
          whole(table);
        }
        storm.scans.incrementAndGet();
      }
    }
  }

  private Scan scan() {
    Scan scan = new Scan().addFamily(Storm.FAMILY).setReversed(reversed);
    scan.setCaching(1 + random.nextInt(500));
    if (random.nextBoolean()) {
      // Answers end in the middle of rows.
      scan.setMaxResultSize(200 + random.nextInt(20_000));
    }
    return scan;
  }

  private void whole(Table table) throws Exception {
    long[] before = chains.stream().mapToLong(chain -> chain.acknowledged).toArray();
    Scan scan = scan();
    String kind = (reversed ? "reverse " : "") + "scan";
    switch (random.nextInt(3)) {
      case 0:
        scan.setBatch(1 + random.nextInt(3));
        kind += " with batches";
        break;
      case 1:
        scan.setAllowPartialResults(true);
        kind += " with partial rows";
        break;
      default:
    }
    long[] seen = new long[chains.size()];
    long[] cells = new long[chains.size()];
    byte[] last = null;
    int chain = -1;
    boolean counts = false;
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result result : scanner) {
        byte[] row = result.getRow();
        if (last == null || !Arrays.equals(row, last)) {
          checkOrder(kind, last, row);
          last = row;
          chain = chainOf(row);
          counts = numberOf(row) < before[chain];
          if (counts) {
            seen[chain]++;
          }
        }
        if (counts) {
          cells[chain] += result.size();
        }
      }
    }
    for (int i = 0; i < before.length; i++) {
      if (seen[i] != before[i]) {
        storm.fail(
            String.format("%s: %d of the %d rows of chain %d", kind, seen[i], before[i], i));
      } else if (cells[i] != 4 * before[i]) {
        storm.fail(
            String.format("%s: %d cells in the %d rows of chain %d", kind, cells[i], before[i], i));
      }
    }
  }

  private void limited(Table table) throws Exception {
    int limit = 1 + random.nextInt(300);
    Scan scan = scan().setLimit(limit);
    scan.withStartRow(Bytes.toBytes(String.format("%08x", random.nextInt())));
    byte[] last = null;
    int count = 0;
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result result : scanner) {
        checkOrder("scan with a limit", last, result.getRow());
        last = result.getRow();
        if (result.size() != 4) {
          storm.fail("scan with a limit: a row of " + result.size() + " cells");
        }
        count++;
      }
    }
    if (count > limit) {
      storm.fail("scan with a limit of " + limit + ": " + count + " rows");
    }
  }

  private void checkOrder(String kind, byte[] last, byte[] row) {
    if (last == null) {
      return;
    }
    int order = Bytes.compareTo(last, row);
    if (reversed ? order <= 0 : order >= 0) {
      storm.fail(kind + ": " + Bytes.toString(row) + " after " + Bytes.toString(last));
    }
  }

  private static int chainOf(byte[] row) {
    return Integer.parseInt(Bytes.toString(row).split("-")[1]);
  }

  private static long numberOf(byte[] row) {
    return Long.parseLong(Bytes.toString(row).split("-")[2]);
  }

  /** All rows, and all rows they name. Returns how many there are. */
  static long verify(Storm storm, Connection connection, List<Chain> chains) throws Exception {
    Set<String> rows = new HashSet<>();
    Set<String> named = new HashSet<>();
    long[] counts = new long[chains.size()];
    try (Table table = connection.getTable(storm.table);
        ResultScanner scanner = table.getScanner(new Scan().addFamily(Storm.FAMILY))) {
      for (Result result : scanner) {
        String row = Bytes.toString(result.getRow());
        if (!rows.add(row)) {
          storm.fail("twice: " + row);
        }
        if (result.size() != 4) {
          storm.fail(row + " has " + result.size() + " cells");
        }
        Cell previous = result.getColumnLatestCell(Storm.FAMILY, Chain.PREVIOUS);
        if (previous != null && previous.getValueLength() > 0) {
          named.add(Bytes.toString(CellUtil.cloneValue(previous)));
        }
        counts[Bytes.toInt(result.getValue(Storm.FAMILY, Chain.CHAIN))]++;
      }
    }
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] != chains.get(i).acknowledged) {
        storm.fail(
            String.format("chain %d: %d rows were acknowledged, %d are there", i,
                chains.get(i).acknowledged, counts[i]));
      }
    }
    long undefined = named.stream().filter(row -> !rows.contains(row)).count();
    if (undefined > 0) {
      storm.fail(undefined + " rows are named and not there");
    }
    // All but the last row of each chain are named by another.
    if (undefined == 0 && named.size() != rows.size() - counts.length) {
      storm.fail((rows.size() - counts.length - named.size()) + " rows are named by none");
    }
    return rows.size();
  }
}
