package basalt.oracle;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Paths;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.FilterProtos;
import org.apache.hadoop.hbase.util.Bytes;

/** Executes a script of tests/filters on HBase: FilterMain DIRECTORY SCRIPT ANSWERS. */
public final class FilterMain {
  private final MiniHBase hbase;
  private final Connection connection;
  private Table table;
  private int tables;
  private boolean flushed;

  private FilterMain(MiniHBase hbase, Connection connection) {
    this.hbase = hbase;
    this.connection = connection;
  }

  public static void main(String[] args) throws Exception {
    MiniHBase hbase = new MiniHBase(new File(args[0]));
    try (Connection connection = ConnectionFactory.createConnection(hbase.configuration());
      PrintWriter answers = new PrintWriter(args[2], "UTF-8")) {
      FilterMain executor = new FilterMain(hbase, connection);
      for (String line : Files.readAllLines(Paths.get(args[1]))) {
        answers.println(line);
        executor.execute(line.split(" "), answers);
      }
    }
    hbase.close();
    System.exit(0);
  }

  private static byte[] read(String word) {
    return word.equals("-") ? new byte[0] : Bytes.toBytesBinary(word);
  }

  private static String print(byte[] bytes) {
    return bytes.length == 0 ? "-" : Bytes.toStringBinary(bytes);
  }

  private static byte[] fromHex(String hex) {
    byte[] bytes = new byte[hex.length() / 2];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
    }
    return bytes;
  }

  private void execute(String[] words, PrintWriter answers) throws IOException {
    switch (words[0]) {
      case "table":
        newTable();
        break;
      case "put":
        table.put(new Put(read(words[1])).addColumn(read(words[2]), read(words[3]),
          Long.parseLong(words[4]), read(words[5])));
        break;
      case "scan":
        // Every second table is read from files.
        if (!flushed && tables % 2 == 0) {
          hbase.flush(table.getName());
        }
        flushed = true;
        answer(words, answers);
        break;
      default:
        throw new IOException("cannot understand: " + words[0]);
    }
  }

  private void newTable() throws IOException {
    TableName name = TableName.valueOf("filters" + ++tables);
    TableDescriptorBuilder descriptor = TableDescriptorBuilder.newBuilder(name);
    for (String family : new String[] { "f", "g" }) {
      descriptor.setColumnFamily(
        ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(family)).setMaxVersions(3).build());
    }
    connection.getAdmin().createTable(descriptor.build());
    table = connection.getTable(name);
    flushed = false;
  }

  private void answer(String[] words, PrintWriter answers) {
    StringBuilder cells = new StringBuilder();
    try (ResultScanner scanner = table.getScanner(scan(words))) {
      for (Result row : scanner) {
        for (Cell cell : row.rawCells()) {
          cells.append("  ").append(print(CellUtil.cloneRow(cell))).append(' ')
            .append(print(CellUtil.cloneFamily(cell))).append(' ')
            .append(print(CellUtil.cloneQualifier(cell))).append(' ').append(cell.getTimestamp())
            .append(' ').append(print(CellUtil.cloneValue(cell))).append('\n');
        }
      }
      answers.print(cells);
    } catch (Exception e) {
      // Null pointers and bad indexes inside of HBase, mostly.
      answers.println("  error");
    }
  }

  private static Scan scan(String[] words) throws IOException {
    Scan scan = new Scan().setReversed(words[1].equals("backward"))
      .readVersions(Integer.parseInt(words[2])).setLoadColumnFamiliesOnDemand(false);
    if (!words[3].equals("-")) {
      for (String column : words[3].split(",")) {
        int colon = column.indexOf(':');
        if (colon < 0) {
          scan.addFamily(Bytes.toBytes(column));
        } else {
          scan.addColumn(Bytes.toBytes(column.substring(0, colon)),
            Bytes.toBytes(column.substring(colon + 1)));
        }
      }
    }
    if (!words[4].equals("-1")) {
      scan.setMaxResultsPerColumnFamily(Integer.parseInt(words[4]));
      scan.setRowOffsetPerColumnFamily(Integer.parseInt(words[5]));
    }
    if (!words[6].equals("-")) {
      scan.withStartRow(read(words[6]));
    }
    return scan
      .setFilter(ProtobufUtil.toFilter(FilterProtos.Filter.parseFrom(fromHex(words[7]))));
  }
}
