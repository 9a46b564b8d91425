package basalt.clients;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.ipc.RemoteException;

/** Results and exceptions as short text, so that an expectation is one string. */
public final class Text {
  private Text() {}

  public static byte[] b(String text) {
    return Bytes.toBytes(text);
  }

  /** family:qualifier@timestamp=value; a marker has !type instead of a value. */
  public static String show(Cell cell) {
    String column = Bytes.toStringBinary(CellUtil.cloneFamily(cell)) + ":"
        + Bytes.toStringBinary(CellUtil.cloneQualifier(cell)) + "@" + cell.getTimestamp();
    if (cell.getType() != Cell.Type.Put) {
      return column + "!" + cell.getType();
    }
    return column + "=" + Bytes.toStringBinary(CellUtil.cloneValue(cell));
  }

  /** The row and its cells, or "-" when there are none. */
  public static String show(Result result) {
    if (result == null) {
      return "null";
    }
    if (result.isEmpty()) {
      return "-";
    }
    StringBuilder text = new StringBuilder(Bytes.toStringBinary(result.getRow()));
    for (Cell cell : result.rawCells()) {
      text.append(' ').append(show(cell));
    }
    return text.toString();
  }

  /** All results, in order, with " | " between them. */
  public static String show(Iterable<Result> results) {
    List<String> parts = new ArrayList<>();
    for (Result result : results) {
      parts.add(show(result));
    }
    return String.join(" | ", parts);
  }

  public static String show(Result[] results) {
    return show(List.of(results));
  }

  /** The rows alone. */
  public static String rows(Iterable<Result> results) {
    List<String> parts = new ArrayList<>();
    for (Result result : results) {
      parts.add(Bytes.toStringBinary(result.getRow()));
    }
    return String.join(" ", parts);
  }

  public static String values(Result result) {
    List<String> parts = new ArrayList<>();
    for (Cell cell : result.rawCells()) {
      parts.add(Bytes.toStringBinary(CellUtil.cloneValue(cell)));
    }
    return String.join(" ", parts);
  }

  /** What the server said, without what the client wrapped around it. */
  public static Throwable cause(Throwable thrown) {
    while (true) {
      Throwable inner = null;
      if (thrown instanceof RetriesExhaustedWithDetailsException) {
        inner = ((RetriesExhaustedWithDetailsException) thrown).getCause(0);
      } else if (thrown instanceof ExecutionException || thrown instanceof CompletionException
          || thrown instanceof RetriesExhaustedException
          || thrown instanceof UncheckedIOException) {
        inner = thrown.getCause();
      } else if (thrown instanceof RemoteException) {
        inner = ((RemoteException) thrown).unwrapRemoteException();
      }
      if (inner == null || inner == thrown) {
        return thrown;
      }
      thrown = inner;
    }
  }

  /** Something that may throw. */
  public interface Call {
    void run() throws Exception;
  }

  /** The class the call failed with, or "nothing". */
  public static String thrown(Call call) {
    try {
      call.run();
    } catch (Throwable t) {
      return cause(t).getClass().getSimpleName();
    }
    return "nothing";
  }

  /** The message the call failed with, its first line only. */
  public static String message(Call call) {
    try {
      call.run();
    } catch (Throwable t) {
      return String.valueOf(cause(t).getMessage()).split("\n")[0];
    }
    return "nothing";
  }
}
