package basalt.clients;

import static basalt.clients.Text.b;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.filter.*;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter.RowRange;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;

/** One filter for each case; a case's name begins with the class it is about. */
public final class FilterCases {
  private static final List<CompareOperator> OPERATORS =
      List.of(CompareOperator.LESS, CompareOperator.LESS_OR_EQUAL, CompareOperator.EQUAL,
          CompareOperator.NOT_EQUAL, CompareOperator.GREATER_OR_EQUAL, CompareOperator.GREATER);

  /** A filter and how to scan with it. */
  static final class Case {
    final String name;
    final Filter filter;
    boolean reversed;
    boolean versions;

    Case(String name, Filter filter) {
      this.name = name;
      this.filter = filter;
    }
  }

  private final List<Case> cases = new ArrayList<>();

  /** A list that the filter may sort. */
  private static List<RowRange> ranges(RowRange... ranges) {
    return new ArrayList<>(List.of(ranges));
  }

  private Case add(Filter filter, String what) {
    Case test = new Case(filter.getClass().getSimpleName() + ": " + what, filter);
    cases.add(test);
    return test;
  }

  private Case compare(ByteArrayComparable comparator, CompareOperator op, String family,
      String qualifier, String what) {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(b(family), b(qualifier), op, comparator);
    filter.setFilterIfMissing(true);
    Case test = new Case(comparator.getClass().getSimpleName() + ": " + op + " " + what, filter);
    cases.add(test);
    return test;
  }

  static List<Case> all() {
    FilterCases filters = new FilterCases();
    filters.rows();
    filters.columns();
    filters.values();
    filters.others();
    filters.lists();
    filters.comparators();
    return filters.cases;
  }

  private void rows() {
    for (CompareOperator op : OPERATORS) {
      add(new RowFilter(op, new BinaryComparator(b("s1"))), op + " s1");
    }
    add(new RowFilter(CompareOperator.EQUAL, new RegexStringComparator("^[rt].*[02]$")), "regex");
    add(new RowFilter(CompareOperator.EQUAL, new SubstringComparator("2")), "substring");
    add(new RowFilter(CompareOperator.EQUAL, new BinaryComparator(b("r2"))), "reversed").reversed =
        true;
    add(new PrefixFilter(b("s")), "s");
    add(new PrefixFilter(b("s")), "s reversed").reversed = true;
    add(new PrefixFilter(b("zz")), "nothing");
    add(new PrefixFilter(b("")), "empty");
    add(new InclusiveStopFilter(b("r3")), "r3");
    add(new InclusiveStopFilter(b("s1")), "s1 reversed").reversed = true;
    add(new InclusiveStopFilter(b("rzz")), "between rows");
    add(new PageFilter(3), "three");
    add(new PageFilter(2), "two reversed").reversed = true;
    add(new PageFilter(0), "none");
    add(new RandomRowFilter(2.0f), "always");
    add(new RandomRowFilter(-1.0f), "never");
    add(new FuzzyRowFilter(List.of(new Pair<>(b("?1"), new byte[] {1, 0}))), "any then 1");
    add(new FuzzyRowFilter(List.of(
            new Pair<>(b("t?0"), new byte[] {0, 1, 0}), new Pair<>(b("r?"), new byte[] {0, 1}))),
        "two patterns");
    add(new FuzzyRowFilter(List.of(new Pair<>(b("t?0"), new byte[] {0, 1, 0}))), "reversed")
        .reversed = true;
    add(new MultiRowRangeFilter(ranges(new RowRange(b("r2"), true, b("r3"), true),
            new RowRange(b("t"), true, b("t2"), false))),
        "two ranges");
    add(new MultiRowRangeFilter(ranges(new RowRange(b("r1"), false, b("s1"), true))),
        "start excluded");
    add(new MultiRowRangeFilter(ranges(new RowRange(b("r2"), true, b("r3"), true),
            new RowRange(b("s2"), true, b("t2"), false))),
        "reversed")
        .reversed = true;
    add(new MultiRowRangeFilter(new byte[][] {b("r"), b("t2")}), "prefixes");
  }

