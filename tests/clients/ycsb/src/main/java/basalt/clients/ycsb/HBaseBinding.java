package basalt.clients.ycsb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/** YCSB's operations by hbase-client: a record is a row, its fields are columns of one family. */
public final class HBaseBinding extends DB {
  private static final byte[] FAMILY = bytes("family");
  private static final Object LOCK = new Object();
  /** Of all of YCSB's threads; each has a binding of its own. */
  private static Connection connection;
  private static int users;

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** What an operation does with its table. */
  private interface Operation {
    Status on(Table table) throws IOException;
  }

  private static Status with(String table, Operation operation) {
    try (Table open = connection.getTable(TableName.valueOf(table))) {
      return operation.on(open);
    } catch (IOException e) {
      System.err.println(e);
      return Status.ERROR;
    }
  }

  @Override
  public void init() throws DBException {
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.zookeeper.quorum", "127.0.0.1");
    conf.set("hbase.zookeeper.property.clientPort", getProperties().getProperty("zookeeper.port"));
    synchronized (LOCK) {
      try {
        if (users++ == 0) {
          connection = ConnectionFactory.createConnection(conf);
        }
      } catch (IOException e) {
        throw new DBException(e);
      }
    }
  }

  @Override
  public void cleanup() throws DBException {
    synchronized (LOCK) {
      try {
        if (--users == 0) {
          connection.close();
        }
      } catch (IOException e) {
        throw new DBException(e);
      }
    }
  }

  private static void collect(Result row, Map<String, ByteIterator> fields) {
    for (Cell cell : row.rawCells()) {
      fields.put(new String(CellUtil.cloneQualifier(cell), StandardCharsets.UTF_8),
          new ByteArrayByteIterator(CellUtil.cloneValue(cell)));
    }
  }

  @Override
  public Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    Get get = new Get(bytes(key)).addFamily(FAMILY);
    if (fields != null) {
      fields.forEach(field -> get.addColumn(FAMILY, bytes(field)));
    }
    return with(table, open -> {
      Result row = open.get(get);
      collect(row, result);
      return row.isEmpty() ? Status.NOT_FOUND : Status.OK;
    });
  }

  @Override
  public Status scan(String table, String start, int count, Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    Scan scan = new Scan().withStartRow(bytes(start)).setLimit(count).addFamily(FAMILY);
    if (fields != null) {
      fields.forEach(field -> scan.addColumn(FAMILY, bytes(field)));
    }
    return with(table, open -> {
      try (ResultScanner rows = open.getScanner(scan)) {
        for (Result row : rows) {
          HashMap<String, ByteIterator> found = new HashMap<>();
          collect(row, found);
          result.add(found);
        }
      }
      return Status.OK;
    });
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    Put put = new Put(bytes(key));
    values.forEach((field, value) -> put.addColumn(FAMILY, bytes(field), value.toArray()));
    return with(table, open -> {
      open.put(put);
      return Status.OK;
    });
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    return update(table, key, values);
  }

  @Override
  public Status delete(String table, String key) {
    return with(table, open -> {
      open.delete(new Delete(bytes(key)));
      return Status.OK;
    });
  }
}
