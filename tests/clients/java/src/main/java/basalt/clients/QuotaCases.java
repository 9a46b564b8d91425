package basalt.clients;

import static basalt.clients.Text.b;
import static basalt.clients.Text.cause;
import static basalt.clients.Text.thrown;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.quotas.QuotaFilter;
import org.apache.hadoop.hbase.quotas.QuotaScope;
import org.apache.hadoop.hbase.quotas.QuotaSettings;
import org.apache.hadoop.hbase.quotas.QuotaSettingsFactory;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.quotas.SpaceQuotaSnapshotView;
import org.apache.hadoop.hbase.quotas.SpaceViolationPolicy;
import org.apache.hadoop.hbase.quotas.ThrottleType;
import org.apache.hadoop.hbase.security.User;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** On a server with quotas enabled: the suite quotas, not part of the others. */
class QuotaCases {
  private static final String EVERYBODY = "all";
  private static Admin admin;
  private static Configuration impatient;

  @BeforeAll
  static void open() throws Exception {
    admin = Cluster.admin();
    impatient = Cluster.configuration();
    impatient.setInt("hbase.client.retries.number", 0);
  }

  private static List<String> listed(QuotaFilter filter) throws Exception {
    List<String> texts = new ArrayList<>();
    for (QuotaSettings settings : admin.getQuota(filter)) {
      texts.add(settings.toString());
    }
    return texts;
  }

  private static Connection as(String user) throws IOException {
    return ConnectionFactory.createConnection(
        impatient, User.createUserForTesting(impatient, user, new String[0]));
  }

  private static Throwable failure(Text.Call call) {
    try {
      call.run();
    } catch (Throwable t) {
      return cause(t);
    }
    return null;
  }

  /** Why the call was throttled, whatever the client has wrapped around it; null if it was not. */
  private static RpcThrottlingException throttling(Text.Call call) {
    for (Throwable t = failure(call); t != null; t = t.getCause()) {
      if (t instanceof RpcThrottlingException) {
        return (RpcThrottlingException) t;
      }
    }
    return null;
  }

  /** Whether a space quota refuses the call. Clients do not have the exception's class. */
  private static boolean refused(Text.Call call) {
    return causes(call).contains("quotas.SpaceLimitingException");
  }

  /** The failure and all its causes as text; empty without one. */
  private static String causes(Text.Call call) {
    StringBuilder text = new StringBuilder();
    for (Throwable t = failure(call); t != null; t = t.getCause()) {
      text.append(t).append('\n');
    }
    return text.toString();
  }

  private static Put put(String row) {
    return new Put(b(row)).addColumn(b("f"), b("q"), b("v"));
  }

  /** How often a call works until it is throttled. */
  private static int untilThrottled(Text.Call call) {
    for (int i = 0; i < 50; i++) {
      if (throttling(call) != null) {
        return i;
      }
    }
    return 50;
  }

  private interface Condition {
    boolean holds() throws Exception;
  }

  private static void await(String what, Condition condition) throws Exception {
    for (int i = 0; i < 400; i++) {
      if (condition.holds()) {
        return;
      }
      Thread.sleep(100);
    }
    throw new AssertionError("waited in vain: " + what);
  }

