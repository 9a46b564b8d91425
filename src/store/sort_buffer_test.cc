#include "store/sort_buffer.h"

#include <map>
#include <random>
#include <string>

#include <gtest/gtest.h>

namespace basalt::store {
namespace {

TEST(SortBuffer, SortsAsAMapDoes) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    SortBuffer buffer;
    std::map<Bytes, Bytes> expected;
    const std::string prefix(random() % 12, 'p');
    for (unsigned i = 0; i < random() % 300; ++i) {
      Bytes key = prefix;
      for (unsigned j = 0; j < random() % 12; ++j) key += static_cast<char>(random() % 4);
      const Bytes value(random() % 20, static_cast<char>(random()));
      buffer.Add(key, value);
      expected[key] = value;
    }
    buffer.Sort();
    std::map<Bytes, Bytes> found;
    for (size_t i = 0; i < buffer.size(); ++i) {
      if (i > 0) {
        ASSERT_LT(buffer.key(i - 1), buffer.key(i));
      }
      found[Bytes(buffer.key(i))] = buffer.value(i);
    }
    ASSERT_EQ(found, expected);
    ASSERT_EQ(buffer.size(), expected.size());
  }
}

TEST(SortBuffer, CountsItsMemory) {
  SortBuffer buffer;
  EXPECT_EQ(buffer.bytes(), 0U);
  buffer.Add("key", Bytes(5'000'000, 'x'));
  EXPECT_GE(buffer.bytes(), 5'000'000U);
  buffer.Sort();
  EXPECT_EQ(buffer.value(0).size(), 5'000'000U);
}

}  // namespace
}  // namespace basalt::store
