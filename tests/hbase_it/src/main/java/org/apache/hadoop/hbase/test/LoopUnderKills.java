package org.apache.hadoop.hbase.test;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The loop of IntegrationTestBigLinkedList, whose rows are written while somebody kills the server
 * and read in peace: to find its regions' sizes MapReduce makes calls that HBase's client does not
 * repeat. In this package because the loop is not public.
 *
 * <p>Before it reads it makes the file "reading" in the directory and waits for "still", which tells
 * that the server was killed and started once more and will be left alone.
 */
public final class LoopUnderKills extends IntegrationTestBigLinkedList.Loop {
  private final Path directory;

  public LoopUnderKills(String directory) {
    this.directory = Path.of(directory);
    it = new IntegrationTestBigLinkedList();
  }

  @Override
  protected void runVerify(String output, int reducers, long expected) throws Exception {
    Path reading = Files.createFile(directory.resolve("reading"));
    while (!Files.exists(directory.resolve("still"))) {
      Thread.sleep(50);
    }
    super.runVerify(output, reducers, expected);
    Files.delete(reading);
  }
}