  @Test
  @Covers("rpc:MasterService.SetQuota")
  void throttlesAreListed() throws Exception {
    String user = Cluster.unique("lister");
    TableName table = TableName.valueOf(Cluster.unique("listed"));
    String space = Cluster.unique("ns");
    admin.setQuota(QuotaSettingsFactory.throttleUser(
        user, ThrottleType.REQUEST_NUMBER, 6, TimeUnit.MINUTES));
    admin.setQuota(QuotaSettingsFactory.throttleUser(
        user, table, ThrottleType.WRITE_SIZE, 3 << 20, TimeUnit.HOURS, QuotaScope.CLUSTER));
    admin.setQuota(QuotaSettingsFactory.throttleUser(
        user, space, ThrottleType.READ_CAPACITY_UNIT, 7, TimeUnit.DAYS));
    admin.setQuota(QuotaSettingsFactory.bypassGlobals(user, true));
    assertEquals(List.of("TYPE => THROTTLE, THROTTLE_TYPE => REQUEST_NUMBER, LIMIT => 6req/min, "
                         + "SCOPE => MACHINE",
                     "GLOBAL_BYPASS => true",
                     "TYPE => THROTTLE, THROTTLE_TYPE => WRITE_SIZE, LIMIT => 3.00M/hour, "
                         + "SCOPE => CLUSTER",
                     "TYPE => THROTTLE, THROTTLE_TYPE => READ_CAPACITY_UNIT, LIMIT => 7CU/day, "
                         + "SCOPE => MACHINE"),
        sortedByColumn(listed(new QuotaFilter().setUserFilter(user))));
    assertEquals(List.of("TYPE => THROTTLE, THROTTLE_TYPE => WRITE_SIZE, LIMIT => 3.00M/hour, "
                     + "SCOPE => CLUSTER"),
        listed(new QuotaFilter().setUserFilter(user).setTableFilter("listed.*")));
    for (ThrottleType type : ThrottleType.values()) {
      admin.setQuota(QuotaSettingsFactory.throttleTable(table, type, 5, TimeUnit.SECONDS));
    }
    assertEquals(ThrottleType.values().length,
        listed(new QuotaFilter().setTableFilter(table.getNameAsString())).size());
    for (ThrottleType type : ThrottleType.values()) {
      admin.setQuota(QuotaSettingsFactory.unthrottleTableByThrottleType(table, type));
    }
    assertEquals(List.of(), listed(new QuotaFilter().setTableFilter(table.getNameAsString())));
    admin.setQuota(QuotaSettingsFactory.throttleNamespace(
        space, ThrottleType.READ_NUMBER, 1, TimeUnit.SECONDS));
    assertEquals(1, listed(new QuotaFilter().setNamespaceFilter(space)).size());
    admin.setQuota(QuotaSettingsFactory.unthrottleNamespace(space));
    assertEquals(List.of(), listed(new QuotaFilter().setNamespaceFilter(space)));
    admin.setQuota(QuotaSettingsFactory.bypassGlobals(user, false));
    admin.setQuota(QuotaSettingsFactory.unthrottleUser(user, table));
    admin.setQuota(QuotaSettingsFactory.unthrottleUser(user, space));
    assertEquals(List.of("TYPE => THROTTLE, THROTTLE_TYPE => REQUEST_NUMBER, LIMIT => 6req/min, "
                     + "SCOPE => MACHINE"),
        listed(new QuotaFilter().setUserFilter(user)));
  }

  /** A table's name sorts before or after a namespace's by chance: by the text of the limit. */
  private static List<String> sortedByColumn(List<String> texts) {
    List<String> sorted = new ArrayList<>(texts);
    if (sorted.size() == 4 && sorted.get(2).contains("READ_CAPACITY_UNIT")) {
      sorted.add(sorted.remove(2));
    }
    return sorted;
  }

  @Test
  void wrongLimitsAreRefused() throws Exception {
    Throwable failure = failure(()
        -> admin.setQuota(QuotaSettingsFactory.throttleUser(
            "nobody", ThrottleType.REQUEST_NUMBER, 0, TimeUnit.SECONDS)));
    assertEquals("org.apache.hadoop.hbase.DoNotRetryIOException", failure.getClass().getName());
    assertTrue(failure.getMessage().contains("The throttle limit must be greater then 0, got 0"),
        failure.getMessage());
  }

