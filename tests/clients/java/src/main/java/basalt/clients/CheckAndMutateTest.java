package basalt.clients;

import static basalt.clients.Text.b;
import static basalt.clients.Text.show;
import static basalt.clients.Text.thrown;
import static basalt.clients.Text.values;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.io.TimeRange;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

@Covers("rpc:ClientService.Mutate")
class CheckAndMutateTest {
  private static Table table;

  @BeforeAll
  static void create() throws Exception {
    table = Cluster.table(Cluster.create("check", "d"));
  }

  private static Put put(String row, String qualifier, String value) {
    return new Put(b(row)).addColumn(b("d"), b(qualifier), 10, b(value));
  }

  private static String read(String row) throws IOException {
    return show(table.get(new Get(b(row))));
  }

  private static CheckAndMutate.Builder check(String row) {
    return CheckAndMutate.newBuilder(b(row));
  }

  /** For which operators the check holds, when the stored "m" is compared with an operand. */
  private static boolean holds(CompareOperator op, String operand) {
    // The operand stands on the left: LESS asks whether it is less than what is stored.
    int order = operand.compareTo("m");
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
      case GREATER:
        return order > 0;
      default:
        return false;
    }
  }

  @TestFactory
  Stream<DynamicTest> operators() throws Exception {
    List<DynamicTest> tests = new ArrayList<>();
    for (CompareOperator op : CompareOperator.values()) {
      if (op == CompareOperator.NO_OP) {
        continue;
      }
      for (String operand : List.of("a", "m", "z")) {
        tests.add(DynamicTest.dynamicTest(op + " " + operand, () -> {
          String row = "op" + op + operand;
          table.put(put(row, "q", "m"));
          CheckAndMutateResult result = table.checkAndMutate(
              check(row).ifMatches(b("d"), b("q"), op, b(operand)).build(put(row, "p", "done")));
          assertEquals(holds(op, operand), result.isSuccess());
          assertEquals(holds(op, operand), table.exists(new Get(b(row)).addColumn(b("d"), b("p"))));
        }));
      }
    }
    return tests.stream();
  }

  @TestFactory
  Stream<DynamicTest> operatorsOnAMissingCell() throws Exception {
    return Stream
        .of(CompareOperator.EQUAL, CompareOperator.NOT_EQUAL, CompareOperator.LESS,
            CompareOperator.GREATER)
        .map(op -> DynamicTest.dynamicTest(op.name(), () -> {
          String row = "missing" + op;
          CheckAndMutateResult result = table.checkAndMutate(
              check(row).ifMatches(b("d"), b("q"), op, b("x")).build(put(row, "p", "done")));
          assertFalse(result.isSuccess());
        }));
  }

  @Test
  void ifNotExists() throws Exception {
    CheckAndMutate once = check("ne").ifNotExists(b("d"), b("q")).build(put("ne", "q", "first"));
    assertTrue(table.checkAndMutate(once).isSuccess());
    CheckAndMutate again = check("ne").ifNotExists(b("d"), b("q")).build(put("ne", "q", "second"));
    assertFalse(table.checkAndMutate(again).isSuccess());
    assertEquals("ne d:q@10=first", read("ne"));
  }

  @Test
  void ifEquals() throws Exception {
    table.put(put("eq", "q", "1"));
    assertTrue(table
                   .checkAndMutate(
                       check("eq").ifEquals(b("d"), b("q"), b("1")).build(put("eq", "p", "yes")))
                   .isSuccess());
    assertFalse(table
                    .checkAndMutate(
                        check("eq").ifEquals(b("d"), b("q"), b("2")).build(put("eq", "p", "no")))
                    .isSuccess());
    assertEquals("eq d:p@10=yes d:q@10=1", read("eq"));
  }

  @Test
  void ifEqualsAnEmptyValueMeansMissing() throws Exception {
    assertTrue(
        table
            .checkAndMutate(check("em")
                                .ifMatches(b("d"), b("q"), CompareOperator.EQUAL, new byte[0])
                                .build(put("em", "q", "v")))
            .isSuccess());
    assertFalse(
        table
            .checkAndMutate(check("em")
                                .ifMatches(b("d"), b("q"), CompareOperator.EQUAL, new byte[0])
                                .build(put("em", "q", "w")))
            .isSuccess());
  }

  @Test
  void ifNotEqualToNullMeansPresent() throws Exception {
    CheckAndMutate check = check("np")
                               .ifMatches(b("d"), b("q"), CompareOperator.NOT_EQUAL, null)
                               .build(put("np", "p", "v"));
    assertFalse(table.checkAndMutate(check).isSuccess());
    table.put(put("np", "q", "v"));
    assertTrue(table.checkAndMutate(check).isSuccess());
  }

  @Test
  void deleteWhenEqual() throws Exception {
    table.put(put("del", "q", "1"));
    assertTrue(table
                   .checkAndMutate(
                       check("del").ifEquals(b("d"), b("q"), b("1")).build(new Delete(b("del"))))
                   .isSuccess());
    assertEquals("-", read("del"));
  }

  @Test
  void incrementWhenEqual() throws Exception {
    table.put(put("inc", "q", "1"));
    CheckAndMutateResult result =
        table.checkAndMutate(check("inc")
                                 .ifEquals(b("d"), b("q"), b("1"))
                                 .build(new Increment(b("inc")).addColumn(b("d"), b("n"), 4)));
    assertTrue(result.isSuccess());
    assertEquals("\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x04", values(result.getResult()));
  }

  @Test
  void incrementWhenNotEqualDoesNothing() throws Exception {
    CheckAndMutateResult result =
        table.checkAndMutate(check("inc2")
                                 .ifEquals(b("d"), b("q"), b("1"))
                                 .build(new Increment(b("inc2")).addColumn(b("d"), b("n"), 4)));
    assertFalse(result.isSuccess());
    assertEquals("-", read("inc2"));
  }

  @Test
  void appendWhenEqual() throws Exception {
    table.put(put("app", "q", "1"));
    CheckAndMutateResult result =
        table.checkAndMutate(check("app")
                                 .ifEquals(b("d"), b("q"), b("1"))
                                 .build(new Append(b("app")).addColumn(b("d"), b("q"), b("2"))));
    assertTrue(result.isSuccess());
    assertEquals("12", values(result.getResult()));
  }

  @Test
  @Covers("rpc:ClientService.Multi")
  void rowMutationsWhenEqual() throws Exception {
    table.put(put("rm", "q", "1"));
    CheckAndMutateResult result = table.checkAndMutate(
        check("rm")
            .ifEquals(b("d"), b("q"), b("1"))
            .build(RowMutations.of(
                List.of(put("rm", "a", "A"), new Delete(b("rm")).addColumns(b("d"), b("q"), 20)))));
    assertTrue(result.isSuccess());
    assertEquals("rm d:a@10=A", read("rm"));
  }

  @Test
  @Covers("rpc:ClientService.Multi")
  void rowMutationsWithCountersReturnThem() throws Exception {
    table.put(put("rmc", "q", "1"));
    CheckAndMutateResult result = table.checkAndMutate(
        check("rmc")
            .ifEquals(b("d"), b("q"), b("1"))
            .build(RowMutations.of(List.of(new Increment(b("rmc")).addColumn(b("d"), b("n"), 1),
                new Append(b("rmc")).addColumn(b("d"), b("q"), b("x")), put("rmc", "a", "A")))));
    assertTrue(result.isSuccess());
    assertEquals("\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x01 1x", values(result.getResult()));
  }

  @Test
  @Covers("rpc:ClientService.Multi")
  void rowMutationsWhenNotEqualDoNothing() throws Exception {
    table.put(put("rm2", "q", "1"));
    assertFalse(table
                    .checkAndMutate(check("rm2")
                                        .ifEquals(b("d"), b("q"), b("2"))
                                        .build(RowMutations.of(List.of(put("rm2", "a", "A")))))
                    .isSuccess());
    assertEquals("rm2 d:q@10=1", read("rm2"));
  }

  @Test
  void ifAFilterMatches() throws Exception {
    table.put(List.of(put("fi", "q", "5"), put("fi", "r", "6")));
    FilterList both =
        new FilterList(new SingleColumnValueFilter(b("d"), b("q"), CompareOperator.EQUAL, b("5")),
            new SingleColumnValueFilter(b("d"), b("r"), CompareOperator.GREATER, b("5")));
    assertTrue(
        table.checkAndMutate(check("fi").ifMatches(both).build(put("fi", "s", "yes"))).isSuccess());
    FilterList no =
        new FilterList(new SingleColumnValueFilter(b("d"), b("q"), CompareOperator.EQUAL, b("5")),
            new SingleColumnValueFilter(b("d"), b("r"), CompareOperator.GREATER, b("6")));
    assertFalse(
        table.checkAndMutate(check("fi").ifMatches(no).build(put("fi", "s", "no"))).isSuccess());
    assertEquals("fi d:q@10=5 d:r@10=6 d:s@10=yes", read("fi"));
  }

  @Test
  void ifAFilterMatchesAMissingRow() throws Exception {
    assertFalse(table
                    .checkAndMutate(check("nobody")
                                        .ifMatches(new SingleColumnValueFilter(
                                            b("d"), b("q"), CompareOperator.EQUAL, b("5")))
                                        .build(put("nobody", "s", "yes")))
                    .isSuccess());
  }

  @Test
  void inATimeRange() throws Exception {
    table.put(put("tr", "q", "1"));
    assertFalse(table
                    .checkAndMutate(check("tr")
                                        .ifEquals(b("d"), b("q"), b("1"))
                                        .timeRange(TimeRange.between(0, 10))
                                        .build(put("tr", "p", "no")))
                    .isSuccess());
    assertTrue(table
                   .checkAndMutate(check("tr")
                                       .ifEquals(b("d"), b("q"), b("1"))
                                       .timeRange(TimeRange.between(10, 11))
                                       .build(put("tr", "p", "yes")))
                   .isSuccess());
  }

  @Test
  void aFilterInATimeRange() throws Exception {
    table.put(put("ftr", "q", "1"));
    SingleColumnValueFilter one =
        new SingleColumnValueFilter(b("d"), b("q"), CompareOperator.EQUAL, b("1"));
    assertFalse(table
                    .checkAndMutate(check("ftr")
                                        .ifMatches(one)
                                        .timeRange(TimeRange.between(11, 12))
                                        .build(put("ftr", "p", "no")))
                    .isSuccess());
    assertTrue(table
                   .checkAndMutate(check("ftr")
                                       .ifMatches(one)
                                       .timeRange(TimeRange.between(9, 12))
                                       .build(put("ftr", "p", "yes")))
                   .isSuccess());
  }

  @Test
  @Covers("rpc:ClientService.Multi")
  void listOfChecks() throws Exception {
    table.put(put("l1", "q", "1"));
    List<CheckAndMutateResult> results = table.checkAndMutate(
        List.of(check("l1").ifEquals(b("d"), b("q"), b("1")).build(put("l1", "p", "yes")),
            check("l2").ifEquals(b("d"), b("q"), b("1")).build(put("l2", "p", "no")),
            check("l3").ifNotExists(b("d"), b("q")).build(put("l3", "p", "yes"))));
    assertEquals("true false true",
        results.get(0).isSuccess() + " " + results.get(1).isSuccess() + " "
            + results.get(2).isSuccess());
    assertEquals("-", read("l2"));
  }

  @Test
  @Covers("rpc:ClientService.Multi")
  void checksAmongOtherActions() throws Exception {
    table.put(put("ba", "q", "1"));
    List<Row> actions = List.of(new Get(b("ba")),
        check("ba2").ifNotExists(b("d"), b("q")).build(put("ba2", "q", "x")),
        check("ba3").ifEquals(b("d"), b("q"), b("1")).build(new Delete(b("ba3"))),
        put("ba4", "q", "4"));
    Object[] results = new Object[4];
    table.batch(actions, results);
    assertTrue(((CheckAndMutateResult) results[1]).isSuccess());
    assertFalse(((CheckAndMutateResult) results[2]).isSuccess());
    assertEquals("ba2 d:q@10=x", read("ba2"));
    assertEquals("ba4 d:q@10=4", read("ba4"));
  }

  @Test
  void familyThatIsNotThere() {
    assertEquals("NoSuchColumnFamilyException",
        thrown(()
                   -> table.checkAndMutate(
                       check("x").ifEquals(b("nope"), b("q"), b("1")).build(put("x", "p", "v")))));
  }

  @Test
  void anotherRowIsRefusedByTheClient() {
    assertThrows(IllegalArgumentException.class,
        () -> check("one").ifNotExists(b("d"), b("q")).build(put("two", "q", "v")));
  }

  @Test
  void aDeletedCellIsMissing() throws Exception {
    table.put(put("gone", "q", "1"));
    table.delete(new Delete(b("gone")).addColumns(b("d"), b("q"), 10));
    assertTrue(
        table.checkAndMutate(check("gone").ifNotExists(b("d"), b("q")).build(put("gone", "p", "v")))
            .isSuccess());
  }
}
