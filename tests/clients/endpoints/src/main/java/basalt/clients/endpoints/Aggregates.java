package basalt.clients.endpoints;

import static org.apache.hadoop.hbase.util.Bytes.toBytes;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.coprocessor.AggregationClient;
import org.apache.hadoop.hbase.client.coprocessor.AsyncAggregationClient;
import org.apache.hadoop.hbase.client.coprocessor.BigDecimalColumnInterpreter;
import org.apache.hadoop.hbase.client.coprocessor.DoubleColumnInterpreter;
import org.apache.hadoop.hbase.client.coprocessor.LongColumnInterpreter;
import org.apache.hadoop.hbase.coprocessor.ColumnInterpreter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;

/** Every aggregate, by both of HBase's clients, with each interpreter and several scans. */
final class Aggregates {
  /** One that no server has. */
  static final class Unknown extends LongColumnInterpreter {}

  private static final int ROWS = 40;
  private final Answers answers;
  private final Connection connection;
  private final AsyncConnection async;
  private final TableName name;

  Aggregates(Answers answers, Connection connection, AsyncConnection async, TableName name) {
    this.answers = answers;
    this.connection = connection;
    this.async = async;
    this.name = name;
  }

  /** Columns of longs, doubles and decimals; a column with values that are none; a sparse one. */
  void fill() throws Exception {
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      Put put = new Put(toBytes(String.format("row%02d", i)));
      long number = (i * 7919L) % 101 - 50;
      put.addColumn(toBytes("l"), toBytes("a"), toBytes(number));
      put.addColumn(toBytes("l"), toBytes("b"), toBytes(number * 1_000_000_007L));
      put.addColumn(toBytes("d"), toBytes("a"), toBytes(number / 8.0));
      // Sums of these are exact, in whatever order regions answer.
      put.addColumn(toBytes("d"), toBytes("b"),
          toBytes(number % 2 == 0 ? -0.0 : Math.scalb((double) number, 40)));
      put.addColumn(toBytes("n"), toBytes("a"), toBytes(new BigDecimal(number).movePointLeft(1)));
      put.addColumn(toBytes("n"), toBytes("b"),
          toBytes(new BigDecimal("123456789012345678901234567890.12500").multiply(
              new BigDecimal(number))));
      put.addColumn(
          toBytes("x"), toBytes("a"), i % 3 == 0 ? toBytes("text") : toBytes((long) i));
      put.addColumn(toBytes("x"), toBytes("text"), toBytes("none"));
      if (i % 4 == 0) {
        put.addColumn(toBytes("s"), toBytes("every4"), toBytes((long) i));
      }
      put.addColumn(toBytes("s"), toBytes("last"), toBytes(1L));
      puts.add(put);
    }
    try (Table table = connection.getTable(name)) {
      table.put(puts);
    }
  }

  private static Scan column(String family, String... qualifiers) {
    Scan scan = new Scan();
    if (qualifiers.length == 0) {
      scan.addFamily(toBytes(family));
    }
    for (String qualifier : qualifiers) {
      scan.addColumn(toBytes(family), toBytes(qualifier));
    }
    return scan;
  }

  private static Map<String, Scan> scans(String family) throws Exception {
    Map<String, Scan> scans = new LinkedHashMap<>();
    scans.put("a", column(family, "a"));
    scans.put("b", column(family, "b"));
    scans.put("a and b", column(family, "a", "b"));
    scans.put("family", column(family));
    scans.put("range",
        column(family, "a").withStartRow(toBytes("row05")).withStopRow(toBytes("row31")));
    scans.put("one region",
        column(family, "a").withStartRow(toBytes("row11")).withStopRow(toBytes("row12")));
    scans.put("nothing", column(family, "none"));
    scans.put("filter", column(family, "a").setFilter(new PrefixFilter(toBytes("row1"))));
    scans.put("filter of none", column(family, "a").setFilter(new PrefixFilter(toBytes("z"))));
    scans.put("backwards range",
        column(family, "a").withStartRow(toBytes("row2")).withStopRow(toBytes("row1")));
    scans.put("all families", new Scan());
    scans.put("two families", column(family, "a").addFamily(toBytes("x")));
    return scans;
  }

  private <R, S> void everyMethod(String kind, ColumnInterpreter<R, S, ?, ?, ?> interpreter,
      Map<String, Scan> scans) {
    for (Map.Entry<String, Scan> entry : scans.entrySet()) {
      String of = kind + " " + entry.getKey();
      Scan scan = entry.getValue();
      everyMethod(of, interpreter, scan);
    }
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private void everyMethod(String of, ColumnInterpreter interpreter, Scan scan) {
    AggregationClient client = new AggregationClient(connection.getConfiguration());
    answers.ask(of + " max", () -> client.max(name, interpreter, new Scan(scan)));
    answers.ask(of + " min", () -> client.min(name, interpreter, new Scan(scan)));
    answers.ask(of + " sum", () -> client.sum(name, interpreter, new Scan(scan)));
    answers.ask(of + " count", () -> client.rowCount(name, interpreter, new Scan(scan)));
    answers.ask(of + " avg", () -> client.avg(name, interpreter, new Scan(scan)));
    answers.ask(of + " std", () -> client.std(name, interpreter, new Scan(scan)));
    answers.ask(of + " median", () -> client.median(name, interpreter, new Scan(scan)));
    AsyncTable<AdvancedScanResultConsumer> table = async.getTable(name);
    answers.ask(of + " async max",
        () -> AsyncAggregationClient.max(table, interpreter, new Scan(scan)).get());
    answers.ask(of + " async min",
        () -> AsyncAggregationClient.min(table, interpreter, new Scan(scan)).get());
    answers.ask(of + " async sum",
        () -> AsyncAggregationClient.sum(table, interpreter, new Scan(scan)).get());
    answers.ask(of + " async count",
        () -> AsyncAggregationClient.rowCount(table, interpreter, new Scan(scan)).get());
    answers.ask(of + " async avg",
        () -> AsyncAggregationClient.avg(table, interpreter, new Scan(scan)).get());
    answers.ask(of + " async std",
        () -> AsyncAggregationClient.std(table, interpreter, new Scan(scan)).get());
    answers.ask(of + " async median",
        () -> AsyncAggregationClient.median(table, interpreter, new Scan(scan)).get());
  }

  void run() throws Exception {
    everyMethod("long", new LongColumnInterpreter(), scans("l"));
    everyMethod("double", new DoubleColumnInterpreter(), scans("d"));
    everyMethod("decimal", new BigDecimalColumnInterpreter(), scans("n"));
    Map<String, Scan> odd = new LinkedHashMap<>();
    odd.put("mixed values", column("x", "a"));
    odd.put("no values", column("x", "text"));
    odd.put("sparse", column("s", "every4"));
    odd.put("sparse by filter",
        column("l", "a").setFilter(new SingleColumnValueFilter(
            toBytes("l"), toBytes("a"), CompareOperator.GREATER, toBytes(20L))));
    odd.put("count of the second column", column("s", "every4", "last"));
    odd.put("in batches", column("l", "a", "b").setBatch(1));
    everyMethod("long", new LongColumnInterpreter(), odd);
    everyMethod("double", new DoubleColumnInterpreter(), Map.of("mixed values", column("x", "a")));
    everyMethod(
        "decimal", new BigDecimalColumnInterpreter(), Map.of("of text", column("x", "text")));
    answers.ask("an interpreter that the server has not", () -> {
      AggregationClient client = new AggregationClient(connection.getConfiguration());
      return client.max(name, new Unknown(), column("l", "a"));
    });
  }
}
