package basalt.clients;

import static basalt.clients.Text.b;
import static basalt.clients.Text.thrown;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.BigDecimalComparator;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.BinaryComponentComparator;
import org.apache.hadoop.hbase.filter.BinaryPrefixComparator;
import org.apache.hadoop.hbase.filter.BitComparator;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.LongComparator;
import org.apache.hadoop.hbase.filter.NullComparator;
import org.apache.hadoop.hbase.filter.RegexStringComparator;
import org.apache.hadoop.hbase.filter.SubstringComparator;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Condition;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutateRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutateResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ComparatorProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.CompareType;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.TimeRange;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Conditions on the wire by comparators that the client's API does not send any more: a server takes
 * the comparator's value and compares bytes, whatever its class.
 */
@Covers({"rpc:ClientService.Mutate", "rpc:ClientService.Multi"})
class ConditionTest {
  private static final ByteArrayComparable[] COMPARATORS = {new BinaryComparator(b("m")),
      new BinaryPrefixComparator(b("m")), new BinaryComponentComparator(b("m"), 1),
      new BitComparator(b("m"), BitComparator.BitwiseOp.AND),
      new BigDecimalComparator(new BigDecimal("12.5")), new LongComparator(7),
      new NullComparator(), new RegexStringComparator("^m.*"), new SubstringComparator("Mm")};
  private static final byte[][] STORED = {b("m"), b("mm"), b("am"), b("z"), b("^m.*"), b(""),
      Bytes.toBytes(7L), Bytes.toBytes(8L), Bytes.toBytes(new BigDecimal("12.5")), null};
  private static Table table;
  private static Wire wire;
  private static RegionSpecifier region;

  @BeforeAll
  static void open() throws Exception {
    TableName name = Cluster.create("condition", "d");
    table = Cluster.table(name);
    wire = new Wire(name);
    try (Admin admin = Cluster.admin()) {
      region =
          RegionSpecifier.newBuilder()
              .setType(RegionSpecifier.RegionSpecifierType.REGION_NAME)
              .setValue(ByteString.copyFrom(admin.getRegions(name).get(0).getRegionName()))
              .build();
    }
    for (int i = 0; i < STORED.length; i++) {
      if (STORED[i] != null) {
        table.put(new Put(b("row" + i)).addColumn(b("d"), b("q"), 10, STORED[i]));
      }
    }
  }

  @AfterAll
  static void close() throws Exception {
    wire.close();
  }

  private static Condition.Builder condition(
      String row, CompareOperator op, ByteArrayComparable comparator) throws Exception {
    return Condition.newBuilder()
        .setRow(ByteString.copyFromUtf8(row))
        .setFamily(ByteString.copyFromUtf8("d"))
        .setQualifier(ByteString.copyFromUtf8("q"))
        .setCompareType(CompareType.valueOf(op.name()))
        .setComparator(ProtobufUtil.toComparator(comparator));
  }

  private static MutationProto mark(String row) {
    return MutationProto.newBuilder()
        .setRow(ByteString.copyFromUtf8(row))
        .setMutateType(MutationProto.MutationType.PUT)
        .addColumnValue(
            MutationProto.ColumnValue.newBuilder()
                .setFamily(ByteString.copyFromUtf8("d"))
                .addQualifierValue(MutationProto.ColumnValue.QualifierValue.newBuilder()
                                       .setQualifier(ByteString.copyFromUtf8("done"))
                                       .setTimestamp(5)
                                       .setValue(ByteString.copyFromUtf8("x"))))
        .build();
  }

  private static boolean mutate(Condition condition) throws Exception {
    MutateRequest request = MutateRequest.newBuilder()
                                .setRegion(region)
                                .setMutation(mark(condition.getRow().toStringUtf8()))
                                .setCondition(condition)
                                .build();
    return MutateResponse
        .parseFrom(wire.call(Wire.method("ClientService.Mutate"), request).toByteString())
        .getProcessed();
  }

  /** As newer clients send several mutations: with the group, not with the request. */
  private static boolean multi(Condition condition) throws Exception {
    MutationProto mutation = mark(condition.getRow().toStringUtf8());
    RegionAction.Builder group = RegionAction.newBuilder().setRegion(region).setAtomic(true);
    group.addActionBuilder().setIndex(0).setMutation(mutation);
    group.addActionBuilder().setIndex(1).setMutation(mutation);
    group.setCondition(condition);
    MultiRequest request = MultiRequest.newBuilder().addRegionAction(group).build();
    MultiResponse response = MultiResponse.parseFrom(
        wire.call(Wire.method("ClientService.Multi"), request).toByteString());
    assertEquals("", response.getRegionActionResult(0).getException().getName());
    return response.getRegionActionResult(0).getProcessed();
  }

  private static boolean holds(CompareOperator op, byte[] value, byte[] stored) {
    if (value.length == 0) {
      return (stored == null || stored.length == 0) == (op != CompareOperator.NOT_EQUAL);
    }
    if (stored == null) {
      return false;
    }
    int order = Bytes.compareTo(value, stored);
    switch (op) {
      case LESS:
        return order < 0;
      case LESS_OR_EQUAL:
        return order <= 0;
      case EQUAL:
        return order == 0;
      case NOT_EQUAL:
        return order != 0;
      case GREATER_OR_EQUAL:
        return order >= 0;
      default:
        return order > 0;
    }
  }

  @TestFactory
  Stream<DynamicTest> comparators() {
    List<DynamicTest> tests = new ArrayList<>();
    for (ByteArrayComparable comparator : COMPARATORS) {
      for (CompareOperator op : CompareOperator.values()) {
        if (op == CompareOperator.NO_OP) {
          continue;
        }
        tests.add(
            DynamicTest.dynamicTest(comparator.getClass().getSimpleName() + " " + op, () -> {
              for (int i = 0; i < STORED.length; i++) {
                boolean expected = holds(op, comparator.getValue(), STORED[i]);
                String what = comparator.getClass().getSimpleName() + " " + op + " "
                    + (STORED[i] == null ? "nothing" : Bytes.toStringBinary(STORED[i]));
                assertEquals(
                    expected, mutate(condition("row" + i, op, comparator).build()), what);
                assertEquals(expected, multi(condition("row" + i, op, comparator).build()), what);
              }
            }));
      }
    }
    return tests.stream();
  }

  @Test
  void inATimeRange() throws Exception {
    Condition.Builder is =
        condition("row0", CompareOperator.EQUAL, new BinaryPrefixComparator(b("m")));
    is.setTimeRange(TimeRange.newBuilder().setFrom(0).setTo(10));
    assertEquals(false, mutate(is.build()));
    is.setTimeRange(TimeRange.newBuilder().setFrom(10).setTo(11));
    assertEquals(true, mutate(is.build()));
  }

  @Test
  void aComparatorThatCannotBeReadIsRefused() throws Exception {
    Condition.Builder is = condition("row0", CompareOperator.EQUAL, new NullComparator());
    is.setComparator(ComparatorProtos.Comparator.newBuilder().setName("nobodys.Comparator"));
    assertNotEquals("nothing", thrown(() -> mutate(is.build())));
    is.setComparator(ComparatorProtos.Comparator.newBuilder()
                         .setName("org.apache.hadoop.hbase.filter.LongComparator")
                         .setSerializedComparator(ByteString.copyFromUtf8("x")));
    assertNotEquals("nothing", thrown(() -> mutate(is.build())));
  }
}
