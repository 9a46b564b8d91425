package basalt.clients;

import java.io.IOException;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.ipc.RpcClient;
import org.apache.hadoop.hbase.ipc.RpcClientFactory;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.LockServiceProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos;
import org.apache.hbase.thirdparty.com.google.protobuf.BlockingRpcChannel;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.FileDescriptor;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.MethodDescriptor;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.ServiceDescriptor;
import org.apache.hbase.thirdparty.com.google.protobuf.DynamicMessage;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;
import org.apache.hbase.thirdparty.com.google.protobuf.TextFormat;

/** Calls below the client's API: any method of any service, one try, the server's own exception. */
final class Wire implements AutoCloseable {
  private final RpcClient client = RpcClientFactory.createClient(Cluster.configuration(), "any");
  private final ServerName master;
  private final ServerName server;

  Wire(TableName table) throws IOException {
    try (Admin admin = Cluster.admin();
         RegionLocator locator = Cluster.connection().getRegionLocator(table)) {
      HRegionLocation location = locator.getRegionLocation(new byte[0]);
      server = location.getServerName();
      master = admin.getMaster();
    }
  }

  private static FileDescriptor optional(String className) {
    try {
      return (FileDescriptor) Class
          .forName("org.apache.hadoop.hbase.shaded.protobuf.generated." + className)
          .getMethod("getDescriptor")
          .invoke(null);
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }

  /** The method, or null when this client has none of that name. */
  static MethodDescriptor method(String serviceAndMethod) {
    String[] parts = serviceAndMethod.split("\\.");
    FileDescriptor[] files = {ClientProtos.getDescriptor(), AdminProtos.getDescriptor(),
        MasterProtos.getDescriptor(), LockServiceProtos.getDescriptor(), optional("RegistryProtos"),
        optional("BootstrapNodeProtos")};
    for (FileDescriptor file : files) {
      ServiceDescriptor service = file == null ? null : file.findServiceByName(parts[0]);
      if (service != null) {
        return service.findMethodByName(parts[1]);
      }
    }
    return null;
  }

  Message call(String serviceAndMethod, String request) throws Exception {
    MethodDescriptor method = method(serviceAndMethod);
    DynamicMessage.Builder builder = DynamicMessage.newBuilder(method.getInputType());
    TextFormat.merge(request, builder);
    return call(method, builder.build());
  }

  Message call(MethodDescriptor method, Message request) throws Exception {
    String service = method.getService().getName();
    boolean toMaster =
        service.startsWith("Master") || service.startsWith("Hbck") || service.startsWith("Lock");
    BlockingRpcChannel channel =
        client.createBlockingRpcChannel(toMaster ? master : server, User.getCurrent(), 20_000);
    try {
      return channel.callBlockingMethod(
          method, null, request, DynamicMessage.getDefaultInstance(method.getOutputType()));
    } catch (ServiceException e) {
      throw e.getCause() instanceof Exception ? (Exception) e.getCause() : e;
    }
  }

  @Override
  public void close() throws IOException {
    client.close();
  }
}
