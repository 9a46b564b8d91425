#include "catalog/snapshot_manifest.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/crc32c.h"
#include "catalog/test_catalog.h"

namespace basalt::catalog {
namespace {

SnapshotManifest Example() {
  SnapshotDescription description(Descriptor("ns:t"));
  description.name = "snap";
  description.type = SnapshotType::kSkipFlush;
  description.creation_time_ms = 1'700'000'000'000;
  description.ttl_seconds = 60;
  description.owner = "me";
  description.splits = {"b", Bytes("\0\xff", 2)};
  SnapshotManifest manifest(std::move(description));
  manifest.families.push_back({{{"0-000012.sst", 6, 1234, 5, 99, "a", "z", 0xFFFFFFFF},
                                {"0-000013.sst", 0, 1, 100, 100, "", "", std::nullopt}},
                               true});
  return manifest;
}

TEST(SnapshotManifest, ComesBackAsItWas) {
  const SnapshotManifest example = Example();
  const auto decoded = SnapshotManifest::Decode(example.Encode());
  ASSERT_TRUE(decoded.ok()) << decoded.status().ToString();
  EXPECT_EQ(decoded->Encode(), example.Encode());
  EXPECT_EQ(decoded->description.table, example.description.table);
  EXPECT_EQ(decoded->description.splits, example.description.splits);
  EXPECT_EQ(decoded->description.bytes, 1235);
  EXPECT_EQ(decoded->description.file_count, 2);
  EXPECT_EQ(decoded->families[0].files[0].checksum, 0xFFFFFFFF);
  EXPECT_FALSE(decoded->families[0].files[1].checksum);
}

TEST(SnapshotManifest, EveryCutAndEveryChangeIsSeen) {
  const Bytes good = Example().Encode();
  for (size_t length = 0; length < good.size(); ++length) {
    EXPECT_EQ(SnapshotManifest::Decode(good.substr(0, length)).status().code(),
              StatusCode::kCorruption);
    Bytes changed = good;
    changed[length] = static_cast<char>(changed[length] ^ 1);
    EXPECT_EQ(SnapshotManifest::Decode(changed).status().code(), StatusCode::kCorruption) << length;
  }
}

// A manifest that was made by hand, with a checksum to go with it.
Bytes Sealed(const Bytes& body) { return body + fmt::format("{:08x}", base::Crc32c(body)); }

TEST(SnapshotManifest, NewerFormatsAndWaysOutOfTheFolder) {
  const Bytes good = Example().Encode();
  Bytes newer = good.substr(0, good.size() - 8);
  newer[std::string_view("basalt snapshot\n").size()] = 2;
  EXPECT_EQ(SnapshotManifest::Decode(Sealed(newer)).status().code(), StatusCode::kNewerFormat);

  for (const char* name : {"../000012.sst", ".", "", "a/b"}) {
    SnapshotManifest manifest = Example();
    manifest.families[0].files[0].name = name;
    EXPECT_EQ(SnapshotManifest::Decode(manifest.Encode()).status().code(), StatusCode::kCorruption)
        << name;
  }
  SnapshotManifest too_many = Example();
  too_many.families.emplace_back();
  EXPECT_EQ(SnapshotManifest::Decode(too_many.Encode()).status().code(), StatusCode::kCorruption);
}

}  // namespace
}  // namespace basalt::catalog
