package basalt.clients.diff;

import static basalt.clients.Text.b;

import java.util.Arrays;
import java.util.Random;

/** Rows, columns, values and times from sets so small that they meet often. */
final class Words {
  private static final String[] ROWS = {"a", "aa", "ab", "b", "ba", "c1", "c2", "d", "m", "m1", "n",
      "p9", "q", "r1", "r2", "r3", "s", "t", "tt", "z"};
  private static final String[] QUALIFIERS = {"", "a", "a1", "ab", "b", "b2", "c", "c1"};
  private static final String[] VALUES = {"", "0", "1", "12", "a", "a1", "abc", "b", "c2", "zz"};
  private final Random random;
  private final String[] families;

  Words(Random random, String... families) {
    this.random = random;
    this.families = families;
  }

  private byte[] pick(String[] words) {
    return b(words[random.nextInt(words.length)]);
  }

  byte[] row() {
    return pick(ROWS);
  }

  byte[] qualifier() {
    return pick(QUALIFIERS);
  }

  byte[] value() {
    return pick(VALUES);
  }

  byte[] family() {
    return pick(families);
  }

  int time() {
    return 1 + random.nextInt(12);
  }

  byte[] prefixOf(byte[] word) {
    return word.length < 2 || random.nextBoolean() ? word : Arrays.copyOf(word, 1);
  }
}
