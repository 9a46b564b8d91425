package basalt.clients.diff;

import basalt.clients.FilterCases;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.filter.*;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter.RowRange;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;

/** Filters of every class with arguments near the data, lists of them to a small depth. */
final class RandomFilters {
  private final Random random;
  private final Words words;
  private final boolean reversed;
  private StringBuilder text;

  RandomFilters(Random random, Words words, boolean reversed) {
    this.random = random;
    this.words = words;
    this.reversed = reversed;
  }

  /** A filter; what it is goes to the text. */
  Filter make(int depth, StringBuilder description) {
    text = description;
    return filter(depth);
  }

  private <T extends Filter> T say(T filter, Object... arguments) {
    text.append(filter.getClass().getSimpleName()).append('(');
    for (int i = 0; i < arguments.length; i++) {
      Object argument = arguments[i];
      text.append(i == 0 ? "" : ",")
          .append(argument instanceof byte[] ? Bytes.toStringBinary((byte[]) argument)
                                             : String.valueOf(argument));
    }
    text.append(')');
    return filter;
  }

  private CompareOperator op() {
    return CompareOperator.values()[random.nextInt(6)];
  }

  private ByteArrayComparable comparator(byte[] word) {
    switch (random.nextInt(9)) {
      case 0:
        return new BinaryPrefixComparator(word);
      case 1:
        return new SubstringComparator(
            Bytes.toString(word).isEmpty() ? "1" : Bytes.toString(word).substring(0, 1));
      case 2:
        return new RegexStringComparator("[a-c" + random.nextInt(9) + "]+$");
      case 3:
        return new BitComparator(word, BitComparator.BitwiseOp.values()[random.nextInt(3)]);
      case 4:
        return new NullComparator();
      default:
        return new BinaryComparator(word);
    }
  }

  private static String say(ByteArrayComparable comparator) {
    return comparator.getClass().getSimpleName() + ":"
        + (comparator.getValue() == null ? "null" : Bytes.toStringBinary(comparator.getValue()));
  }

  private Filter filter(int depth) {
    if (depth > 0 && random.nextInt(3) == 0) {
      return list(depth);
    }
    switch (random.nextInt(27)) {
      case 0:
        return column(false);
      case 1:
        return column(true);
      case 2:
        return compare(0);
      case 3:
        return compare(1);
      case 4:
        return compare(2);
      case 5:
        return compare(3);
      case 6:
        return prefix();
      case 7: {
        byte[] prefix = words.prefixOf(words.qualifier());
        return say(new ColumnPrefixFilter(prefix), prefix);
      }
      case 8: {
        byte[] one = words.qualifier();
        byte[] two = words.prefixOf(words.qualifier());
        if (Bytes.equals(one, two)) {
          return say(new ColumnPrefixFilter(one), one);
        }
        return say(new MultipleColumnPrefixFilter(new byte[][] {one, two}), one, two);
      }
      case 9: {
        byte[] one = words.qualifier();
        byte[] two = words.qualifier();
        boolean first = random.nextBoolean();
        boolean last = random.nextBoolean();
        return say(new ColumnRangeFilter(one, first, two, last), one, first, two, last);
      }
      case 10: {
        int limit = 1 + random.nextInt(3);
        int offset = random.nextInt(3);
        return say(new ColumnPaginationFilter(limit, offset), limit, offset);
      }
      case 11: {
        byte[] from = words.qualifier();
        int limit = 1 + random.nextInt(3);
        return say(new ColumnPaginationFilter(limit, from), limit, from);
      }
      case 12: {
        int count = 1 + random.nextInt(4);
        return say(new ColumnCountGetFilter(count), count);
      }
      case 13:
        return say(new FirstKeyOnlyFilter());
      case 14: {
        boolean lengths = random.nextBoolean();
        return say(new KeyOnlyFilter(lengths), lengths);
      }
      case 15: {
        int rows = 1 + random.nextInt(4);
        return say(new PageFilter(rows), rows);
      }
      case 16: {
        byte[] stop = words.row();
        return say(new InclusiveStopFilter(stop), stop);
      }
      case 17:
        return timestamps();
      case 18:
        return fuzzy();
      case 19:
        return ranges();
      case 20:
        return dependent();
      case 21: {
        TreeSet<byte[]> names = new TreeSet<>(Bytes.BYTES_COMPARATOR);
        names.add(words.qualifier());
        names.add(words.qualifier());
        List<String> shown = new ArrayList<>();
        names.forEach(name -> shown.add(Bytes.toString(name)));
        return say(FilterCases.matchingQualifiers(names), shown);
      }
      case 22: {
        float chance = random.nextBoolean() ? 2 : -1;
        return say(new RandomRowFilter(chance), chance);
      }
      case 23: {
        text.append("Skip[");
        Filter inner = filter(0);
        text.append(']');
        return new SkipFilter(inner);
      }
      case 24: {
        text.append("While[");
        Filter inner = filter(0);
        text.append(']');
        return new WhileMatchFilter(inner);
      }
      case 25: {
        byte[] family = words.family();
        byte[] qualifier = words.qualifier();
        CompareOperator op = op();
        ByteArrayComparable comparator = comparator(words.value());
        return say(new ColumnValueFilter(family, qualifier, op, comparator), family, qualifier, op,
            say(comparator));
      }
      default:
        return prefix();
    }
  }

