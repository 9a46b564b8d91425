// MemoryDictionary: ids for names as they come, from 1, for samples of tables that do not exist
// yet. They are not the ids that a table will give. Used by one thread.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "basalt/key_schema.h"

namespace basalt::design {

class MemoryDictionary : public KeyDictionary {
 public:
  // Of each kind; more are refused, so that memory is bounded.
  static constexpr size_t kMaxNames = 1'000'000;

  Result<std::optional<uint64_t>> IdOf(std::string_view kind, BytesView name, bool create) override;
  Result<Bytes> NameOf(std::string_view kind, uint64_t id) override;

 private:
  struct Kind {
    std::unordered_map<Bytes, uint64_t> ids;
    std::vector<Bytes> names;
  };
  std::map<std::string, Kind, std::less<>> kinds_;
};

}  // namespace basalt::design