  private void columns() {
    for (CompareOperator op : OPERATORS) {
      add(new FamilyFilter(op, new BinaryComparator(b("b"))), op + " b");
      add(new QualifierFilter(op, new BinaryComparator(b("c2"))), op + " c2");
    }
    add(new QualifierFilter(CompareOperator.EQUAL, new RegexStringComparator("c[13]")), "regex");
    add(new QualifierFilter(CompareOperator.EQUAL, new BinaryPrefixComparator(b("c"))), "prefix");
    add(new ColumnPrefixFilter(b("c")), "c");
    add(new ColumnPrefixFilter(b("x")), "x");
    add(new ColumnPrefixFilter(b("c")), "c reversed").reversed = true;
    add(new MultipleColumnPrefixFilter(new byte[][] {b("c2"), b("x"), b("n")}), "three");
    add(new MultipleColumnPrefixFilter(new byte[][] {b("y"), b("c1")}), "reversed").reversed = true;
    add(new ColumnRangeFilter(b("c2"), true, b("d"), false), "c2 to d");
    add(new ColumnRangeFilter(b("c1"), false, b("x"), true), "after c1 to x");
    add(new ColumnRangeFilter(null, true, b("c1"), true), "up to c1");
    add(new ColumnRangeFilter(b("n"), true, null, true), "from n");
    add(new ColumnPaginationFilter(1, 0), "first");
    add(new ColumnPaginationFilter(1, 1), "second");
    add(new ColumnPaginationFilter(2, b("c2")), "from a column");
    add(new ColumnCountGetFilter(2), "two");
    add(new ColumnCountGetFilter(1), "one");
    add(new FirstKeyOnlyFilter(), "plain");
    add(new FirstKeyOnlyFilter(), "all versions").versions = true;
    add(new FirstKeyOnlyFilter(), "reversed").reversed = true;
    add(new KeyOnlyFilter(), "no values");
    add(new KeyOnlyFilter(true), "lengths");
    add(new TimestampsFilter(List.of(1L, 4L)), "1 and 4");
    add(new TimestampsFilter(List.of(2L)), "2 all versions").versions = true;
    add(new TimestampsFilter(List.of(2L, 10L), true), "with hints").versions = true;
    TreeSet<byte[]> qualifiers = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    qualifiers.addAll(Set.of(b("c2"), b("x")));
    Filter matching = matchingQualifiers(qualifiers);
    if (matching != null) {
      add(matching, "c2 or x");
    }
  }

