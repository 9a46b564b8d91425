package basalt.clients.storm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.util.Bytes;

/** Splits and merges regions at random, flushes and compacts, and looks at what is left. */
final class Regions {
  private static final int MOST = 30;

  private final Storm storm;
  private final Random random;

  Regions(Storm storm, int number) {
    this.storm = storm;
    this.random = new Random(storm.seed * 107 + number);
  }

  void splitAndMerge(Connection connection) throws Exception {
    try (Admin admin = connection.getAdmin()) {
      while (!storm.stopping.get()) {
        List<RegionInfo> regions = admin.getRegions(storm.table);
        boolean merge = regions.size() > 1 && random.nextInt(MOST) < regions.size();
        try {
          if (merge) {
            int at = random.nextInt(regions.size() - 1);
            byte[][] names = {
              regions.get(at).getRegionName(), regions.get(at + 1).getRegionName()
            };
            admin.mergeRegionsAsync(names, false).get(30, TimeUnit.SECONDS);
            storm.merges.incrementAndGet();
          } else {
            RegionInfo region = regions.get(random.nextInt(regions.size()));
            byte[] row = random.nextInt(4) == 0 ? null : between(region);
            if (row != null && !Arrays.equals(row, region.getStartKey())) {
              admin.splitRegionAsync(region.getRegionName(), row).get(30, TimeUnit.SECONDS);
            } else {
              admin.splitRegionAsync(region.getRegionName()).get(30, TimeUnit.SECONDS);
            }
            storm.splits.incrementAndGet();
          }
        } catch (ExecutionException | java.io.IOException problem) {
          // Somebody else was faster, or the region has nothing to be split.
          storm.refused.incrementAndGet();
        }
        Thread.sleep(random.nextInt(20));
      }
    }
  }

  /** A row of the region, of which rows may or may not begin. */
  private byte[] between(RegionInfo region) {
    for (int i = 0; i < 100; i++) {
      byte[] row = Bytes.toBytes(String.format("%08x", random.nextInt()));
      if (region.containsRow(row)) {
        return row;
      }
    }
    return null;
  }

  void flushAndCompact(Connection connection) throws Exception {
    try (Admin admin = connection.getAdmin()) {
      while (!storm.stopping.get()) {
        Thread.sleep(500 + random.nextInt(1000));
        switch (random.nextInt(4)) {
          case 0:
            admin.compact(storm.table);
            break;
          case 1:
            admin.majorCompact(storm.table);
            break;
          default:
            admin.flush(storm.table);
        }
      }
    }
  }

  /** The regions cover all rows, once. */
  void verify(Connection connection) throws Exception {
    List<RegionInfo> regions;
    try (Admin admin = connection.getAdmin()) {
      regions = new ArrayList<>(admin.getRegions(storm.table));
    }
    regions.sort((a, b) -> Bytes.compareTo(a.getStartKey(), b.getStartKey()));
    byte[] covered = new byte[0];
    for (int i = 0; i < regions.size(); i++) {
      RegionInfo region = regions.get(i);
      if (!Arrays.equals(region.getStartKey(), covered)) {
        storm.fail("a hole or an overlap before " + region.getRegionNameAsString());
      }
      covered = region.getEndKey();
      if (covered.length == 0 && i + 1 < regions.size()) {
        storm.fail("regions after the last: " + region.getRegionNameAsString());
      }
    }
    if (regions.isEmpty() || covered.length != 0) {
      storm.fail("no region at the end");
    }
  }
}
