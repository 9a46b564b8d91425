#include "design/leading_fields.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace basalt::design {
namespace {

using Fields = std::vector<size_t>;

bool Has(const Fields& fields, size_t field) {
  return std::find(fields.begin(), fields.end(), field) != fields.end();
}

// The first of `among` that is in both sets.
std::optional<size_t> FirstOf(const Fields& among, const std::set<size_t>& a,
                              const std::set<size_t>* b) {
  for (const size_t field : among) {
    if (a.contains(field) && (b == nullptr || b->contains(field))) return field;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Fields> LeadingFields(const Fields& declared, const std::vector<QueryNeed>& needs) {
  // By what is equal, the smaller sets first: where keys may go on after it.
  std::map<std::pair<size_t, std::set<size_t>>, std::optional<std::set<size_t>>> levels;
  for (const QueryNeed& need : needs) {
    auto& next = levels[{need.equal.size(), need.equal}];
    if (need.next.empty()) continue;
    if (!next) {
      next = need.next;
      continue;
    }
    std::erase_if(*next, [&](size_t field) { return !need.next.contains(field); });
    if (next->empty()) return std::nullopt;
  }
  Fields order;
  std::optional<std::set<size_t>> wanted;  // of the field that comes now
  for (const auto& [level, next] : levels) {
    const std::set<size_t>& equal = level.second;
    if (!std::all_of(order.begin(), order.end(),
                     [&](size_t field) { return equal.contains(field); })) {
      return std::nullopt;
    }
    if (wanted) {
      const auto field = FirstOf(declared, *wanted, &equal);
      if (!field) return std::nullopt;
      order.push_back(*field);
    }
    for (const size_t field : declared) {
      if (equal.contains(field) && !Has(order, field)) order.push_back(field);
    }
    if (order.size() != equal.size()) return std::nullopt;  // some are not in the logical key
    wanted = next;
  }
  if (wanted) {
    const auto field = FirstOf(declared, *wanted, nullptr);
    if (!field) return std::nullopt;
    order.push_back(*field);
  }
  return order;
}

}  // namespace basalt::design
