package basalt.clients.endpoints;

import static org.apache.hadoop.hbase.util.Bytes.toBytes;

import com.google.protobuf.ByteString;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.BigDecimalComparator;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.BinaryComponentComparator;
import org.apache.hadoop.hbase.filter.BinaryPrefixComparator;
import org.apache.hadoop.hbase.filter.BitComparator;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.LongComparator;
import org.apache.hadoop.hbase.filter.NullComparator;
import org.apache.hadoop.hbase.filter.RegexStringComparator;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.SubstringComparator;
import org.apache.hadoop.hbase.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.protobuf.generated.ClientProtos.Condition;
import org.apache.hadoop.hbase.protobuf.generated.ClientProtos.MutationProto.MutationType;
import org.apache.hadoop.hbase.protobuf.generated.ComparatorProtos;
import org.apache.hadoop.hbase.protobuf.generated.FilterProtos;
import org.apache.hadoop.hbase.protobuf.generated.HBaseProtos;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MultiRowMutationService;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MutateRowsRequest;
import org.apache.hadoop.hbase.util.Bytes;

/** MultiRowMutationService.MutateRows: all kinds of mutations, conditions, and what is refused. */
final class RowsTogether {
  private static final byte[] FAMILY = toBytes("f");
  private final Answers answers;
  private final Table table;
  private final long nonce = System.nanoTime();

  RowsTogether(Answers answers, Table table) {
    this.answers = answers;
    this.table = table;
  }

  private static Put put(String row, String qualifier, byte[] value) {
    return new Put(toBytes(row)).addColumn(FAMILY, toBytes(qualifier), 100, value);
  }

  private static Put put(String row, String qualifier, String value) {
    return put(row, qualifier, toBytes(value));
  }

  private static MutateRowsRequest.Builder request(Mutation... mutations) throws Exception {
    MutateRowsRequest.Builder request = MutateRowsRequest.newBuilder();
    for (Mutation mutation : mutations) {
      MutationType type = mutation instanceof Put ? MutationType.PUT
          : mutation instanceof Delete            ? MutationType.DELETE
          : mutation instanceof Increment         ? MutationType.INCREMENT
                                                  : MutationType.APPEND;
      request.addMutationRequest(ProtobufUtil.toMutation(type, mutation));
    }
    return request;
  }

  private static Condition.Builder on(String row) {
    return Condition.newBuilder().setRow(ByteString.copyFromUtf8(row));
  }

  private static Condition condition(String row, String qualifier, CompareOperator op,
      ByteArrayComparable comparator) throws Exception {
    return on(row)
        .setFamily(ByteString.copyFrom(FAMILY))
        .setQualifier(ByteString.copyFromUtf8(qualifier))
        .setCompareType(HBaseProtos.CompareType.valueOf(op.name()))
        .setComparator(
            ComparatorProtos.Comparator.newBuilder()
                .setName(comparator.getClass().getName())
                .setSerializedComparator(ByteString.copyFrom(comparator.toByteArray())))
        .build();
  }

  private static Condition equal(String row, String qualifier, String value) throws Exception {
    return condition(row, qualifier, CompareOperator.EQUAL, new BinaryComparator(toBytes(value)));
  }

  private static Condition matches(String row, Filter filter) throws Exception {
    return on(row)
        .setFilter(FilterProtos.Filter.newBuilder()
                       .setName(filter.getClass().getName())
                       .setSerializedFilter(ByteString.copyFrom(filter.toByteArray())))
        .build();
  }