  /** The filter, or null where the client has none any more (3.0). */
  public static Filter matchingQualifiers(Set<byte[]> qualifiers) {
    try {
      return (Filter) Class
          .forName("org.apache.hadoop.hbase.filter.FirstKeyValueMatchingQualifiersFilter")
          .getConstructor(Set.class)
          .newInstance(qualifiers);
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }

  private void values() {
    for (CompareOperator op : OPERATORS) {
      add(new ValueFilter(op, new BinaryComparator(b("v2"))), op + " v2");
      add(new SingleColumnValueFilter(b("a"), b("c1"), op, b("v2")), op + " v2");
      add(new ColumnValueFilter(b("a"), b("c1"), op, b("v2")), op + " v2");
    }
    add(new ValueFilter(CompareOperator.EQUAL, new SubstringComparator("O WO")), "substring");
    add(new ValueFilter(CompareOperator.EQUAL, new BinaryComparator(b("old"))), "versions")
        .versions = true;
    SingleColumnValueFilter missing =
        new SingleColumnValueFilter(b("a"), b("c1"), CompareOperator.EQUAL, b("v2"));
    missing.setFilterIfMissing(true);
    add(missing, "missing rows go");
    SingleColumnValueFilter any =
        new SingleColumnValueFilter(b("a"), b("c1"), CompareOperator.EQUAL, b("old"));
    any.setFilterIfMissing(true);
    any.setLatestVersionOnly(false);
    add(any, "any version").versions = true;
    SingleColumnValueFilter latest =
        new SingleColumnValueFilter(b("a"), b("c1"), CompareOperator.EQUAL, b("old"));
    latest.setFilterIfMissing(true);
    add(latest, "latest version only").versions = true;
    add(new SingleColumnValueFilter(b("a"), b("c1"), CompareOperator.EQUAL, b("v2")), "reversed")
        .reversed = true;
    SingleColumnValueExcludeFilter exclude =
        new SingleColumnValueExcludeFilter(b("a"), b("c1"), CompareOperator.GREATER, b("v1"));
    exclude.setFilterIfMissing(true);
    add(exclude, "missing rows go");
    add(new SingleColumnValueExcludeFilter(b("a"), b("c1"), CompareOperator.EQUAL, b("v1")),
        "missing rows stay");
    add(new DependentColumnFilter(b("a"), b("c1")), "same time");
    add(new DependentColumnFilter(b("a"), b("c1"), true), "without the column");
    add(new DependentColumnFilter(
            b("a"), b("c1"), false, CompareOperator.EQUAL, new BinaryComparator(b("v1"))),
        "with a value");
  }

  private void others() {
    add(new SkipFilter(new ValueFilter(CompareOperator.NOT_EQUAL, new BinaryComparator(b("v1")))),
        "values");
    add(new SkipFilter(
            new QualifierFilter(CompareOperator.NOT_EQUAL, new BinaryComparator(b("x")))),
        "qualifiers");
    add(new WhileMatchFilter(
            new ValueFilter(CompareOperator.NOT_EQUAL, new BinaryComparator(b("v4")))),
        "values");
    add(new WhileMatchFilter(
            new RowFilter(CompareOperator.NOT_EQUAL, new BinaryComparator(b("s1")))),
        "rows");
    add(new WhileMatchFilter(new PrefixFilter(b("t"))), "reversed").reversed = true;
  }

  private void lists() {
    Filter c = new ColumnPrefixFilter(b("c"));
    Filter v1 = new ValueFilter(CompareOperator.EQUAL, new BinaryComparator(b("v1")));
    Filter x = new QualifierFilter(CompareOperator.EQUAL, new BinaryComparator(b("x")));
    Filter rows = new PrefixFilter(b("r"));
    add(new FilterList(FilterList.Operator.MUST_PASS_ALL, rows, c), "and: prefix, column");
    add(new FilterList(FilterList.Operator.MUST_PASS_ONE, v1, x), "or: value, qualifier");
    add(new FilterList(FilterList.Operator.MUST_PASS_ALL), "and of nothing");
    add(new FilterList(FilterList.Operator.MUST_PASS_ONE), "or of nothing");
    add(new FilterList(
            FilterList.Operator.MUST_PASS_ONE, new PageFilter(1), new PrefixFilter(b("s"))),
        "or: page, prefix");
    add(new FilterList(
            FilterList.Operator.MUST_PASS_ALL, new PageFilter(2), new PrefixFilter(b("s"))),
        "and: page before prefix");
    add(new FilterList(
            FilterList.Operator.MUST_PASS_ALL, new PrefixFilter(b("s")), new PageFilter(2)),
        "and: prefix before page");
    add(new FilterList(FilterList.Operator.MUST_PASS_ALL, c, new FirstKeyOnlyFilter()),
        "and: column, first key");
    add(new FilterList(FilterList.Operator.MUST_PASS_ALL, new KeyOnlyFilter(), v1),
        "and: key only, value");
    add(new FilterList(FilterList.Operator.MUST_PASS_ONE, new ColumnPaginationFilter(1, 0),
            new ColumnPrefixFilter(b("x"))),
        "or: pagination, prefix");
    add(new FilterList(FilterList.Operator.MUST_PASS_ONE,
            new FilterList(FilterList.Operator.MUST_PASS_ALL, rows, x),
            new FilterList(FilterList.Operator.MUST_PASS_ALL, new PrefixFilter(b("t")), c)),
        "nested");
    add(new FilterList(FilterList.Operator.MUST_PASS_ALL,
            new FilterList(FilterList.Operator.MUST_PASS_ONE, rows, new PrefixFilter(b("t"))),
            new FilterList(FilterList.Operator.MUST_PASS_ONE, x, v1)),
        "nested the other way");
    add(new FilterList(FilterList.Operator.MUST_PASS_ONE, new SkipFilter(v1),
            new WhileMatchFilter(new PrefixFilter(b("r")))),
        "skip and while");
    add(new FilterList(FilterList.Operator.MUST_PASS_ALL,
            new SingleColumnValueFilter(b("a"), b("c1"), CompareOperator.NOT_EQUAL, b("v1")),
            new SingleColumnValueFilter(b("b"), b("x"), CompareOperator.LESS, b("2"))),
        "two columns");
    add(new FilterList(FilterList.Operator.MUST_PASS_ONE,
            new SingleColumnValueFilter(b("a"), b("c1"), CompareOperator.EQUAL, b("v1")),
            new SingleColumnValueFilter(b("b"), b("x"), CompareOperator.EQUAL, b("20"))),
        "either column");
    add(new FilterList(FilterList.Operator.MUST_PASS_ALL, new TimestampsFilter(List.of(1L, 2L)), c),
        "versions")
        .versions = true;
    add(new FilterList(FilterList.Operator.MUST_PASS_ONE, new InclusiveStopFilter(b("r2")),
            new RowFilter(CompareOperator.EQUAL, new SubstringComparator("t1"))),
        "or with a stop");
    Case backwards = add(new FilterList(FilterList.Operator.MUST_PASS_ALL, rows, c), "reversed");
    backwards.filter.setReversed(true);
    backwards.reversed = true;
    Filter deep = c;
    for (int i = 0; i < 30; i++) {
      deep = new FilterList(
          i % 2 == 0 ? FilterList.Operator.MUST_PASS_ONE : FilterList.Operator.MUST_PASS_ALL, deep);
    }
    add(deep, "thirty deep");
  }

  private void comparators() {
    for (CompareOperator op : OPERATORS) {
      compare(new BinaryComparator(b("15")), op, "b", "x", "15");
      compare(new BinaryPrefixComparator(b("v")), op, "a", "c1", "v");
      compare(new LongComparator(5), op, "a", "n", "5");
      compare(new BigDecimalComparator(new BigDecimal("2.5")), op, "b", "big", "2.5");
    }
    for (CompareOperator op : List.of(CompareOperator.EQUAL, CompareOperator.NOT_EQUAL)) {
      compare(new SubstringComparator("hello"), op, "a", "c1", "hello");
      compare(new RegexStringComparator("v[24]"), op, "a", "c1", "v[24]");
      compare(new RegexStringComparator("hello.*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL), op,
          "a", "c1", "case insensitive");
      compare(new NullComparator(), op, "a", "d", "null");
      compare(new BinaryComponentComparator(b("1"), 1), op, "a", "c1", "second byte");
      for (BitComparator.BitwiseOp bits : BitComparator.BitwiseOp.values()) {
        compare(new BitComparator(b("v2"), bits), op, "a", "c1", bits + " v2");
      }
    }
    RegexStringComparator joni =
        new RegexStringComparator("^v\\d$", RegexStringComparator.EngineType.JONI);
    joni.setCharset(StandardCharsets.UTF_8);
    compare(joni, CompareOperator.EQUAL, "a", "c1", "joni");
    compare(new RegexStringComparator("(?<!H)ell|^(v)(?=2)"), CompareOperator.EQUAL, "a", "c1",
        "look around");
    compare(new BinaryComparator(b("")), CompareOperator.GREATER, "a", "d", "empty");
  }

  private FilterCases() {}
}
