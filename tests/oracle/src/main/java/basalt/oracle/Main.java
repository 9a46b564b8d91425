package basalt.oracle;

import java.io.BufferedOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * Starts HBase on a directory and answers scripts.
 *
 * <p>Arguments: the directory, then pairs of a script and the file its answers go to. The scripts
 * use tables of different names, or one would find the other's data.
 */
public final class Main {
  private Main() {
  }

  public static void main(String[] args) throws Exception {
    if (args.length < 3 || args.length % 2 == 0) {
      System.err.println("usage: Main DIRECTORY SCRIPT ANSWERS [SCRIPT ANSWERS]...");
      System.exit(2);
    }
    ScriptClock clock = new ScriptClock();
    EnvironmentEdgeManager.injectEdge(clock);
    long started = System.nanoTime();
    MiniHBase hbase = new MiniHBase(new File(args[0]));
    System.err.printf("oracle: HBase is up after %.1f s%n", (System.nanoTime() - started) / 1e9);
    for (int i = 1; i < args.length; i += 2) {
      try (PrintStream out = new PrintStream(
        new BufferedOutputStream(new FileOutputStream(args[i + 1])), false, "UTF-8");
        Executor executor = new Executor(hbase, clock, out)) {
        for (String line : Files.readAllLines(Paths.get(args[i]), StandardCharsets.UTF_8)) {
          executor.run(line);
        }
      }
    }
    System.err.printf("oracle: HBase has answered after %.1f s%n",
      (System.nanoTime() - started) / 1e9);
    // The directory is thrown away: an orderly shutdown would only cost time.
    System.err.flush();
    Runtime.getRuntime().halt(0);
  }
}
