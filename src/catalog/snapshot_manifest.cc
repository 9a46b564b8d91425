#include "catalog/snapshot_manifest.h"

#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "base/crc32c.h"
#include "base/varint.h"
#include "model/descriptor_codec.h"

namespace basalt::catalog {
namespace {

constexpr std::string_view kMagic = "basalt snapshot\n";
constexpr uint64_t kManifestVersion = 1;
constexpr size_t kChecksumBytes = 8;

std::string ChecksumText(BytesView bytes) { return fmt::format("{:08x}", base::Crc32c(bytes)); }

void AppendFile(Bytes& out, const store::FamilyFile& file) {
  base::AppendText(out, file.name);
  base::AppendVarint(out, static_cast<uint64_t>(file.level));
  base::AppendVarint(out, file.bytes);
  base::AppendVarint(out, file.smallest_sequence);
  base::AppendVarint(out, file.largest_sequence);
  base::AppendText(out, file.smallest_key);
  base::AppendText(out, file.largest_key);
  base::AppendVarint(out, file.checksum ? uint64_t{*file.checksum} + 1 : 0);
}

// Takes the parts off the front of the bytes; remembers when one was missing.
class Reader {
 public:
  explicit Reader(BytesView bytes) : rest_(bytes) {}

  uint64_t Number() {
    uint64_t value = 0;
    ok_ = ok_ && base::TakeVarint(rest_, value);
    return ok_ ? value : 0;
  }
  BytesView Text() {
    BytesView text;
    ok_ = ok_ && base::TakeText(rest_, text);
    return ok_ ? text : BytesView();
  }
  // A number of things that follow, each of which takes a byte at least.
  uint64_t Count() {
    const uint64_t count = Number();
    ok_ = ok_ && count <= rest_.size();
    return ok_ ? count : 0;
  }
  bool AtEnd() const { return ok_ && rest_.empty(); }
  bool ok() const { return ok_; }

 private:
  BytesView rest_;
  bool ok_ = true;
};

// A name of the folder's own, not a way out of it.
bool IsPlainName(std::string_view name) {
  return !name.empty() && name.find('/') == std::string_view::npos && name.front() != '.' &&
         name.find('\0') == std::string_view::npos;
}

Status DamagedManifest() { return {StatusCode::kCorruption, "the snapshot's manifest is damaged"}; }

Result<store::FamilyFile> ReadFile(Reader& reader) {
  store::FamilyFile file;
  file.name = reader.Text();
  file.level = static_cast<int>(reader.Number());
  file.bytes = reader.Number();
  file.smallest_sequence = reader.Number();
  file.largest_sequence = reader.Number();
  file.smallest_key = reader.Text();
  file.largest_key = reader.Text();
  const uint64_t checksum = reader.Number();
  if (checksum > 0) file.checksum = static_cast<uint32_t>(checksum - 1);
  if (!reader.ok() || !IsPlainName(file.name)) return DamagedManifest();
  return file;
}

}  // namespace

Bytes SnapshotManifest::Encode() const {
  Bytes out(kMagic);
  base::AppendVarint(out, kManifestVersion);
  base::AppendText(out, description.name);
  base::AppendText(out, model::EncodeTableDescriptor(description.table));
  base::AppendVarint(out, static_cast<uint64_t>(description.type));
  base::AppendVarint(out, static_cast<uint64_t>(description.creation_time_ms));
  base::AppendVarint(out, static_cast<uint64_t>(description.ttl_seconds));
  base::AppendText(out, description.owner);
  base::AppendVarint(out, description.splits.size());
  for (const Bytes& split : description.splits) base::AppendText(out, split);
  base::AppendVarint(out, families.size());
  for (const store::FamilyFiles& family : families) {
    base::AppendVarint(out, family.has_cell_ttls ? 1 : 0);
    base::AppendVarint(out, family.files.size());
    for (const store::FamilyFile& file : family.files) AppendFile(out, file);
  }
  return out + ChecksumText(out);
}

Result<SnapshotManifest> SnapshotManifest::Decode(BytesView bytes) {
  if (!bytes.starts_with(kMagic)) {
    return Status(StatusCode::kCorruption, "this is not a snapshot's manifest");
  }
  if (bytes.size() < kMagic.size() + kChecksumBytes) return DamagedManifest();
  const BytesView body = bytes.substr(0, bytes.size() - kChecksumBytes);
  if (bytes.substr(body.size()) != ChecksumText(body)) return DamagedManifest();
  Reader reader(body.substr(kMagic.size()));
  if (const uint64_t version = reader.Number(); version > kManifestVersion) {
    return Status(StatusCode::kNewerFormat,
                  fmt::format("the snapshot has format version {}, this program reads up to {}",
                              version, kManifestVersion));
  }
  const BytesView name = reader.Text();
  BASALT_ASSIGN_OR_RETURN(auto table, model::DecodeTableDescriptor(reader.Text()));
  SnapshotDescription description(std::move(table));
  description.name = name;
  description.type = static_cast<SnapshotType>(reader.Number());
  description.creation_time_ms = static_cast<int64_t>(reader.Number());
  description.ttl_seconds = static_cast<int64_t>(reader.Number());
  description.owner = reader.Text();
  for (uint64_t count = reader.Count(); count > 0; --count) {
    description.splits.emplace_back(reader.Text());
  }
  SnapshotManifest manifest(std::move(description));
  for (uint64_t families = reader.Count(); families > 0; --families) {
    store::FamilyFiles& family = manifest.families.emplace_back();
    family.has_cell_ttls = reader.Number() != 0;
    for (uint64_t files = reader.Count(); files > 0; --files) {
      BASALT_ASSIGN_OR_RETURN(auto file, ReadFile(reader));
      manifest.description.bytes += file.bytes;
      ++manifest.description.file_count;
      family.files.push_back(std::move(file));
    }
  }
  if (!reader.AtEnd() || manifest.families.size() != manifest.description.table.families().size()) {
    return DamagedManifest();
  }
  return manifest;
}

}  // namespace basalt::catalog