  /** Whether the conditions held, and what the rows hold then, without times that a server chose. */
  private String send(MutateRowsRequest.Builder request, String prefix) throws Exception {
    String outcome;
    try {
      MultiRowMutationService.BlockingInterface service =
          MultiRowMutationService.newBlockingStub(table.coprocessorService(toBytes(prefix)));
      outcome = "processed " + service.mutateRows(null, request.build()).getProcessed();
    } catch (Throwable thrown) {
      Throwable cause = thrown;
      while (cause.getCause() != null && cause.getCause() != cause) {
        cause = cause.getCause();
      }
      String name = cause.getClass().getSimpleName();
      String text = String.valueOf(cause.getMessage());
      outcome = "threw " + (name.startsWith("Remote") ? text.split("[:(\n]")[0] : name);
      if (text.contains("out of range '")) {
        outcome += " " + text.replaceAll("(?s).*(Requested row out of range '[^']*').*", "$1");
      }
    }
    List<String> cells = new ArrayList<>();
    try (ResultScanner results =
             table.getScanner(new Scan().setStartStopRowForPrefixScan(toBytes(prefix)))) {
      for (Result result : results) {
        for (Cell cell : result.rawCells()) {
          cells.add(Bytes.toStringBinary(CellUtil.cloneRow(cell)) + ":"
              + Bytes.toStringBinary(CellUtil.cloneQualifier(cell)) + "="
              + Bytes.toStringBinary(CellUtil.cloneValue(cell)));
        }
      }
    }
    return (outcome + " " + String.join(" ", cells)).trim();
  }

  private void ask(String name, String prefix, MutateRowsRequest.Builder request) {
    answers.ask("rows: " + name, () -> send(request, prefix));
  }

  void run() throws Exception {
    ask("puts", "a", request(put("a1", "q", "1"), put("a2", "q", "2"), put("a2", "r", "3")));
    ask("puts and deletes", "a",
        request(new Delete(toBytes("a1")), put("a3", "q", "4"),
            new Delete(toBytes("a2")).addColumns(FAMILY, toBytes("q"))));
    ask("increments and appends", "b",
        request(new Increment(toBytes("b1")).addColumn(FAMILY, toBytes("n"), 5),
            new Append(toBytes("b2")).addColumn(FAMILY, toBytes("t"), toBytes("x")),
            put("b3", "q", "v"), new Increment(toBytes("b3")).addColumn(FAMILY, toBytes("n"), 2)));
    ask("nothing at all", "b", request());
    ask("a family that is not there", "c",
        request(put("c1", "q", "v"),
            new Put(toBytes("c2")).addColumn(toBytes("nope"), toBytes("q"), toBytes("v"))));
    ask("an increment of a text", "b",
        request(put("b4", "q", "v"), new Increment(toBytes("b2")).addColumn(FAMILY, toBytes("t"), 1)));
    ask("a row of another region", "d", request(put("d1", "q", "v"), put("z1", "q", "v")));
    ask("nonces, first",
        "e", request(new Increment(toBytes("e1")).addColumn(FAMILY, toBytes("n"), 5), put("e2", "q", "1"))
                 .setNonceGroup(7)
                 .setNonce(nonce));
    ask("nonces, again",
        "e", request(new Increment(toBytes("e1")).addColumn(FAMILY, toBytes("n"), 5), put("e2", "q", "2"))
                 .setNonceGroup(7)
                 .setNonce(nonce));
    ask("nonces of a condition that did not hold",
        "e", request(new Increment(toBytes("e1")).addColumn(FAMILY, toBytes("n"), 5))
                 .addCondition(equal("e2", "q", "none"))
                 .setNonceGroup(7)
                 .setNonce(nonce + 1));
    ask("nonces of a condition that holds now",
        "e", request(new Increment(toBytes("e1")).addColumn(FAMILY, toBytes("n"), 5))
                 .addCondition(equal("e2", "q", "2"))
                 .setNonceGroup(7)
                 .setNonce(nonce + 1));
    table.put(Arrays.asList(put("g1", "q", "1"), put("g2", "q", "2")));
    ask("a condition that holds", "g",
        request(put("g3", "q", "yes")).addCondition(equal("g1", "q", "1")));
    ask("two that hold", "g",
        request(put("g3", "r", "yes"))
            .addCondition(equal("g1", "q", "1"))
            .addCondition(equal("g2", "q", "2")));
    ask("one of two that holds", "g",
        request(put("g3", "s", "no"))
            .addCondition(equal("g1", "q", "1"))
            .addCondition(equal("g2", "q", "3")));
    ask("one that does not hold, with a bad family", "g",
        request(new Put(toBytes("g4")).addColumn(toBytes("nope"), toBytes("q"), toBytes("v")))
            .addCondition(equal("g1", "q", "9")));
    ask("a condition alone", "g", request().addCondition(equal("g1", "q", "1")));
    ask("a condition alone that does not hold", "g", request().addCondition(equal("g1", "q", "9")));
    ask("a condition on a family that is not there", "g",
        request(put("g3", "t", "no"))
            .addCondition(equal("g1", "q", "1").toBuilder().setFamily(
                ByteString.copyFromUtf8("nope"))));
    ask("a condition on a row of another region", "g",
        request(put("g3", "t", "no")).addCondition(equal("z1", "q", "1")));
    ask("in a time range", "g",
        request(put("g3", "u", "yes"))
            .addCondition(equal("g1", "q", "1").toBuilder().setTimeRange(
                HBaseProtos.TimeRange.newBuilder().setFrom(100).setTo(101))));
    ask("outside of a time range", "g",
        request(put("g3", "v", "no"))
            .addCondition(equal("g1", "q", "1").toBuilder().setTimeRange(
                HBaseProtos.TimeRange.newBuilder().setFrom(101).setTo(102))));
    SingleColumnValueFilter one =
        new SingleColumnValueFilter(FAMILY, toBytes("q"), CompareOperator.EQUAL, toBytes("1"));
    ask("a filter", "g", request(put("g3", "w", "yes")).addCondition(matches("g1", one)));
    ask("a filter that nothing passes", "g",
        request(put("g3", "x", "no")).addCondition(matches("g2", one)));
    ask("an increment on a condition", "g",
        request(new Increment(toBytes("g5")).addColumn(FAMILY, toBytes("n"), 1))
            .addCondition(equal("g1", "q", "1")));
    ask("NO_OP", "g",
        request(put("g3", "y", "no"))
            .addCondition(condition(
                "g9", "q", CompareOperator.NO_OP, new BinaryComparator(toBytes("1")))));
    comparators();
  }