  @Test
  @Covers({"rpc:ClientService.Get", "rpc:ClientService.Mutate", "rpc:ClientService.Scan",
      "rpc:ClientService.Multi"})
  void requestsOfATable() throws Exception {
    TableName name = Cluster.create("throttled", "f");
    admin.setQuota(QuotaSettingsFactory.throttleTable(
        name, ThrottleType.REQUEST_NUMBER, 4, TimeUnit.HOURS));
    try (Connection connection = ConnectionFactory.createConnection(impatient);
        Table table = connection.getTable(name)) {
      table.put(put("r"));
      table.get(new Get(b("r")));
      assertEquals(2, untilThrottled(() -> table.get(new Get(b("r")))));
      RpcThrottlingException thrown = throttling(() -> table.put(put("r")));
      assertEquals(RpcThrottlingException.Type.NumRequestsExceeded, thrown.getType());
      assertTrue(thrown.getMessage().matches(
                     "(?s).*number of requests exceeded - wait (1[0-5]mins, )?.*ms.*"),
          thrown.getMessage());
      assertTrue(thrown.getWaitInterval() > 800_000 && thrown.getWaitInterval() <= 900_000,
          "waits for one of four an hour, not " + thrown.getWaitInterval());
      assertNotNull(throttling(() -> {
        try (ResultScanner scanner = table.getScanner(new Scan())) {
          scanner.next();
        }
      }));
      assertNotNull(throttling(() -> table.batch(List.of(put("a"), put("b")), new Object[2])));
      admin.setQuota(QuotaSettingsFactory.unthrottleTable(name));
      await("it is free again", () -> throttling(() -> table.get(new Get(b("r")))) == null);
    }
  }

  @Test
  void readsAndWritesApart() throws Exception {
    TableName name = Cluster.create("apart", "f");
    admin.setQuota(
        QuotaSettingsFactory.throttleTable(name, ThrottleType.WRITE_NUMBER, 3, TimeUnit.HOURS));
    // Clients before 2.6 do not have the type, and this case is only run with later ones.
    admin.setQuota(QuotaSettingsFactory.throttleTable(
        name, ThrottleType.valueOf("ATOMIC_REQUEST_NUMBER"), 2, TimeUnit.HOURS));
    try (Connection connection = ConnectionFactory.createConnection(impatient);
        Table table = connection.getTable(name)) {
      table.increment(new Increment(b("c")).addColumn(b("f"), b("n"), 1));
      RpcThrottlingException atomic = throttling(
          () -> table.increment(new Increment(b("c")).addColumn(b("f"), b("n"), 1)));
      assertEquals("AtomicRequestNumberExceeded", atomic.getType().name());
      assertEquals(2, untilThrottled(() -> table.put(put("r"))));
      RpcThrottlingException write = throttling(() -> table.put(put("r")));
      assertEquals(RpcThrottlingException.Type.NumWriteRequestsExceeded, write.getType());
      assertEquals(50, untilThrottled(() -> table.get(new Get(b("r")))));
    }
  }

  @Test
  void sizesAreChargedAfterTheWrite() throws Exception {
    TableName name = Cluster.create("sizes", "f");
    admin.setQuota(
        QuotaSettingsFactory.throttleTable(name, ThrottleType.WRITE_SIZE, 10_000, TimeUnit.HOURS));
    try (Connection connection = ConnectionFactory.createConnection(impatient);
        Table table = connection.getTable(name)) {
      table.put(new Put(b("r")).addColumn(b("f"), b("q"), new byte[30_000]));
      RpcThrottlingException write = throttling(() -> table.put(put("r")));
      assertEquals(RpcThrottlingException.Type.WriteSizeExceeded, write.getType());
      // 30,023 bytes of 10,000 an hour, and 100 for the next write.
      long due = (30_023 + 100 - 10_000) * 360L;
      assertTrue(write.getWaitInterval() > due - 120_000 && write.getWaitInterval() <= due,
          write.getWaitInterval() + " of " + due);
    }
  }

