package basalt.oracle;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.ipc.RemoteException;

/** Runs script lines on HBase and prints each line and its answers. */
final class Executor implements AutoCloseable {
  // One block per file: within a block HBase's scanners seek, across blocks they may skip cells
  // instead, and then lose family markers behind cells of the empty qualifier.
  private static final int ONE_BLOCK = 16 << 20;

  private final MiniHBase hbase;
  private final ScriptClock clock;
  private final PrintStream out;
  private final Connection connection;
  private long now = ScriptClock.T;

  Executor(MiniHBase hbase, ScriptClock clock, PrintStream out) throws IOException {
    this.hbase = hbase;
    this.clock = clock;
    this.out = out;
    connection = ConnectionFactory.createConnection(hbase.configuration());
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }

  void run(String line) {
    if (line.isEmpty() || line.startsWith("//")) {
      return;
    }
    out.println(line);
    Parser words = new Parser(line);
    String word = words.word();
    now++;
    if (word.startsWith("@")) {
      now = ScriptClock.T + Long.parseLong(word.substring(1));
      word = words.word();
    }
    if (word.startsWith("#")) {
      word = words.word();
    }
    clock.freezeAt(now);
    try {
      execute(word, words);
    } catch (IllegalStateException broken) {
      throw broken;
    } catch (Exception e) {
      printError("  ", e);
    }
  }

  private void execute(String command, Parser words) throws Exception {
    switch (command) {
      case "advance":
        now += Long.parseLong(words.word());
        return;
      case "reopen":
        return;
      case "create":
      case "alter":
        clock.run();
        define(command, words);
        return;
      default:
    }
    TableName name = TableName.valueOf(words.word());
    if (command.equals("flush")) {
      hbase.flush(name);
      return;
    }
    if (command.equals("major")) {
      hbase.majorCompact(name);
      return;
    }
    try (Table table = connection.getTable(name)) {
      operate(table, command, words);
    }
  }

  private void define(String command, Parser words) throws IOException {
    TableName name = TableName.valueOf(words.word());
    List<ColumnFamilyDescriptor> families = new ArrayList<>();
    while (!words.done()) {
      String[] parts = words.word().split(",");
      ColumnFamilyDescriptorBuilder family =
        ColumnFamilyDescriptorBuilder.newBuilder(Text.bytes(parts[0])).setBlocksize(ONE_BLOCK);
      for (int i = 1; i < parts.length; i++) {
        int equals = parts[i].indexOf('=');
        family.setValue(parts[i].substring(0, equals), parts[i].substring(equals + 1));
      }
      families.add(family.build());
    }
    if (command.equals("create")) {
      connection.getAdmin().createTable(
        TableDescriptorBuilder.newBuilder(name).setColumnFamilies(families).build());
      return;
    }
    TableDescriptorBuilder table =
      TableDescriptorBuilder.newBuilder(connection.getAdmin().getDescriptor(name));
    for (ColumnFamilyDescriptor family : families) {
      table.modifyColumnFamily(family);
    }
    connection.getAdmin().modifyTable(table.build());
  }

  private void operate(Table table, String command, Parser words) throws Exception {
    switch (command) {
      case "put":
        table.put((Put) words.mutation("put", words.bytes()));
        break;
      case "delete":
        table.delete((Delete) words.mutation("delete", words.bytes()));
        break;
      case "incr":
        print("", table.increment((Increment) words.mutation("incr", words.bytes())));
        break;
      case "append":
        print("", table.append((Append) words.mutation("append", words.bytes())));
        break;
      case "mutate": {
        Result result = table.mutateRow(words.rowMutations(words.bytes()));
        if (result != null && !result.isEmpty()) {
          print("", result);
        }
        break;
      }
      case "check":
        check(table, words);
        break;
      case "batch":
        batch(table, words);
        break;
      case "get":
        print("", table.get(words.get(words.bytes())));
        break;
      case "exists":
        out.println("  " + table.exists(words.get(words.bytes())));
        break;
      case "scan":
        scan(table, words);
        break;
      default:
        throw new IllegalStateException("unknown command " + command);
    }
  }

  private static CompareOperator operator(String text) {
    switch (text) {
      case "<":
        return CompareOperator.LESS;
      case "<=":
        return CompareOperator.LESS_OR_EQUAL;
      case "=":
        return CompareOperator.EQUAL;
      case "!=":
        return CompareOperator.NOT_EQUAL;
      case ">=":
        return CompareOperator.GREATER_OR_EQUAL;
      case ">":
        return CompareOperator.GREATER;
      default:
        throw new IllegalStateException("not an operator: " + text);
    }
  }

