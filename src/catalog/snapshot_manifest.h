// SnapshotManifest: what a snapshot's folder says about itself, and its bytes
// (docs/formats/snapshots.md). A value.
#pragma once

#include <string_view>
#include <vector>

#include "basalt/bytes.h"
#include "basalt/snapshot.h"
#include "basalt/status.h"
#include "store/family_files.h"

namespace basalt::catalog {

inline constexpr std::string_view kManifestName = "SNAPSHOT";

struct SnapshotManifest {
  explicit SnapshotManifest(SnapshotDescription its_description)
      : description(std::move(its_description)) {}

  SnapshotDescription description;
  // One for each of the table's, in their order.
  std::vector<store::FamilyFiles> families;

  Bytes Encode() const;
  // kCorruption for anything Encode did not write; kNewerFormat.
  static Result<SnapshotManifest> Decode(BytesView bytes);
};

}  // namespace basalt::catalog