  @Test
  void clientsBackOff() throws Exception {
    TableName name = Cluster.create("backoff", "f");
    admin.setQuota(QuotaSettingsFactory.throttleTable(
        name, ThrottleType.REQUEST_NUMBER, 5, TimeUnit.SECONDS));
    Configuration patient = Cluster.configuration();
    patient.setInt("hbase.client.retries.number", 20);
    try (Connection connection = ConnectionFactory.createConnection(patient);
        Table table = connection.getTable(name)) {
      for (int i = 0; i < 12; i++) {
        table.put(put("r" + i));
      }
      List<Put> batch = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        batch.add(put("b" + i));
      }
      table.put(batch);
      int rows = 0;
      try (ResultScanner scanner = table.getScanner(new Scan())) {
        for (Result result : scanner) {
          rows++;
        }
      }
      assertEquals(16, rows);
    }
  }

  @Test
  void usersAreLimitedApart() throws Exception {
    TableName name = Cluster.create("users", "f");
    TableName other = Cluster.create("others", "f");
    String slow = Cluster.unique("slow");
    admin.setQuota(QuotaSettingsFactory.throttleUser(
        slow, ThrottleType.REQUEST_NUMBER, 3, TimeUnit.HOURS));
    admin.setQuota(QuotaSettingsFactory.throttleUser(
        slow, other, ThrottleType.REQUEST_NUMBER, 1, TimeUnit.HOURS));
    try (Connection limited = as(slow); Connection free = as(Cluster.unique("fast"));
        Table table = limited.getTable(name); Table narrow = limited.getTable(other);
        Table unlimited = free.getTable(name)) {
      assertEquals(3, untilThrottled(() -> table.get(new Get(b("r")))));
      assertEquals(1, untilThrottled(() -> narrow.get(new Get(b("r")))));
      assertEquals(50, untilThrottled(() -> unlimited.get(new Get(b("r")))));
    }
  }

  @Test
  void globalsCanBeBypassed() throws Exception {
    TableName name = Cluster.create("bypass", "f");
    String root = Cluster.unique("root");
    admin.setQuota(QuotaSettingsFactory.throttleTable(
        name, ThrottleType.REQUEST_NUMBER, 2, TimeUnit.HOURS));
    admin.setQuota(QuotaSettingsFactory.bypassGlobals(root, true));
    try (Connection free = as(root); Connection limited = as(Cluster.unique("plain"));
        Table unlimited = free.getTable(name); Table table = limited.getTable(name)) {
      assertEquals(50, untilThrottled(() -> unlimited.get(new Get(b("r")))));
      assertEquals(2, untilThrottled(() -> table.get(new Get(b("r")))));
    }
  }

  @Test
  @Covers({"rpc:MasterService.SwitchRpcThrottle", "rpc:MasterService.IsRpcThrottleEnabled",
      "rpc:MasterService.SwitchExceedThrottleQuota"})
  void switches() throws Exception {
    assertTrue(admin.isRpcThrottleEnabled());
    assertTrue(admin.switchRpcThrottle(false));
    assertFalse(admin.isRpcThrottleEnabled());
    assertFalse(admin.switchRpcThrottle(true));
    Throwable failure = failure(() -> admin.exceedThrottleQuotaSwitch(true));
    assertTrue(failure.getMessage().contains(
                   "Please set region server quota before enable exceed throttle quota"),
        failure.getMessage());
    admin.setQuota(QuotaSettingsFactory.throttleRegionServer(
        EVERYBODY, ThrottleType.REQUEST_NUMBER, 1_000_000, TimeUnit.SECONDS));
    assertFalse(admin.exceedThrottleQuotaSwitch(true));
    assertTrue(admin.exceedThrottleQuotaSwitch(false));
    admin.setQuota(QuotaSettingsFactory.unthrottleRegionServer(EVERYBODY));
  }

  private static SpaceViolationPolicy violation(TableName name) throws IOException {
    SpaceQuotaSnapshotView snapshot = admin.getCurrentSpaceQuotaSnapshot(name);
    return snapshot == null ? null : snapshot.getQuotaStatus().getPolicy().orElse(null);
  }

  private static TableName fill(String hint) throws IOException {
    TableName name = Cluster.create(hint, "f");
    try (Table table = Cluster.table(name)) {
      for (int i = 0; i < 20; i++) {
        table.put(new Put(b("r" + i)).addColumn(b("f"), b("q"), new byte[10_000]));
      }
    }
    admin.flush(name);
    return name;
  }

  @Test
  @Covers({"rpc:MasterService.GetSpaceQuotaRegionSizes", "rpc:MasterService.GetQuotaStates",
      "rpc:AdminService.GetSpaceQuotaSnapshots"})
  void spaceOfATable() throws Exception {
    TableName name = fill("space");
    admin.setQuota(QuotaSettingsFactory.limitTableSpace(name, 1000, SpaceViolationPolicy.NO_INSERTS));
    assertEquals(List.of("TYPE => SPACE, TABLE => " + name + ", LIMIT => 1000.00B, "
                     + "VIOLATION_POLICY => NO_INSERTS"),
        listed(new QuotaFilter().setTableFilter(name.getNameAsString())));
    await("the violation", () -> violation(name) == SpaceViolationPolicy.NO_INSERTS);
    ServerName server = admin.getRegionServers().iterator().next();
    await("its enforcement", ()
        -> admin.getRegionServerSpaceQuotaSnapshots(server).containsKey(name)
            && admin.getRegionServerSpaceQuotaSnapshots(server)
                   .get(name)
                   .getQuotaStatus()
                   .isInViolation());
    assertTrue(admin.getSpaceQuotaTableSizes().get(name) > 1000);
    assertTrue(admin.getCurrentSpaceQuotaSnapshot(name).getUsage() > 1000);
    assertEquals(1000, admin.getCurrentSpaceQuotaSnapshot(name).getLimit());
    try (Connection connection = ConnectionFactory.createConnection(impatient);
        Table table = connection.getTable(name)) {
      assertTrue(refused(() -> table.put(put("r"))));
      String message = causes(() -> table.put(put("r")));
      assertTrue(
          message.contains("NO_INSERTS Puts are disallowed due to a space quota."), message);
      assertTrue(
          refused(() -> table.increment(new Increment(b("c")).addColumn(b("f"), b("n"), 1))));
      assertTrue(refused(() -> table.batch(List.of(put("a"), put("b")), new Object[2])));
      table.delete(new Delete(b("r1")));
      assertFalse(table.get(new Get(b("r2"))).isEmpty());

      admin.setQuota(
          QuotaSettingsFactory.limitTableSpace(name, 1000, SpaceViolationPolicy.NO_WRITES));
      await("the other policy", () -> violation(name) == SpaceViolationPolicy.NO_WRITES);
      await("deletes are refused",
          () -> refused(() -> table.delete(new Delete(b("r3")))));
      admin.setQuota(QuotaSettingsFactory.removeTableSpaceLimit(name));
      await("writes work again", () -> "nothing".equals(thrown(() -> table.put(put("r")))));
      assertEquals(List.of(), listed(new QuotaFilter().setTableFilter(name.getNameAsString())));
    }
  }

  @Test
  void compactionsCanBeRefused() throws Exception {
    TableName name = fill("compacted");
    admin.setQuota(QuotaSettingsFactory.limitTableSpace(
        name, 1000, SpaceViolationPolicy.NO_WRITES_COMPACTIONS));
    await("the violation", () -> violation(name) == SpaceViolationPolicy.NO_WRITES_COMPACTIONS);
    try (Connection connection = ConnectionFactory.createConnection(impatient);
        Table table = connection.getTable(name)) {
      await("puts are refused", () -> refused(() -> table.put(put("r"))));
    }
    admin.setQuota(QuotaSettingsFactory.removeTableSpaceLimit(name));
  }

  @Test
  void tooLargeATableIsDisabled() throws Exception {
    TableName name = fill("disabled");
    admin.setQuota(QuotaSettingsFactory.limitTableSpace(name, 1000, SpaceViolationPolicy.DISABLE));
    await("it is disabled", () -> admin.isTableDisabled(name));
    await("the violation", () -> violation(name) == SpaceViolationPolicy.DISABLE);
    assertEquals("AccessDeniedException", thrown(() -> admin.enableTable(name)));
    admin.setQuota(QuotaSettingsFactory.removeTableSpaceLimit(name));
    await("it is enabled", () -> admin.isTableEnabled(name));
  }

  @Test
  void spaceOfANamespace() throws Exception {
    String space = Cluster.unique("roomy");
    admin.createNamespace(NamespaceDescriptor.create(space).build());
    TableName name = fill(space + ":t");
    admin.setQuota(
        QuotaSettingsFactory.limitNamespaceSpace(space, 1000, SpaceViolationPolicy.NO_WRITES));
    await("the violation", () -> {
      SpaceQuotaSnapshotView snapshot = admin.getCurrentSpaceQuotaSnapshot(space);
      return snapshot != null && snapshot.getQuotaStatus().isInViolation();
    });
    assertEquals(null, admin.getCurrentSpaceQuotaSnapshot(name), "the table has no limit itself");
    try (Connection connection = ConnectionFactory.createConnection(impatient);
        Table table = connection.getTable(name)) {
      await("deletes are refused", () -> refused(() -> table.delete(new Delete(b("r3")))));
      admin.setQuota(QuotaSettingsFactory.removeNamespaceSpaceLimit(space));
      await("writes work again", () -> "nothing".equals(thrown(() -> table.put(put("r")))));
    }
  }

  @Test
  void tablesAndRegionsOfANamespace() throws Exception {
    String space = Cluster.unique("narrow");
    admin.createNamespace(NamespaceDescriptor.create(space)
                              .addConfiguration("hbase.namespace.quota.maxtables", "2")
                              .addConfiguration("hbase.namespace.quota.maxregions", "3")
                              .build());
    TableName first = TableName.valueOf(space, "first");
    Throwable many = failure(()
        -> Cluster.create(Cluster.descriptor(first, "f").build(), "b", "c", "d"));
    assertEquals("QuotaExceededException", many.getClass().getSimpleName());
    assertTrue(many.getMessage().contains("The table " + first
                   + " is not allowed to have 4 regions. The total number of regions permitted is "
                   + "only 3, while current region count is 0."),
        many.getMessage());
    Cluster.create(Cluster.descriptor(first, "f").build(), "m");
    TableName second = TableName.valueOf(space, "second");
    Cluster.create(Cluster.descriptor(second, "f").build());
    TableName third = TableName.valueOf(space, "third");
    Throwable tables = failure(() -> Cluster.create(Cluster.descriptor(third, "f").build()));
    assertEquals("QuotaExceededException", tables.getClass().getSimpleName());
    assertTrue(tables.getMessage().contains("The table " + third
                   + " cannot be created as it would exceed maximum number of tables allowed  in "
                   + "the namespace.  The total number of tables permitted is 2"),
        tables.getMessage());
    String snapshot = Cluster.unique("snap");
    admin.snapshot(snapshot, first);
    assertEquals("QuotaExceededException", thrown(() -> admin.cloneSnapshot(snapshot, third)));
    Throwable split = failure(()
        -> admin.splitRegionAsync(admin.getRegions(second).get(0).getRegionName(), b("k"))
               .get(20, TimeUnit.SECONDS));
    assertNotNull(split);
    assertEquals(1, admin.getRegions(second).size());
    admin.mergeRegionsAsync(
             admin.getRegions(first).get(0).getRegionName(),
             admin.getRegions(first).get(1).getRegionName(), true)
        .get(20, TimeUnit.SECONDS);
    admin.disableTable(second);
    admin.deleteTable(second);
    Cluster.create(Cluster.descriptor(third, "f").build(), "m");
    assertEquals(2, admin.getRegions(third).size());
    admin.modifyNamespace(NamespaceDescriptor.create(space)
                              .addConfiguration("hbase.namespace.quota.maxtables", "3")
                              .build());
    Cluster.create(Cluster.descriptor(second, "f").build(), "g", "m", "s");
  }

  @Test
  void quotasGoWithTheTable() throws Exception {
    TableName name = Cluster.create("gone", "f");
    admin.setQuota(QuotaSettingsFactory.throttleTable(
        name, ThrottleType.REQUEST_NUMBER, 100, TimeUnit.SECONDS));
    admin.setQuota(
        QuotaSettingsFactory.limitTableSpace(name, 1 << 30, SpaceViolationPolicy.NO_WRITES));
    assertEquals(2, listed(new QuotaFilter().setTableFilter(name.getNameAsString())).size());
    admin.disableTable(name);
    admin.deleteTable(name);
    assertEquals(List.of(), listed(new QuotaFilter().setTableFilter(name.getNameAsString())));
  }
}
