package basalt.clients;

import static basalt.clients.Text.cause;

import java.io.IOException;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.ipc.RemoteException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every remote procedure HBase has, called once or more as rpcs.cases says. The answer is "ok" or
 * the exception's class, compared with Apache HBase's. A server may say that it does not offer one.
 */
class EveryRpcTest {
  private static TableName table;
  private static RegionInfo region;
  private static Wire wire;
  private static Recorded recorded;

  @BeforeAll
  static void open() throws Exception {
    table = Cluster.create(Cluster.descriptor(Cluster.name("rpc"), "d").build(), "t");
    try (Admin admin = Cluster.admin()) {
      region = admin.getRegions(table).get(0);
    }
    wire = new Wire(table);
    recorded = new Recorded("rpcs.expected");
  }

  @AfterAll
  static void close() throws IOException {
    wire.close();
  }

  private static String name(String table) {
    return "namespace: \"default\" qualifier: \"" + table + "\"";
  }

  private static String fill(String request) {
    return request.replace("$T", name(table.getNameAsString()))
        .replace("$N", name("nobodys_table"))
        .replace(
            "$R", "type: REGION_NAME value: \"" + Bytes.toString(region.getRegionName()) + "\"")
        .replace("$X",
            "type: REGION_NAME value: "
                + "\"nobodys_table,,1.0123456789abcdef0123456789abcdef.\"")
        .replace("$I",
            "region_id: " + region.getRegionId() + " table_name { " + name(table.getNameAsString())
                + " } start_key: \"\" end_key: \"t\"")
        .replace("$P", table.getNameAsString());
  }

  private static String answer(String method, String request) throws Exception {
    try {
      wire.call(method, fill(request));
      return "ok";
    } catch (IOException e) {
      Assumptions.assumeFalse(
          String.valueOf(e.getMessage()).contains("not supported by Basalt"), e.getMessage());
      // The class the server named, which this client may not even have.
      String name = e instanceof RemoteException ? ((RemoteException) e).getClassName()
                                                 : cause(e).getClass().getName();
      return name.substring(name.lastIndexOf('.') + 1);
    }
  }

  /**
   * Apache HBase names the plainest class where it did not foresee the error: any will do there.
   */
  private static void check(String name, String answer) throws IOException {
    boolean unforeseen = "IOException".equals(recorded.expected(name)) && !answer.equals("ok");
    recorded.check(name, unforeseen ? "IOException" : answer);
  }

  @TestFactory
  Stream<DynamicTest> rpcs() throws IOException {
    return Recorded.lines("rpcs.cases")
        .stream()
        .map(line -> line.split(" *\\|", 2))
        .filter(parts -> Wire.method(parts[0].split(" ")[0]) != null)
        .map(parts
            -> DynamicTest.dynamicTest(
                parts[0], () -> check(parts[0], answer(parts[0].split(" ")[0], parts[1]))));
  }
}
