package basalt.clients;

import static org.junit.platform.engine.discovery.ClassNameFilter.includeClassNamePatterns;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectUniqueId;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.discovery.UniqueIdSelector;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs every suite of this package in this process, prints failures, and writes results as JSON.
 */
public final class Runner implements TestExecutionListener {
  private final String suite = System.getProperty("clients.suite", "junit");
  private final String target = System.getProperty("clients.target", "unknown");
  private final boolean verbose = Boolean.getBoolean("clients.verbose");
  private final List<String> lines = new ArrayList<>();
  /** How often a test that stands still is tried in all: see {@link #standsStill}. */
  private static final int TRIES = 3;
  private final List<TestIdentifier> stalled = new ArrayList<>();
  private int tries;
  private TestPlan plan;
  private int passed;
  private int failed;
  private int notOffered;
  private long started;

  private Runner() {}

  @Override
  public void testPlanExecutionStarted(TestPlan testPlan) {
    plan = testPlan;
  }

  @Override
  public void executionStarted(TestIdentifier id) {
    started = System.nanoTime();
  }

  @Override
  public void executionFinished(TestIdentifier id, TestExecutionResult result) {
    boolean ok = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
    if (id.isTest() && tries < TRIES && standsStill(result)) {
      stalled.add(id);
      return;
    }
    if (id.isContainer() && (ok || !id.isTest())) {
      if (!ok) {
        report(id, result);
      }
      return;
    }
    if (ok) {
      passed++;
      record(id, "works", "");
    } else if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
      String why = String.valueOf(result.getThrowable().orElse(null));
      // Otherwise the client does not have what the case is about, which says nothing of the server.
      if (why.contains("not supported by Basalt")) {
        notOffered++;
        record(id, "not offered", why);
      }
    } else {
      report(id, result);
    }
    if (verbose) {
      System.out.println((ok ? "ok   " : "not ok ") + name(id) + " "
          + (System.nanoTime() - started) / 1_000_000 + " ms");
    }
  }

  /**
   * The blocking scanner of the client 3.0.0-beta-1 can wait for ever. AsyncTableResultScanner
   * forgets, after it has resumed a scan, how to resume it; but if the next rows are there at once,
   * resuming has already suspended it anew, and that is what it forgets. A fast server makes it
   * likelier.
   */
  private boolean standsStill(TestExecutionResult result) {
    return suite.equals("junit3")
        && result.getThrowable().map(t -> t instanceof TimeoutException).orElse(false);
  }

  private void report(TestIdentifier id, TestExecutionResult result) {
    failed++;
    Throwable thrown = result.getThrowable().orElse(new AssertionError("aborted"));
    String message = String.valueOf(thrown).replaceAll("\\s+", " ");
    StringBuilder where = new StringBuilder();
    for (StackTraceElement element : thrown.getStackTrace()) {
      if (element.getClassName().startsWith("basalt.clients")) {
        where.append(' ').append(element.getFileName()).append(':').append(element.getLineNumber());
      }
    }
    System.out.println("FAILED " + name(id) + ": "
        + message.substring(0, Math.min(message.length(), 800)) + " (at" + where + ")");
    boolean refused = message.contains("not supported by Basalt");
    record(id, refused ? "not offered" : "differs", message);
  }

  /** Class and method, and for generated cases their name. */
  private String name(TestIdentifier id) {
    TestSource source = id.getSource().orElse(null);
    String name = id.getDisplayName().replaceAll("\\(\\)$", "");
    if (source instanceof MethodSource) {
      MethodSource method = (MethodSource) source;
      String base = simple(method.getClassName()) + "." + method.getMethodName();
      return method.getMethodName().equals(name) ? base : base + " " + name;
    }
    if (source instanceof ClassSource) {
      return simple(((ClassSource) source).getClassName());
    }
    return name;
  }

  private static String simple(String className) {
    return className.substring(className.lastIndexOf('.') + 1);
  }

  /** What the test says it covers, what its class says, and the filter a generated case names. */
  private Set<String> covered(TestIdentifier id) {
    Set<String> names = new LinkedHashSet<>();
    TestSource source = id.getSource().orElse(null);
    if (source instanceof MethodSource) {
      MethodSource method = (MethodSource) source;
      add(names, method.getJavaMethod().getAnnotation(Covers.class));
      add(names, method.getJavaClass().getAnnotation(Covers.class));
      String display = id.getDisplayName();
      if (method.getJavaClass() == FilterTest.class && display.contains(":")) {
        names.add("filter:" + display.substring(0, display.indexOf(':')));
      }
      if (method.getJavaClass() == EveryRpcTest.class && display.contains(".")) {
        names.add("rpc:" + display.split(" ")[0]);
      }
    }
    return names;
  }

  private static void add(Set<String> names, Covers covers) {
    if (covers != null) {
      names.addAll(List.of(covers.value()));
    }
  }

  private void record(TestIdentifier id, String outcome, String message) {
    lines.add(Json.line(suite, name(id), target, outcome, "client",
        "hbase-client " + System.getProperty("clients.version", ""), message));
    for (String covered : covered(id)) {
      int colon = covered.indexOf(':');
      lines.add(Json.line(suite, name(id), target, outcome, covered.substring(0, colon),
          covered.substring(colon + 1), message));
    }
  }

  private void run(LauncherDiscoveryRequestBuilder request) {
    tries++;
    LauncherFactory.create().execute(request.build(), this);
  }

  /** Nothing takes long; what does is ended and told. */
  private LauncherDiscoveryRequestBuilder request() {
    return LauncherDiscoveryRequestBuilder.request()
        .configurationParameter("junit.jupiter.execution.timeout.default",
            suite.equals("junit3") ? "20 s" : "60 s")
        .configurationParameter(
            "junit.jupiter.execution.timeout.thread.mode.default", "SEPARATE_THREAD");
  }

  public static void main(String[] arguments) throws Exception {
    Runner runner = new Runner();
    String pattern = arguments.length > 0 ? arguments[0] : ".*Test";
    runner.run(runner.request().selectors(selectPackage("basalt.clients"))
                   .filters(includeClassNamePatterns(pattern)));
    while (!runner.stalled.isEmpty()) {
      List<UniqueIdSelector> again = new ArrayList<>();
      for (TestIdentifier id : runner.stalled) {
        System.out.println("stood still, tried again: " + runner.name(id));
        again.add(selectUniqueId(id.getUniqueId()));
      }
      runner.stalled.clear();
      runner.run(runner.request().selectors(again));
    }
    String results = System.getProperty("clients.results");
    if (results != null) {
      try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(Path.of(results)))) {
        out.println(Json.array(runner.lines));
      }
    }
    Cluster.close();
    System.out.printf("clients: %s %s %s: %d passed, %d failed%s%n", runner.suite,
        System.getProperty("clients.version", ""), System.getProperty("clients.registry", "rpc"),
        runner.passed, runner.failed,
        runner.notOffered > 0 ? ", " + runner.notOffered + " not offered" : "");
    System.out.flush();
    Runtime.getRuntime().halt(runner.failed == 0 && runner.passed > 0 ? 0 : 1);
  }
}
