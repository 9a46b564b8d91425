#include "wire/cell_block.h"

#include <array>
#include <limits>

#include <fmt/format.h>

#include "base/check.h"
#include "base/varint.h"
#include "hbase/cell.pb.h"
#include "wire/big_endian.h"

namespace basalt::wire {
namespace {

struct CodecName {
  CellCodec codec;
  std::string_view class_name;
};
constexpr auto kCodecNames = std::to_array<CodecName>({
    {CellCodec::kNone, ""},
    {CellCodec::kKeyValue, "org.apache.hadoop.hbase.codec.KeyValueCodec"},
    {CellCodec::kKeyValueWithTags, "org.apache.hadoop.hbase.codec.KeyValueCodecWithTags"},
    {CellCodec::kCell, "org.apache.hadoop.hbase.codec.CellCodec"},
    {CellCodec::kCellWithTags, "org.apache.hadoop.hbase.codec.CellCodecWithTags"},
    {CellCodec::kMessage, "org.apache.hadoop.hbase.codec.MessageCodec"},
});

// Row length, family length, timestamp and type.
constexpr size_t kKeyOverhead = 2 + 1 + 8 + 1;

Status Damaged(std::string_view what) {
  return {StatusCode::kDoNotRetry, fmt::format("Malformed cell block: {}", what)};
}

char* PutBytes(char* out, BytesView bytes) {
  // Empty parts may have no address at all.
  if (!bytes.empty()) std::memcpy(out, bytes.data(), bytes.size());
  return out + bytes.size();
}

void AppendKeyValue(const CellView& cell, bool with_tags, Bytes& block) {
  const size_t key_length =
      kKeyOverhead + cell.row.size() + cell.family.size() + cell.qualifier.size();
  const size_t tags_length = with_tags && !cell.tags.empty() ? 2 + cell.tags.size() : 0;
  const size_t length = 8 + key_length + cell.value.size() + tags_length;
  const size_t at = block.size();
  block.resize(at + 4 + length);
  char* out = block.data() + at;
  out = PutBigEndian(out, static_cast<uint32_t>(length));
  out = PutBigEndian(out, static_cast<uint32_t>(key_length));
  out = PutBigEndian(out, static_cast<uint32_t>(cell.value.size()));
  out = PutBigEndian(out, static_cast<uint16_t>(cell.row.size()));
  out = PutBytes(out, cell.row);
  *out++ = static_cast<char>(cell.family.size());
  out = PutBytes(out, cell.family);
  out = PutBytes(out, cell.qualifier);
  out = PutBigEndian(out, cell.timestamp);
  *out++ = static_cast<char>(cell.type);
  out = PutBytes(out, cell.value);
  if (tags_length > 0) {
    out = PutBigEndian(out, static_cast<uint16_t>(cell.tags.size()));
    PutBytes(out, cell.tags);
  }
}

void AppendSized(Bytes& block, BytesView bytes) {
  AppendBigEndian(block, static_cast<uint32_t>(bytes.size()));
  block.append(bytes);
}

void AppendCellForm(const CellView& cell, bool with_tags, Bytes& block) {
  AppendSized(block, cell.row);
  AppendSized(block, cell.family);
  AppendSized(block, cell.qualifier);
  AppendBigEndian(block, cell.timestamp);
  block.push_back(static_cast<char>(cell.type));
  AppendSized(block, cell.value);
  if (with_tags) AppendSized(block, cell.tags);
  AppendBigEndian(block, int64_t{0});  // the sequence id, internal to HBase's servers
}

void AppendMessageForm(const CellView& cell, Bytes& block) {
  hbase::pb::Cell message;
  message.set_row(cell.row.data(), cell.row.size());
  message.set_family(cell.family.data(), cell.family.size());
  message.set_qualifier(cell.qualifier.data(), cell.qualifier.size());
  message.set_timestamp(static_cast<uint64_t>(cell.timestamp));
  message.set_cell_type(static_cast<hbase::pb::CellType>(cell.type));
  message.set_value(cell.value.data(), cell.value.size());
  base::AppendVarint(block, message.ByteSizeLong());
  message.AppendToString(&block);
}

bool TakeBytes(BytesView& in, size_t length, BytesView& out) {
  if (length > in.size()) return false;
  out = in.substr(0, length);
  in.remove_prefix(length);
  return true;
}

bool TakeSized(BytesView& in, BytesView& out) {
  uint32_t length;
  return TakeBigEndian(in, length) && TakeBytes(in, length, out);
}

bool IsCellType(uint8_t type) {
  switch (static_cast<CellType>(type)) {
    case CellType::kPut:
    case CellType::kDelete:
    case CellType::kDeleteFamilyVersion:
    case CellType::kDeleteColumn:
    case CellType::kDeleteFamily: return true;
    case CellType::kMinimum:
    case CellType::kMaximum: return false;
  }
  return false;
}

}  // namespace

std::optional<CellCodec> CodecByClassName(std::string_view class_name) {
  for (const CodecName& name : kCodecNames) {
    if (name.class_name == class_name) return name.codec;
  }
  return std::nullopt;
}

std::string_view ClassNameOf(CellCodec codec) {
  return kCodecNames[static_cast<size_t>(codec)].class_name;
}

void AppendCell(CellCodec codec, const CellView& cell, Bytes& block) {
  switch (codec) {
    case CellCodec::kNone: BASALT_CHECK(false, "A connection without a codec has no cell blocks.");
    case CellCodec::kKeyValue: AppendKeyValue(cell, false, block); break;
    case CellCodec::kKeyValueWithTags: AppendKeyValue(cell, true, block); break;
    case CellCodec::kCell: AppendCellForm(cell, false, block); break;
    case CellCodec::kCellWithTags: AppendCellForm(cell, true, block); break;
    case CellCodec::kMessage: AppendMessageForm(cell, block); break;
  }
}

Result<CellView> CellBlockReader::Next() {
  switch (codec_) {
    case CellCodec::kNone: return Damaged("the connection has no codec");
    case CellCodec::kKeyValue:
    case CellCodec::kKeyValueWithTags: return NextKeyValue();
    case CellCodec::kCell:
    case CellCodec::kCellWithTags: return NextCell();
    case CellCodec::kMessage: return NextMessage();
  }
  return Damaged("the codec is unknown");
}

Result<CellView> CellBlockReader::NextKeyValue() {
  BytesView key_value;
  if (!TakeSized(rest_, key_value)) return Damaged("it ends inside a cell");
  uint32_t key_length;
  uint32_t value_length;
  if (!TakeBigEndian(key_value, key_length) || !TakeBigEndian(key_value, value_length)) {
    return Damaged("a cell is too short");
  }
  BytesView key;
  CellView cell;
  if (!TakeBytes(key_value, key_length, key) || !TakeBytes(key_value, value_length, cell.value)) {
    return Damaged("a cell is shorter than its key and value");
  }
  uint16_t row_length;
  uint8_t family_length;
  if (!TakeBigEndian(key, row_length) || row_length > kMaxRowLength ||
      !TakeBytes(key, row_length, cell.row) || !TakeBigEndian(key, family_length) ||
      family_length > kMaxFamilyLength || !TakeBytes(key, family_length, cell.family) ||
      key.size() < 9) {
    return Damaged("the parts of a key do not fit in it");
  }
  cell.qualifier = key.substr(0, key.size() - 9);
  key.remove_prefix(cell.qualifier.size());
  uint8_t type;
  TakeBigEndian(key, cell.timestamp);
  TakeBigEndian(key, type);
  if (!IsCellType(type)) return Damaged(fmt::format("{} is not the type of a cell", type));
  cell.type = static_cast<CellType>(type);
  if (!key_value.empty()) {
    uint16_t tags_length;
    if (!TakeBigEndian(key_value, tags_length) || tags_length != key_value.size()) {
      return Damaged("the tags of a cell do not fit in it");
    }
    if (codec_ == CellCodec::kKeyValueWithTags) cell.tags = key_value;
  }
  return cell;
}

Result<CellView> CellBlockReader::NextCell() {
  CellView cell;
  uint8_t type;
  int64_t sequence;
  if (!TakeSized(rest_, cell.row) || !TakeSized(rest_, cell.family) ||
      !TakeSized(rest_, cell.qualifier) || !TakeBigEndian(rest_, cell.timestamp) ||
      !TakeBigEndian(rest_, type) || !TakeSized(rest_, cell.value) ||
      (codec_ == CellCodec::kCellWithTags && !TakeSized(rest_, cell.tags)) ||
      !TakeBigEndian(rest_, sequence)) {
    return Damaged("it ends inside a cell");
  }
  if (cell.row.size() > kMaxRowLength || cell.family.size() > kMaxFamilyLength ||
      cell.tags.size() > std::numeric_limits<uint16_t>::max() || !IsCellType(type)) {
    return Damaged("a part of a cell is out of range");
  }
  cell.type = static_cast<CellType>(type);
  return cell;
}

Result<CellView> CellBlockReader::NextMessage() {
  BytesView bytes;
  hbase::pb::Cell message;
  if (!base::TakeText(rest_, bytes) ||
      !message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())) ||
      message.row().size() > kMaxRowLength || message.family().size() > kMaxFamilyLength ||
      message.tags().size() > std::numeric_limits<uint16_t>::max() ||
      !IsCellType(static_cast<uint8_t>(message.cell_type()))) {
    return Damaged("it holds a cell that is none");
  }
  message_cell_.row = std::move(*message.mutable_row());
  message_cell_.family = std::move(*message.mutable_family());
  message_cell_.qualifier = std::move(*message.mutable_qualifier());
  message_cell_.timestamp =
      message.has_timestamp() ? static_cast<int64_t>(message.timestamp()) : kLatestTimestamp;
  message_cell_.type = static_cast<CellType>(message.cell_type());
  message_cell_.value = std::move(*message.mutable_value());
  message_cell_.tags = std::move(*message.mutable_tags());
  return message_cell_.view();
}

}  // namespace basalt::wire