  private Filter prefix() {
    byte[] prefix = words.prefixOf(words.row());
    return say(new PrefixFilter(prefix), prefix);
  }

  private Filter column(boolean exclude) {
    byte[] family = words.family();
    byte[] qualifier = words.qualifier();
    CompareOperator op = op();
    ByteArrayComparable comparator = random.nextInt(8) == 0 ? number() : comparator(words.value());
    SingleColumnValueFilter filter = exclude
        ? new SingleColumnValueExcludeFilter(family, qualifier, op, comparator)
        : new SingleColumnValueFilter(family, qualifier, op, comparator);
    boolean missing = random.nextBoolean();
    boolean latest = random.nextBoolean();
    filter.setFilterIfMissing(missing);
    filter.setLatestVersionOnly(latest);
    return say(filter, family, qualifier, op, say(comparator), missing, latest);
  }

  /** Values are texts: these comparators read the first bytes, or fail on short ones. */
  private ByteArrayComparable number() {
    return random.nextBoolean() ? new BinaryComparator(words.value())
                                : new BigDecimalComparator(new BigDecimal("1.5"));
  }

  private Filter compare(int kind) {
    CompareOperator op = op();
    byte[] word = kind == 0 ? words.row()
        : kind == 1         ? words.qualifier()
        : kind == 2         ? words.value()
                            : words.family();
    // Past the end of a short word this comparator only fails, so it is asked of rows alone.
    ByteArrayComparable comparator = kind == 0 && random.nextInt(5) == 0
        ? new BinaryComponentComparator(words.prefixOf(word), 0)
        : comparator(word);
    Filter filter = kind == 0 ? new RowFilter(op, comparator)
        : kind == 1           ? new QualifierFilter(op, comparator)
        : kind == 2           ? new ValueFilter(op, comparator)
                              : new FamilyFilter(op, comparator);
    return say(filter, op, say(comparator));
  }

  private Filter timestamps() {
    List<Long> times = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      times.add((long) words.time());
    }
    boolean hint = random.nextBoolean();
    return say(new TimestampsFilter(times, hint), times, hint);
  }

  private Filter fuzzy() {
    // Backward over rows of unequal length Apache HBase's own filter never comes to an end.
    if (reversed) {
      return prefix();
    }
    byte[] row = words.row();
    byte[] mask = new byte[row.length];
    mask[random.nextInt(mask.length)] = 1;
    String shown = Bytes.toStringBinary(row) + "/" + Bytes.toStringBinary(mask);
    return say(new FuzzyRowFilter(List.of(new Pair<>(row, mask))), shown);
  }

  private Filter ranges() {
    List<RowRange> ranges = new ArrayList<>();
    TreeSet<String> ends = new TreeSet<>();
    while (ends.size() < 4) {
      ends.add(Bytes.toString(words.row()));
    }
    String[] keys = ends.toArray(new String[0]);
    boolean one = random.nextBoolean();
    boolean two = random.nextBoolean();
    ranges.add(new RowRange(keys[0], one, keys[1], two));
    ranges.add(new RowRange(keys[2], two, keys[3], one));
    return say(new MultiRowRangeFilter(ranges), ends, one, two);
  }

  private Filter dependent() {
    byte[] family = words.family();
    byte[] qualifier = words.qualifier();
    boolean drop = random.nextBoolean();
    if (random.nextBoolean()) {
      return say(new DependentColumnFilter(family, qualifier, drop), family, qualifier, drop);
    }
    CompareOperator op = op();
    ByteArrayComparable comparator = comparator(words.value());
    return say(new DependentColumnFilter(family, qualifier, drop, op, comparator), family,
        qualifier, drop, op, say(comparator));
  }

  private Filter list(int depth) {
    FilterList.Operator operator = random.nextBoolean() ? FilterList.Operator.MUST_PASS_ALL
                                                        : FilterList.Operator.MUST_PASS_ONE;
    text.append(operator == FilterList.Operator.MUST_PASS_ALL ? "And[" : "Or[");
    List<Filter> filters = new ArrayList<>();
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      text.append(i == 0 ? "" : " ");
      filters.add(filter(depth - 1));
    }
    text.append(']');
    return new FilterList(operator, filters);
  }
}
