#include "store/file_properties.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "store/cell_codec.h"
#include "store/engine.h"

namespace basalt::store {
namespace {

constexpr char kCells[] = "basalt.cells";
constexpr char kMarkers[] = "basalt.markers";
constexpr char kEarliestPut[] = "basalt.earliest_put";
constexpr char kNewest[] = "basalt.newest";
constexpr char kLastOrder[] = "basalt.last_order";

class Collector : public rocksdb::TablePropertiesCollector {
 public:
  const char* Name() const override { return "basalt.FileProperties"; }

  rocksdb::Status AddUserKey(const rocksdb::Slice& key, const rocksdb::Slice& /*value*/,
                             rocksdb::EntryType type, rocksdb::SequenceNumber /*sequence*/,
                             uint64_t /*file_size*/) override {
    const bool is_cell =
        type == rocksdb::EntryType::kEntryPut || type == rocksdb::EntryType::kEntryBlobIndex;
    if (is_cell && !key.empty() && key.size() > KeySuffixLength(ToView(key))) {
      properties_.Add(DecodeTimestamp(ToView(key)), DecodeType(ToView(key)),
                      DecodeOrder(ToView(key)));
    }
    return rocksdb::Status::OK();
  }

  rocksdb::Status Finish(rocksdb::UserCollectedProperties* properties) override {
    *properties = Properties();
    return rocksdb::Status::OK();
  }

  rocksdb::UserCollectedProperties GetReadableProperties() const override { return Properties(); }

 private:
  rocksdb::UserCollectedProperties Properties() const {
    rocksdb::UserCollectedProperties result = {
        {kCells, std::to_string(properties_.cells)},
        {kMarkers, std::to_string(properties_.markers)},
        {kEarliestPut, std::to_string(properties_.earliest_put)},
        {kNewest, std::to_string(properties_.newest)}};
    if (properties_.last_order > 0) result[kLastOrder] = std::to_string(properties_.last_order);
    return result;
  }

  FileProperties properties_;
};

class CollectorFactory : public rocksdb::TablePropertiesCollectorFactory {
 public:
  const char* Name() const override { return "basalt.FileFactsFactory"; }
  rocksdb::TablePropertiesCollector* CreateTablePropertiesCollector(Context) override {
    return new Collector();
  }
};

template <typename T>
void Read(const rocksdb::UserCollectedProperties& properties, const char* name, T& value) {
  const auto found = properties.find(name);
  if (found == properties.end()) return;
  std::from_chars(found->second.data(), found->second.data() + found->second.size(), value);
}

}  // namespace

void FileProperties::Add(int64_t timestamp, CellType type, uint64_t order) {
  ++cells;
  last_order = std::max(last_order, order);
  newest = std::max(newest, timestamp);
  if (IsDeleteMarker(type)) {
    ++markers;
  } else {
    earliest_put = std::min(earliest_put, timestamp);
  }
}

FileProperties FileProperties::From(const rocksdb::TableProperties& properties) {
  FileProperties result;
  result.cells = properties.num_entries;
  result.markers = properties.num_entries;
  result.earliest_put = 0;
  result.newest = kLatestTimestamp;
  const auto& collected = properties.user_collected_properties;
  Read(collected, kCells, result.cells);
  Read(collected, kMarkers, result.markers);
  Read(collected, kEarliestPut, result.earliest_put);
  Read(collected, kNewest, result.newest);
  Read(collected, kLastOrder, result.last_order);
  return result;
}

std::shared_ptr<rocksdb::TablePropertiesCollectorFactory> FilePropertiesCollectorFactory() {
  static const auto factory = std::make_shared<CollectorFactory>();
  return factory;
}

}  // namespace basalt::store
