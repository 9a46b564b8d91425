// MemoryDictionary: an in-memory dictionary that assigns ids from 1 in order of arrival, for
// samples of tables that do not exist yet. The ids are not those of the later table. Used by one
// thread.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "basalt/key_schema.h"

namespace basalt::design {

class MemoryDictionary : public KeyDictionary {
 public:
  // Limit per kind, so that memory is bounded.
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
