package basalt.clients.janusgraph;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.janusgraph.core.JanusGraph;
import org.janusgraph.core.JanusGraphFactory;
import org.janusgraph.core.JanusGraphTransaction;
import org.janusgraph.core.PropertyKey;
import org.janusgraph.core.schema.ConsistencyModifier;
import org.janusgraph.core.schema.JanusGraphIndex;
import org.janusgraph.core.schema.JanusGraphManagement;
import org.janusgraph.example.GraphOfTheGodsFactory;

/**
 * JanusGraph with its graph in HBase: the Graph of the Gods, queries, indexes, changes, and all of it
 * again after the graph was closed and opened. Argument: the ZooKeeper port.
 */
public final class Main {
  private static final String TABLE = "janusgraph_" + System.nanoTime();
  private static boolean failed;

  private Main() {}

  private static void check(String name, Object expected, Callable<Object> call) {
    String got;
    try {
      got = String.valueOf(call.call());
    } catch (Exception e) {
      e.printStackTrace();
      got = "! " + e;
    }
    boolean passed = got.equals(String.valueOf(expected));
    failed |= !passed;
    System.out.println(passed ? "ok " + name
                              : "FAILED " + name + ": expected <" + expected + "> but was <"
                + got.replace('\n', ' ') + ">");
  }

  private static JanusGraph open(String port) {
    return JanusGraphFactory.build()
        .set("storage.backend", "hbase")
        .set("storage.hostname", "127.0.0.1")
        .set("storage.port", Integer.parseInt(port))
        .set("storage.hbase.table", TABLE)
        .set("storage.hbase.ext.hbase.client.retries.number", "5")
        .open();
  }

  private static List<Object> sorted(List<Object> values) {
    return values.stream()
        .map(String::valueOf)
        .sorted()
        .collect(Collectors.toList());
  }

  /** Of the graph as it is loaded, and as it must be found again. */
  private static void queries(JanusGraph graph, String when) {
    GraphTraversalSource g = graph.traversal();
    check("vertices and edges, " + when, "12 17",
        () -> g.V().count().next() + " " + g.E().count().next());
    check("lookup by a unique index, " + when, "titan 10000",
        ()
            -> g.V().has("name", "saturn").map(v -> v.get().label() + " " + v.get().value("age"))
                   .next());
    check("grandchild, " + when, "hercules",
        () -> g.V().has("name", "saturn").in("father").in("father").values("name").next());
    check("ancestors, " + when, "[alcmene, jupiter, saturn]",
        ()
            -> sorted(g.V().has("name", "hercules").repeat(
                __.out("father", "mother"))
                          .emit().values("name").toList()));
    check("edges by a vertex-centric index, " + when, "[cerberus, hydra]",
        ()
            -> sorted(g.V().has("name", "hercules").outE("battled")
                          .has("time", P.gt(1))
                          .inV().values("name").toList()));
    check("properties of edges, " + when, "[loves fresh breezes, loves waves]",
        ()
            -> sorted(g.V().has("name", P.within(
                                            "jupiter", "neptune"))
                          .outE("lives").values("reason").toList()));
    check("brothers, " + when, "[neptune, pluto]",
        () -> sorted(g.V().has("name", "jupiter").out("brother").values("name").toList()));
    check("groups, " + when, "{demigod=1, god=3, human=1, location=3, monster=3, titan=1}",
        () -> new TreeMap<>(g.V().groupCount().by(t -> ((Vertex) t).label()).next()));
    g.tx().rollback();
  }

  private static void changes(JanusGraph graph) {
    check("a schema and its index", "ENABLED", () -> {
      JanusGraphManagement management = graph.openManagement();
      PropertyKey serial = management.makePropertyKey("serial").dataType(Long.class).make();
      JanusGraphIndex index =
          management.buildIndex("bySerial", Vertex.class).addKey(serial).unique().buildCompositeIndex();
      management.setConsistency(index, ConsistencyModifier.LOCK);
      management.commit();
      JanusGraphManagement again = graph.openManagement();
      String state = String.valueOf(again.getGraphIndex("bySerial").getIndexStatus(serial));
      again.rollback();
      return state;
    });
    check("a thousand vertices in a chain", "1000 999", () -> {
      JanusGraphTransaction tx = graph.newTransaction();
      Vertex before = null;
      for (long i = 0; i < 1000; i++) {
        Vertex next = tx.addVertex("link");
        next.property("serial", i);
        if (before != null) {
          before.addEdge("next", next);
        }
        before = next;
      }
      tx.commit();
      GraphTraversalSource g = graph.traversal();
      Object counted = g.V().hasLabel("link").count().next() + " " + g.E().hasLabel("next").count().next();
      g.tx().rollback();
      return counted;
    });
    check("lookups by the new index", "999 500", () -> {
      GraphTraversalSource g = graph.traversal();
      Object found = g.V().has("serial", 998L).out("next").values("serial").next() + " "
          + g.V().has("serial", 501L).in("next").values("serial").next();
      g.tx().rollback();
      return found;
    });
    check("a name twice is refused", "refused", () -> {
      JanusGraphTransaction tx = graph.newTransaction();
      try {
        tx.addVertex("god").property("name", "saturn");
        tx.commit();
        return "taken";
      } catch (RuntimeException e) {
        tx.rollback();
        return "refused";
      }
    });
    check("a change and a removal", "10001 999", () -> {
      GraphTraversalSource g = graph.traversal();
      g.V().has("name", "saturn").property("age", 10001).iterate();
      g.V().has("serial", 999L).drop().iterate();
      g.tx().commit();
      Object now = g.V().has("name", "saturn").values("age").next() + " "
          + g.V().hasLabel("link").count().next();
      // As it was, for the queries after the reopening.
      g.V().has("name", "saturn").property("age", 10000).iterate();
      g.V().hasLabel("link").drop().iterate();
      g.tx().commit();
      return now;
    });
    check("a transaction that is given up", "0", () -> {
      JanusGraphTransaction tx = graph.newTransaction();
      tx.addVertex("god").property("name", "nobody");
      tx.rollback();
      GraphTraversalSource g = graph.traversal();
      Object found = g.V().has("name", "nobody").count().next();
      g.tx().rollback();
      return found;
    });
  }

  public static void main(String[] arguments) throws Exception {
    JanusGraph graph = open(arguments[0]);
    check("the Graph of the Gods is loaded", "ok", () -> {
      GraphOfTheGodsFactory.loadWithoutMixedIndex(graph, true);
      return "ok";
    });
    queries(graph, "loaded");
    changes(graph);
    graph.close();
    JanusGraph reopened = open(arguments[0]);
    queries(reopened, "reopened");
    check("settings of the graph", Map.of("backend", "hbase"),
        () -> Map.of("backend", reopened.configuration().getProperty("storage.backend")));
    check("drop of the graph", "ok", () -> {
      JanusGraphFactory.drop(reopened);
      return "ok";
    });
    System.out.flush();
    Runtime.getRuntime().halt(failed ? 1 : 0);
  }
}
