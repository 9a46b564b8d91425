package basalt.oracle;

import org.apache.hadoop.hbase.util.EnvironmentEdge;

/**
 * The clock HBase reads. While a script's operations run it stands still at the time the script
 * says, so that timestamps and expiry are exact; while tables are created or altered it runs,
 * because HBase's procedures wait for time to pass.
 */
final class ScriptClock implements EnvironmentEdge {
  /** What the scripts call T. Also the time at which the cluster starts. */
  static final long T = 2_000_000_000_000L;

  private boolean running = true;
  private long base = T;
  private long startedNanos = System.nanoTime();

  @Override
  public synchronized long currentTime() {
    return running ? base + (System.nanoTime() - startedNanos) / 1_000_000 : base;
  }

  synchronized void freezeAt(long time) {
    running = false;
    base = time;
  }

  synchronized void run() {
    base = currentTime();
    startedNanos = System.nanoTime();
    running = true;
  }
}
