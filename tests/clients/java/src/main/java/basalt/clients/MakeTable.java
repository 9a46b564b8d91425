package basalt.clients;

import org.apache.hadoop.hbase.TableName;

/** Makes the table (family d, five versions, split at "m") for clients that cannot. */
public final class MakeTable {
  private MakeTable() {}

  public static void main(String[] arguments) throws Exception {
    Cluster.create(Cluster.descriptor(TableName.valueOf(arguments[0]), "d").build(), "m");
    Cluster.close();
  }
}
