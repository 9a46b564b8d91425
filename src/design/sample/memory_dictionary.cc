#include "design/sample/memory_dictionary.h"

#include <fmt/format.h>

namespace basalt::design {

Result<std::optional<uint64_t>> MemoryDictionary::IdOf(std::string_view kind, BytesView name,
                                                       bool create) {
  Kind& own = kinds_[std::string(kind)];
  const auto found = own.ids.find(Bytes(name));
  if (found != own.ids.end()) return std::optional<uint64_t>(found->second);
  if (!create) return std::optional<uint64_t>();
  if (own.names.size() == kMaxNames) {
    return Status(StatusCode::kInvalidArgument,
                  fmt::format("{} has more than {} different values", kind, kMaxNames));
  }
  own.names.emplace_back(name);
  own.ids.emplace(name, own.names.size());
  return std::optional<uint64_t>(own.names.size());
}

Result<Bytes> MemoryDictionary::NameOf(std::string_view kind, uint64_t id) {
  const auto own = kinds_.find(kind);
  if (own == kinds_.end() || id == 0 || id > own->second.names.size()) {
    return Status(StatusCode::kInvalidArgument, fmt::format("no {} has the id {}", kind, id));
  }
  return own->second.names[id - 1];
}

}  // namespace basalt::design
