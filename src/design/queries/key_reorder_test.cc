#include "design/queries/key_reorder.h"

#include <gtest/gtest.h>

#include "keys/random_schema.h"

namespace basalt::design {
namespace {

using keys::Schema;

TEST(KeyReorder, KeepsWhatBelongsTogether) {
  const auto reordered = [](std::string_view text, const std::vector<size_t>& order,
                            const std::set<size_t>& given) {
    const auto schema = Reordered(Schema(text), order, given, true);
    return schema ? schema->text() : "nothing";
  };
  EXPECT_EQ(reordered("salt(4) a:u8 b:u8", {1}, {1}), "salt(4) b:u8 a:u8");
  EXPECT_EQ(reordered("hash(a, 4, hex) '_' a:u8 b:u8", {1}, {1}), "hash(b, 4, hex) '_' b:u8 a:u8");
  EXPECT_EQ(reordered("hash(a, 4) a:u8 b:u8", {1}, {}), "salt(16, phoenix) b:u8 a:u8");
  EXPECT_EQ(reordered("'x' a:text bucket(ts, 4) ts:millis b:u8", {1}, {1}),
            "'x' bucket(ts, 4) ts:millis a:text b:u8");
  EXPECT_EQ(reordered("a:text '/' window(ts, 1h) b:u8 ts:millis", {1}, {}),
            "salt(16, phoenix) window(ts, 1h) a:text '/' b:u8 ts:millis");
  EXPECT_EQ(reordered("a:text b:u8 ts:millis", {2}, {}), "salt(16, phoenix) ts:millis a:text b:u8");
  EXPECT_EQ(reordered("salt(4) '-' salt(2) a:u8 salt(3) b:u8", {1}, {}),
            "salt(4) '-' salt(2) b:u8 a:u8 salt(3)");
  EXPECT_EQ(reordered("a:u8 '-' b:u8 '-'", {1}, {}), "b:u8 '-' a:u8 '-'");
}

}  // namespace
}  // namespace basalt::design