  private void check(Table table, Parser words) throws IOException {
    byte[] row = words.bytes();
    CheckAndMutate.Builder check = CheckAndMutate.newBuilder(row);
    Parser.Column column = new Parser.Column(words.word());
    String condition = words.word();
    if (condition.equals("absent")) {
      check.ifNotExists(column.family, column.qualifier);
    } else if (condition.equals("present")) {
      check.ifMatches(column.family, column.qualifier, CompareOperator.NOT_EQUAL, null);
    } else {
      check.ifMatches(column.family, column.qualifier, operator(condition), words.bytes());
    }
    String range = words.option("range");
    if (range != null) {
      check.timeRange(TimeRange.between(Parser.range(range)[0], Parser.range(range)[1]));
    }
    if (!words.take("then")) {
      throw new IllegalStateException("check without then");
    }
    CheckAndMutateResult result;
    Mutation first = words.mutation(row);
    if (words.done()) {
      result = table.checkAndMutate(build(check, first));
    } else {
      RowMutations all = words.rowMutations(row);
      RowMutations ordered = new RowMutations(row).add(first).add(all.getMutations());
      result = table.checkAndMutate(check.build(ordered));
    }
    out.println("  " + result.isSuccess());
    if (result.getResult() != null && !result.getResult().isEmpty()) {
      print("", result.getResult());
    }
  }

  private static CheckAndMutate build(CheckAndMutate.Builder check, Mutation mutation) {
    if (mutation instanceof Put) {
      return check.build((Put) mutation);
    }
    if (mutation instanceof Delete) {
      return check.build((Delete) mutation);
    }
    return mutation instanceof Increment
      ? check.build((Increment) mutation)
      : check.build((Append) mutation);
  }

  private void batch(Table table, Parser words) throws Exception {
    List<Row> actions = new ArrayList<>();
    while (words.take("|")) {
      String kind = words.word();
      byte[] row = words.bytes();
      switch (kind) {
        case "get":
          actions.add(words.get(row));
          break;
        case "mutate":
          actions.add(words.rowMutations(row));
          break;
        default:
          actions.add(words.mutation(kind, row));
      }
    }
    Object[] results = new Object[actions.size()];
    try {
      table.batch(actions, results);
    } catch (RetriesExhaustedWithDetailsException e) {
      // Each failure is in its place among the results.
    }
    for (int i = 0; i < results.length; i++) {
      out.println("  action " + i);
      boolean answers = !(actions.get(i) instanceof Put || actions.get(i) instanceof Delete);
      if (results[i] instanceof Throwable) {
        printError("  ", (Throwable) results[i]);
      } else if (results[i] instanceof Result
        && (answers && !(actions.get(i) instanceof RowMutations)
          || !((Result) results[i]).isEmpty())) {
        print("", (Result) results[i]);
      }
    }
  }

  private void scan(Table table, Parser words) throws IOException {
    try (ResultScanner scanner = table.getScanner(words.scan())) {
      boolean any = false;
      for (Result result : scanner) {
        any = true;
        print("", result);
      }
      if (!any) {
        out.println("  (none)");
      }
    }
  }

  private void print(String indent, Result result) {
    if (result == null || result.isEmpty()) {
      out.println(indent + "  (none)");
      return;
    }
    String start = "  - ";
    for (Cell cell : result.rawCells()) {
      out.println(indent + start + Text.cell(cell));
      start = "    ";
    }
  }

  /** The exception a user would catch, and its message on a line that comparisons leave out. */
  private void printError(String indent, Throwable error) {
    Throwable cause = error;
    while (true) {
      if (cause instanceof RetriesExhaustedWithDetailsException) {
        cause = ((RetriesExhaustedWithDetailsException) cause).getCause(0);
      } else if (cause instanceof RemoteException) {
        Throwable inner = ((RemoteException) cause).unwrapRemoteException();
        if (inner == cause) {
          break;
        }
        cause = inner;
      } else if ((cause instanceof UncheckedIOException
        || cause.getClass().getSimpleName().startsWith("RetriesExhausted"))
        && cause.getCause() != null) {
        cause = cause.getCause();
      } else {
        break;
      }
    }
    String message = String.valueOf(cause.getMessage());
    int end = message.indexOf('\n');
    message = end < 0 ? message : message.substring(0, end);
    String name = cause.getClass().getName() + ": ";
    message = message.startsWith(name) ? message.substring(name.length()) : message;
    out.println(indent + "error " + cause.getClass().getSimpleName());
    out.println(indent + "# " + (message.length() > 300 ? message.substring(0, 300) : message));
    if (!(cause instanceof IOException || cause instanceof IllegalArgumentException)) {
      error.printStackTrace();
    }
  }
}
