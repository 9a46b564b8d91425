package basalt.clients.diff;

import static basalt.clients.Text.cause;
import static basalt.clients.Text.show;

import basalt.clients.Cluster;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * From a seed: tables, mutations with given timestamps, then gets and scans with every option and
 * filter. Writes each question with its answer; two servers must write the same file.
 * Arguments: seed, tables, questions for each table, output file.
 */
public final class Differential {
  private final Random random;
  private final PrintWriter out;
  private int number;

  private Differential(long seed, PrintWriter out) {
    random = new Random(seed);
    this.out = out;
  }

  private void say(String question, String answer) {
    // A marker for the newest version of nothing carries the server's time.
    out.println(++number + " " + question + " => " + answer.replaceAll("@\\d{13}\\b", "@now"));
  }

  private TableName create(int kind) throws Exception {
    TableName name = Cluster.name("diff" + kind);
    TableDescriptorBuilder builder = TableDescriptorBuilder.newBuilder(name);
    for (String family : new String[] {"f", "g"}) {
      ColumnFamilyDescriptorBuilder columns =
          ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(family))
              .setMaxVersions(family.equals("f") ? 1 + kind : 3);
      if (kind == 2) {
        columns.setKeepDeletedCells(KeepDeletedCells.TRUE);
      }
      builder.setColumnFamily(columns.build());
    }
    return Cluster.create(builder.build(), kind % 2 == 0 ? new String[0] : new String[] {"c", "q"});
  }

  private Put put(Words words, byte[] row) {
    Put put = new Put(row);
    for (int i = random.nextInt(3); i >= 0; i--) {
      put.addColumn(words.family(), words.qualifier(), words.time(), words.value());
    }
    return put;
  }

  private Delete delete(Words words, byte[] row) {
    Delete delete = new Delete(row);
    switch (random.nextInt(6)) {
      case 0:
        return delete.addColumn(words.family(), words.qualifier(), words.time());
      case 1:
        return delete.addColumns(words.family(), words.qualifier(), words.time());
      case 2:
        return delete.addFamily(words.family(), words.time());
      case 3:
        return delete.addFamilyVersion(words.family(), words.time());
      case 4:
        return new Delete(row, words.time());
      default:
        return delete.addColumn(words.family(), words.qualifier());
    }
  }

  private void mutate(Table table, Words words) throws Exception {
    for (int i = 0; i < 60; i++) {
      byte[] row = words.row();
      switch (random.nextInt(8)) {
        case 0:
        case 1:
          table.delete(delete(words, row));
          break;
        case 2: {
          List<Row> batch = new ArrayList<>();
          for (int j = 0; j < 5; j++) {
            batch.add(put(words, words.row()));
          }
          table.batch(batch, new Object[5]);
          break;
        }
        case 3: {
          CompareOperator op = CompareOperator.values()[random.nextInt(6)];
          CheckAndMutate check =
              CheckAndMutate.newBuilder(row)
                  .ifMatches(words.family(), words.qualifier(), op, words.value())
                  .build(put(words, row));
          say("check " + op, "" + table.checkAndMutate(check).isSuccess());
          break;
        }
        case 4:
          table.mutateRow(RowMutations.of(List.of(put(words, row), delete(words, row))));
          break;
        default:
          table.put(put(words, row));
      }
    }
  }

  /** The class counts; the message is there for the reader. */
  private static String failure(Exception e) {
    Throwable cause = cause(e);
    return "! " + cause.getClass().getSimpleName() + " # "
        + String.valueOf(cause.getMessage()).split("\n")[0];
  }

  private void get(Table table, Words words) throws Exception {
    Get get = new Get(words.row());
    get.setLoadColumnFamiliesOnDemand(false);
    StringBuilder text = new StringBuilder("get " + Bytes.toString(get.getRow()));
    if (random.nextInt(3) == 0) {
      byte[] family = words.family();
      get.addFamily(family);
      text.append(" family=").append(Bytes.toString(family));
    } else if (random.nextInt(3) == 0) {
      byte[] family = words.family();
      byte[] qualifier = words.qualifier();
      get.addColumn(family, qualifier);
      text.append(" column=")
          .append(Bytes.toString(family))
          .append(':')
          .append(Bytes.toString(qualifier));
    }
    if (random.nextBoolean()) {
      get.readVersions(1 + random.nextInt(4));
      text.append(" versions=").append(get.getMaxVersions());
    }
    if (random.nextInt(3) == 0) {
      int from = random.nextInt(10);
      get.setTimeRange(from, from + 1 + random.nextInt(6));
      text.append(' ').append(get.getTimeRange());
    }
    if (random.nextInt(4) == 0) {
      get.setMaxResultsPerColumnFamily(1 + random.nextInt(3));
      get.setRowOffsetPerColumnFamily(random.nextInt(2));
      text.append(" per family=")
          .append(get.getMaxResultsPerColumnFamily())
          .append('/')
          .append(get.getRowOffsetPerColumnFamily());
    }
    if (random.nextInt(2) == 0) {
      text.append(' ');
      get.setFilter(new RandomFilters(random, words, false).make(2, text));
    }
    String answer;
    try {
      answer = show(table.get(get));
    } catch (Exception e) {
      answer = failure(e);
    }
    say(text.toString(), answer);
  }

  private void scan(Table table, Words words) {
    StringBuilder text = new StringBuilder("scan");
    Scan scan = new Scan();
    scan.setReversed(random.nextInt(3) == 0);
    text.append(scan.isReversed() ? " reversed" : "");
    // HBase's way of leaving out families that a filter does not need changes some answers, and
    // refuses to go backward: docs/filters.md. Basalt reads them all.
    scan.setLoadColumnFamiliesOnDemand(false);
    range(scan, words, text);
    columns(scan, words, text);
    if (random.nextBoolean()) {
      scan.readVersions(1 + random.nextInt(4));
      text.append(" versions=").append(scan.getMaxVersions());
    }
    limits(scan, text);
    if (random.nextInt(6) == 0) {
      scan.setRaw(true);
      scan.readAllVersions();
      text.append(" raw");
    }
    if (random.nextInt(4) != 0) {
      text.append(' ');
      scan.setFilter(new RandomFilters(random, words, scan.isReversed()).make(3, text));
    }
    say(text.toString(), answer(table, scan));
  }

  private static String answer(Table table, Scan scan) {
    List<Result> results = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result result : scanner) {
        results.add(result);
      }
    } catch (Exception e) {
      return failure(e);
    }
    return show(results);
  }

  private void range(Scan scan, Words words, StringBuilder text) {
    if (random.nextBoolean()) {
      return;
    }
    byte[] one = words.row();
    byte[] two = words.row();
    boolean swap = Bytes.compareTo(one, two) > 0 != scan.isReversed();
    scan.withStartRow(swap ? two : one, random.nextBoolean());
    scan.withStopRow(swap ? one : two, random.nextBoolean());
    text.append(scan.includeStartRow() ? " [" : " (")
        .append(Bytes.toString(scan.getStartRow()))
        .append(',')
        .append(Bytes.toString(scan.getStopRow()))
        .append(scan.includeStopRow() ? ']' : ')');
  }

  private void columns(Scan scan, Words words, StringBuilder text) {
    int kind = random.nextInt(4);
    if (kind == 0) {
      byte[] family = words.family();
      scan.addFamily(family);
      text.append(" family=").append(Bytes.toString(family));
    } else if (kind == 1) {
      for (int i = 0; i < 3; i++) {
        byte[] family = words.family();
        byte[] qualifier = words.qualifier();
        scan.addColumn(family, qualifier);
        text.append(" column=")
            .append(Bytes.toString(family))
            .append(':')
            .append(Bytes.toString(qualifier));
      }
    }
  }

  private void limits(Scan scan, StringBuilder text) {
    if (random.nextInt(3) == 0) {
      int from = random.nextInt(10);
      try {
        scan.setTimeRange(from, from + 1 + random.nextInt(6));
      } catch (java.io.IOException e) {
        throw new IllegalStateException(e);
      }
      text.append(' ').append(scan.getTimeRange());
    }
    if (random.nextInt(3) == 0) {
      scan.setLimit(1 + random.nextInt(6));
      text.append(" limit=").append(scan.getLimit());
    }
    if (random.nextInt(3) == 0) {
      scan.setCaching(1 + random.nextInt(4));
      text.append(" caching=").append(scan.getCaching());
    }
    if (random.nextInt(5) == 0) {
      scan.setBatch(1 + random.nextInt(3));
      text.append(" batch=").append(scan.getBatch());
    }
    // A batch, a row limit and a small reply together: HBase counts some rows twice and stops
    // early.
    boolean miscounted = scan.getBatch() > 0 && scan.getLimit() > 0;
    if (random.nextInt(6) == 0 && !miscounted) {
      scan.setMaxResultSize(1 + random.nextInt(500));
      text.append(" size=").append(scan.getMaxResultSize());
    }
    if (random.nextInt(6) == 0) {
      scan.setMaxResultsPerColumnFamily(1 + random.nextInt(3));
      scan.setRowOffsetPerColumnFamily(random.nextInt(2));
      text.append(" per family=")
          .append(scan.getMaxResultsPerColumnFamily())
          .append('/')
          .append(scan.getRowOffsetPerColumnFamily());
    }
  }

  private void run(int tables, int questions) throws Exception {
    for (int i = 0; i < tables; i++) {
      TableName name = create(i % 4);
      Words words = new Words(random, "f", "g");
      try (Table table = Cluster.table(name)) {
        mutate(table, words);
        say("all", answer(table, new Scan().readAllVersions()));
        for (int j = 0; j < questions; j++) {
          if (random.nextInt(4) == 0) {
            get(table, words);
          } else {
            scan(table, words);
          }
        }
      }
    }
  }

  public static void main(String[] arguments) throws Exception {
    try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(Path.of(arguments[3])))) {
      Differential diff = new Differential(Long.parseLong(arguments[0]), out);
      diff.run(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
    }
    Runtime.getRuntime().halt(0);
  }
}
