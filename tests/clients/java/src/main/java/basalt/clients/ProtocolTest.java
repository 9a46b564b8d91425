package basalt.clients;

import static basalt.clients.Text.b;
import static basalt.clients.Text.show;
import static basalt.clients.Text.thrown;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.CoprocessorServiceCall;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.CoprocessorServiceRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutateResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.UnknownFieldSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the client's API cannot ask for: retried calls, stale scanners, answers field by field. */
class ProtocolTest {
  /** A server remembers nonces, also those of an earlier run. */
  private static final long NONCE = System.currentTimeMillis();
  private static TableName name;
  private static Table table;
  private static Wire wire;
  private static String region;

  @BeforeAll
  static void open() throws Exception {
    name = Cluster.create("protocol", "d");
    table = Cluster.table(name);
    wire = new Wire(name);
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      puts.add(new Put(b(String.format("row%02d", i))).addColumn(b("d"), b("q"), 1, b("v" + i)));
    }
    table.put(puts);
    region = "region { type: REGION_NAME value: \"" + regionName(name) + "\" } ";
  }

  @AfterAll
  static void close() throws Exception {
    wire.close();
  }

  private static String regionName(TableName table) throws Exception {
    try (Admin admin = Cluster.admin()) {
      return Bytes.toString(admin.getRegions(table).get(0).getRegionName());
    }
  }

  private static ScanResponse scan(String request) throws Exception {
    return ScanResponse.parseFrom(wire.call("ClientService.Scan", request).toByteString());
  }

  private static String id(ScanResponse reply) {
    return "scanner_id: " + Long.toUnsignedString(reply.getScannerId());
  }

  private static MutateResponse mutate(String request) throws Exception {
    return MutateResponse.parseFrom(wire.call("ClientService.Mutate", request).toByteString());
  }

  @Test
  void anIncrementSentTwiceCountsOnce() throws Exception {
    String request = region + "mutation { row: \"nonce\" mutate_type: INCREMENT nonce: " + NONCE
        + "1"
        + " column_value { family: \"d\" qualifier_value { qualifier: \"n\""
        + " value: \"\\000\\000\\000\\000\\000\\000\\000\\005\" } } } nonce_group: 42";
    mutate(request);
    mutate(request);
    assertEquals(5, Bytes.toLong(table.get(new Get(b("nonce"))).value()));
  }

  @Test
  void aRetriedIncrementGetsItsResult() throws Exception {
    String request = region + "mutation { row: \"nonce3\" mutate_type: INCREMENT nonce: " + NONCE
        + "3"
        + " column_value { family: \"d\" qualifier_value { qualifier: \"n\""
        + " value: \"\\000\\000\\000\\000\\000\\000\\000\\005\" } } } nonce_group: 42";
    assertTrue(mutate(request).hasResult());
    assertTrue(mutate(request).hasResult());
  }

  @Test
  void anAppendSentTwiceCountsOnce() throws Exception {
    String request = region + "mutation { row: \"nonce2\" mutate_type: APPEND nonce: " + NONCE + "2"
        + " column_value { family: \"d\" qualifier_value { qualifier: \"t\" value: \"x\" } } }"
        + " nonce_group: 42";
    mutate(request);
    mutate(request);
    assertEquals("x", Bytes.toString(table.get(new Get(b("nonce2"))).value()));
  }

  @Test
  void theOpeningReplyHasRows() throws Exception {
    ScanResponse reply = scan(region + "scan { } number_of_rows: 3");
    assertEquals(3, reply.getCellsPerResultCount());
    assertEquals(3, reply.getPartialFlagPerResultCount());
    assertTrue(reply.getMoreResults());
    assertTrue(reply.getMoreResultsInRegion());
    assertTrue(reply.getTtl() > 0);
    assertTrue(reply.getMvccReadPoint() > 0);
    assertTrue(reply.hasScannerId());
  }

  @Test
  void theEndOfTheRegionIsNotTheEndOfTheScan() throws Exception {
    ScanResponse reply = scan(region + "scan { start_row: \"row\" } number_of_rows: 100");
    assertEquals(20, reply.getCellsPerResultCount());
    assertTrue(reply.getMoreResults());
    assertFalse(reply.getMoreResultsInRegion());
  }

  @Test
  void theRowLimitEndsTheScan() throws Exception {
    ScanResponse reply = scan(region + "scan { } number_of_rows: 100 limit_of_rows: 4");
    assertEquals(4, reply.getCellsPerResultCount());
    assertFalse(reply.getMoreResults());
  }

  @Test
  void numberOfRowsZeroOnlyOpens() throws Exception {
    ScanResponse reply = scan(region + "scan { } number_of_rows: 0");
    assertEquals(0, reply.getCellsPerResultCount());
    assertTrue(reply.getMoreResults());
    ScanResponse next = scan(id(reply) + " number_of_rows: 2 next_call_seq: 0");
    assertEquals(2, next.getCellsPerResultCount());
  }

  @Test
  void callsOnAScannerAreNumbered() throws Exception {
    String id = id(scan(region + "scan { } number_of_rows: 2"));
    assertEquals(2, scan(id + " number_of_rows: 2 next_call_seq: 0").getCellsPerResultCount());
    assertEquals("OutOfOrderScannerNextException",
        thrown(() -> scan(id + " number_of_rows: 2 next_call_seq: 0")));
  }

  @Test
  void renewingTakesANumberToo() throws Exception {
    String id = id(scan(region + "scan { } number_of_rows: 2"));
    assertEquals(0, scan(id + " renew: true next_call_seq: 0").getCellsPerResultCount());
    assertEquals(2, scan(id + " number_of_rows: 2 next_call_seq: 1").getCellsPerResultCount());
  }

  @Test
  void aClosedScannerIsRemembered() throws Exception {
    String id = id(scan(region + "scan { } number_of_rows: 2"));
    scan(id + " close_scanner: true");
    assertEquals(0, scan(id + " number_of_rows: 2").getCellsPerResultCount());
    assertEquals("OutOfOrderScannerNextException",
        thrown(() -> scan(id + " number_of_rows: 2 next_call_seq: 0")));
  }

  @Test
  void openedAndClosedInOneCall() throws Exception {
    ScanResponse reply = scan(region + "scan { } number_of_rows: 2 close_scanner: true");
    assertEquals(2, reply.getCellsPerResultCount());
    assertEquals("OutOfOrderScannerNextException",
        thrown(() -> scan(id(reply) + " number_of_rows: 2 next_call_seq: 0")));
  }

  @Test
  void anUnknownRegionInAMultiIsThatRegionsException() throws Exception {
    MultiResponse reply = MultiResponse.parseFrom(
        wire.call("ClientService.Multi",
                "regionAction { region { type: REGION_NAME"
                    + " value: \"x,,1.0123456789abcdef0123456789abcdef.\" }"
                    + " action { index: 0 get { row: \"r\" } } } regionAction { " + region
                    + " action { index: 1 get { row: \"row01\" } } }")
            .toByteString());
    assertEquals(2, reply.getRegionActionResultCount());
    assertTrue(reply.getRegionActionResult(0).getException().getName().endsWith(
        "NotServingRegionException"));
    assertFalse(reply.getRegionActionResult(1).hasException());
    assertTrue(reply.getRegionActionResult(1).getResultOrException(0).hasResult());
  }

  @Test
  void aBadActionInAMultiIsThatActionsException() throws Exception {
    MultiResponse reply = MultiResponse.parseFrom(
        wire.call("ClientService.Multi",
                "regionAction { " + region
                    + " action { index: 7 get { row: \"r\" column { family: \"nope\" } } }"
                    + " action { index: 9 get { row: \"row01\" } } }")
            .toByteString());
    assertEquals(7, reply.getRegionActionResult(0).getResultOrException(0).getIndex());
    assertTrue(
        reply.getRegionActionResult(0).getResultOrException(0).getException().getName().endsWith(
            "NoSuchColumnFamilyException"));
    assertTrue(reply.getRegionActionResult(0).getResultOrException(1).hasResult());
  }

  @Test
  void dataCallsWantTheWholeRegionName() throws Exception {
    try (Admin admin = Cluster.admin()) {
      String encoded = admin.getRegions(name).get(0).getEncodedName();
      assertEquals("NotServingRegionException",
          thrown(()
                     -> scan("region { type: ENCODED_REGION_NAME value: \"" + encoded
                         + "\" } scan { } number_of_rows: 2")));
    }
  }

  /** MutateRowsRequest: field 1, repeated, is a mutation. */
  private static CoprocessorServiceRequest mutateRows(TableName table, String... rows)
      throws Exception {
    UnknownFieldSet.Field.Builder mutations = UnknownFieldSet.Field.newBuilder();
    for (String row : rows) {
      mutations.addLengthDelimited(
          MutationProto.newBuilder()
              .setRow(ByteString.copyFromUtf8(row))
              .setMutateType(MutationProto.MutationType.PUT)
              .addColumnValue(
                  MutationProto.ColumnValue.newBuilder()
                      .setFamily(ByteString.copyFromUtf8("d"))
                      .addQualifierValue(MutationProto.ColumnValue.QualifierValue.newBuilder()
                                             .setQualifier(ByteString.copyFromUtf8("q"))
                                             .setTimestamp(3)
                                             .setValue(ByteString.copyFromUtf8("many"))))
              .build()
              .toByteString());
    }
    return CoprocessorServiceRequest.newBuilder()
        .setRegion(RegionSpecifier.newBuilder()
                       .setValue(ByteString.copyFromUtf8(regionName(table)))
                       .setType(RegionSpecifier.RegionSpecifierType.REGION_NAME))
        .setCall(CoprocessorServiceCall.newBuilder()
                     .setRow(ByteString.copyFromUtf8(rows[0]))
                     .setServiceName("MultiRowMutationService")
                     .setMethodName("MutateRows")
                     .setRequest(UnknownFieldSet.newBuilder()
                                     .addField(1, mutations.build())
                                     .build()
                                     .toByteString()))
        .build();
  }

  @Test
  @Covers("rpc:ClientService.ExecService")
  void severalRowsInOneStep() throws Exception {
    TableName many = Cluster.create(
        Cluster.descriptor(Cluster.name("multirow"), "d")
            .setCoprocessor("org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint")
            .build());
    wire.call(Wire.method("ClientService.ExecService"), mutateRows(many, "a", "b", "c"));
    try (Table rows = Cluster.table(many); ResultScanner scanner = rows.getScanner(new Scan())) {
      assertEquals("a d:q@3=many | b d:q@3=many | c d:q@3=many", show(scanner));
    }
  }

  @Test
  @Covers("rpc:ClientService.ExecService")
  void severalRowsNeedTheEndpoint() throws Exception {
    CoprocessorServiceRequest request = mutateRows(name, "a", "b");
    assertEquals("UnknownProtocolException",
        thrown(() -> wire.call(Wire.method("ClientService.ExecService"), request)));
  }
}