  private void comparators() throws Exception {
    byte[][] stored = {toBytes("m"), toBytes("am"), toBytes("zz"), toBytes(""), toBytes(7L),
        toBytes(new BigDecimal("12.5")), null};
    for (int i = 0; i < stored.length; i++) {
      if (stored[i] != null) {
        table.put(put("h" + i, "q", stored[i]));
      }
    }
    ByteArrayComparable[] comparators = {new BinaryComparator(toBytes("m")),
        new BinaryPrefixComparator(toBytes("m")), new BinaryComponentComparator(toBytes("m"), 1),
        new BitComparator(toBytes("m"), BitComparator.BitwiseOp.AND),
        new BigDecimalComparator(new BigDecimal("12.50")), new LongComparator(7),
        new NullComparator(), new RegexStringComparator("^.?m$"), new SubstringComparator("M")};
    for (ByteArrayComparable comparator : comparators) {
      for (CompareOperator op : CompareOperator.values()) {
        if (op == CompareOperator.NO_OP) {
          continue;
        }
        StringBuilder held = new StringBuilder();
        for (int i = 0; i < stored.length; i++) {
          // Comparators of numbers refuse values that are none, and those of parts read past them.
          boolean odd = comparator instanceof LongComparator && stored[i] != null && stored[i].length != 8
              || comparator instanceof BigDecimalComparator && stored[i] != null && stored[i].length < 5
              || comparator instanceof BinaryComponentComparator && stored[i] != null
                  && stored[i].length < 2;
          if (odd) {
            continue;
          }
          MutateRowsRequest.Builder request =
              request().addCondition(condition("h" + i, "q", op, comparator));
          held.append(i).append(send(request, "h9").contains("true") ? "+" : "-");
        }
        answers.ask("rows: " + comparator.getClass().getSimpleName() + " " + op,
            held::toString);
      }
    }
  }
}
