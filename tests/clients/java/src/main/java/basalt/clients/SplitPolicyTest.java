package basalt.clients;

import static basalt.clients.Text.b;
import static basalt.clients.Text.message;
import static basalt.clients.Text.rows;
import static basalt.clients.Text.thrown;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SplitPolicyTest {
  private static final String PACKAGE = "org.apache.hadoop.hbase.regionserver.";
  private static Admin admin;

  @BeforeAll
  static void open() throws Exception {
    admin = Cluster.admin();
  }

  private static TableDescriptor table(TableName name, String policy) {
    return Cluster.descriptor(name, "d").setRegionSplitPolicyClassName(policy).build();
  }

  private static String starts(TableName name) throws Exception {
    return admin.getRegions(name)
        .stream()
        .map(region -> Bytes.toStringBinary(region.getStartKey()))
        .collect(Collectors.joining(","));
  }

  @Test
  void anUnknownPolicyIsRefused() {
    TableName name = Cluster.name("policy_unknown");
    String said = message(() -> admin.createTable(table(name, "com.example.Mine")));
    assertTrue(said.contains("Unable to load configured region split policy 'com.example.Mine' for "
                   + "table '" + name + "'"),
        said);
  }

  @Test
  void theDisabledPolicyForbidsSplitsByHand() throws Exception {
    TableName name =
        Cluster.create(table(Cluster.name("policy_off"), PACKAGE + "DisabledRegionSplitPolicy"));
    byte[] region = admin.getRegions(name).get(0).getRegionName();
    assertEquals("DoNotRetryIOException",
        thrown(() -> admin.splitRegionAsync(region, b("m")).get(30, TimeUnit.SECONDS)));
    assertEquals("", starts(name));
  }

  @Test
  void keysOfHBasesHelper() throws Exception {
    TableName name = Cluster.name("helper");
    admin.createTable(Cluster.descriptor(name, "d").build(), b("aaa"), b("aad"), 5);
    assertEquals(",aaa,aab,aac,aad", starts(name));
  }

  @Test
  void badSplitsOfANewTable() {
    TableName name = Cluster.name("bad_splits");
    TableDescriptor table = Cluster.descriptor(name, "d").build();
    assertEquals("IllegalArgumentException",
        thrown(() -> admin.createTable(table, new byte[][] {b("a"), b("b"), b("a")})));
    assertEquals("IllegalArgumentException",
        thrown(() -> admin.createTable(table, new byte[][] {b("a"), b("")})));
  }

  /** A scan backward while its region is split, before it and behind it. */
  @Test
  void aReverseScanOverSplits() throws Exception {
    TableName name = Cluster.create(Cluster.descriptor(Cluster.name("reverse"), "d").build());
    List<Put> puts = new ArrayList<>();
    StringBuilder expected = new StringBuilder();
    for (char c = 'z'; c >= 'a'; c--) {
      puts.add(new Put(b("" + c)).addColumn(b("d"), b("q"), 1, b("" + c)));
      expected.append(expected.length() == 0 ? "" : " ").append(c);
    }
    try (Table table = Cluster.table(name)) {
      table.put(puts);
      try (ResultScanner scanner =
               table.getScanner(new Scan().setReversed(true).setCaching(1))) {
        assertEquals("z y", rows(List.of(scanner.next(), scanner.next())));
        admin.splitRegionAsync(admin.getRegions(name).get(0).getRegionName(), b("k"))
            .get(30, TimeUnit.SECONDS);
        assertEquals("x w", rows(List.of(scanner.next(), scanner.next())));
        admin.splitRegionAsync(admin.getRegions(name).get(0).getRegionName(), b("c"))
            .get(30, TimeUnit.SECONDS);
        assertEquals(expected.substring("z y x w ".length()), rows(scanner));
      }
    }
  }
}
