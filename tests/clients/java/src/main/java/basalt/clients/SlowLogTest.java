package basalt.clients;

import static basalt.clients.Text.b;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.LogEntry;
import org.apache.hadoop.hbase.client.OnlineLogRecord;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ServerType;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The list of large responses: servers under test list those above a million bytes. */
@Covers({"rpc:AdminService.GetLogEntries", "rpc:AdminService.ClearSlowLogsResponses"})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SlowLogTest {
  private static final int LARGE = 1_500_000;
  private TableName name;
  private String region;
  private Set<ServerName> servers;

  @BeforeAll
  void readLargeRows() throws Exception {
    name = Cluster.create("slowlog", "d");
    try (Table table = Cluster.table(name); Admin admin = Cluster.admin()) {
      region = Bytes.toStringBinary(admin.getRegions(name).get(0).getRegionName());
      servers = new HashSet<>(admin.getRegionServers());
      table.put(new Put(b("large")).addColumn(b("d"), b("q"), new byte[LARGE]));
      table.put(new Put(b("small")).addColumn(b("d"), b("q"), b("v")));
      table.get(new Get(b("small")));
      table.get(new Get(b("large")));
      List<Get> both = List.of(new Get(b("small")), new Get(b("large")));
      table.get(both);
    }
    // Apache HBase writes the list in a thread of its own.
    for (int i = 0; i < 200 && large("tableName", name.getNameAsString()).size() < 2; i++) {
      Thread.sleep(10);
    }
  }

  private List<OnlineLogRecord> entries(String log, Object... filters) throws Exception {
    Map<String, Object> parameters = new HashMap<>();
    for (int i = 0; i < filters.length; i += 2) {
      parameters.put((String) filters[i], filters[i + 1]);
    }
    List<OnlineLogRecord> records = new ArrayList<>();
    try (Admin admin = Cluster.admin()) {
      for (LogEntry entry :
          admin.getLogEntries(servers, log, ServerType.REGION_SERVER, 100, parameters)) {
        records.add((OnlineLogRecord) entry);
      }
    }
    return records;
  }

  private List<OnlineLogRecord> large(Object... filters) throws Exception {
    return entries("LARGE_LOG", filters);
  }

  @Test
  void theNewestComesFirst() throws Exception {
    List<OnlineLogRecord> found = large("tableName", name.getNameAsString());
    assertEquals(2, found.size());
    OnlineLogRecord multi = found.get(0);
    assertEquals("Multi", multi.getMethodName());
    assertEquals(2, multi.getMultiGetsCount());
    assertEquals(0, multi.getMultiMutationsCount());
    assertEquals("region= " + region + ", for 2 action(s)", multi.getParam());
    OnlineLogRecord get = found.get(1);
    assertEquals("Get", get.getMethodName());
    assertEquals("region= " + region + ", row= large", get.getParam());
    assertTrue(multi.getStartTime() >= get.getStartTime());
  }

  @Test
  void anEntryTellsWhoAndHowMuch() throws Exception {
    OnlineLogRecord get = large("regionName", region).get(1);
    assertEquals(region, get.getRegionName());
    assertTrue(get.getResponseSize() > LARGE && get.getResponseSize() < LARGE + 1000,
        "size " + get.getResponseSize());
    assertEquals(System.getProperty("user.name"), get.getUserName());
    assertTrue(get.getClientAddress().startsWith("127.0.0.1:"), get.getClientAddress());
    assertEquals("HRegionServer", get.getServerClass());
    assertEquals(
        "Get(org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos$GetRequest)",
        get.getCallDetails());
    assertTrue(get.getProcessingTime() >= 0 && get.getProcessingTime() < 10_000);
    assertTrue(get.getQueueTime() >= 0 && get.getQueueTime() < 10_000);
    assertTrue(Math.abs(System.currentTimeMillis() - get.getStartTime()) < 600_000);
  }

  @Test
  void filtersAreAnyUnlessAllAreWanted() throws Exception {
    String client = large("regionName", region).get(0).getClientAddress();
    String host = client.substring(0, client.lastIndexOf(':'));
    assertEquals(2, large("regionName", region, "clientAddress", "10.9.8.7").size());
    assertEquals(
        0, large("regionName", region, "clientAddress", "10.9.8.7", "filterByOperator", "AND").size());
    assertEquals(
        2, large("regionName", region, "clientAddress", host, "filterByOperator", "AND").size());
    assertEquals(2,
        large("tableName", name.getNameAsString(), "userName", System.getProperty("user.name"),
            "filterByOperator", "AND")
            .size());
    assertEquals(0, large("tableName", "nobodys_table").size());
  }

  @Test
  void aLargeCallIsNotASlowOne() throws Exception {
    assertEquals(0, entries("SLOW_LOG", "tableName", name.getNameAsString()).size());
  }

  @Test
  void theListCanBeCleared() throws Exception {
    try (Admin admin = Cluster.admin()) {
      assertFalse(admin.clearSlowLogResponses(servers).contains(false));
    }
    assertEquals(0, large("regionName", region).size());
    // The tests above may come later.
    readLargeRows();
  }
}
