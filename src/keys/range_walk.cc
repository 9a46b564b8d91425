#include "keys/range_walk.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "basalt/query.h"
#include "keys/encoder.h"
#include "keys/hashes.h"
#include "keys/time_values.h"

namespace basalt::keys {
namespace {

// Intervals of at most this many values are enumerated when that lets later parts narrow the
// ranges.
constexpr uint64_t kMaxEnumerated = 256;
// The limit for explicit lists of values.
constexpr uint64_t kMaxListed = 1024;

// The fraction of a type's value space that one value takes: texts by their characters, times
// relative to the years from 1970 to 2100.
double PointFraction(const FieldType& type, const KeyValue& value) {
  if (!type.ordinal()) {
    const auto* bytes = std::get_if<Bytes>(&value);
    const size_t length = bytes != nullptr ? bytes->size() : 4;
    return std::pow(64.0, -static_cast<double>(std::clamp<size_t>(length, 1, 8)));
  }
  constexpr double kMillisOf130Years = 4.1e12;
  switch (type.kind) {
    case TypeKind::kMillis: return 1 / kMillisOf130Years;
    case TypeKind::kSeconds: return 1000 / kMillisOf130Years;
    case TypeKind::kDate: return 86.4e6 / kMillisOf130Years;
    default: return 1 / (static_cast<double>(type.max_ordinal()) + 1);
  }
}

// The end of the years that times are estimated by: open ranges end there.
uint64_t LastTime(const FieldType& type) {
  switch (type.kind) {
    case TypeKind::kMillis: return 4'102'444'800'000;
    case TypeKind::kSeconds: return 4'102'444'800;
    case TypeKind::kDate: return 21'000'101;
    default: return type.max_ordinal();
  }
}

double IntervalFraction(const FieldType& type, const OrdinalInterval& interval) {
  const uint64_t high = std::max(interval.low, std::min(interval.high, LastTime(type)));
  const double count = static_cast<double>(high - interval.low) + 1;
  // 365 of the 10,000 numbers of a year are dates.
  const double used = type.kind == TypeKind::kDate ? count * 0.0365 : count;
  return std::min(1.0, used * PointFraction(type, {}));
}

double BytesFraction(const BytesInterval& interval) {
  const auto position = [](BytesView bytes) {
    double value = 0;
    for (size_t i = 0; i < 6; ++i) {
      value = value * 256 + (i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0);
    }
    return value / std::pow(256.0, 6);
  };
  const double high = interval.high ? position(*interval.high) : 1;
  return std::max(high - position(interval.low), 1e-9);
}

Bytes Complemented(Bytes bytes) {
  for (char& c : bytes) c = static_cast<char>(~c);
  return bytes;
}

}  // namespace

RangeWalk::RangeWalk(const WalkOptions& options, const Conjunct& conjunct, size_t alternative)
    : options_(options), conjunct_(conjunct), alternative_(alternative) {}

Status RangeWalk::Run() {
  Branch branch;
  branch.budget = options_.max_ranges;
  branch.bound.resize(options_.layout->fields.size());
  branch.sets = conjunct_.sets;
  BASALT_RETURN_IF_ERROR(Walk(0, std::move(branch)));
  if (!undecodable_) return {};
  const auto only = std::find_if(
      options_.layout->parts.begin(), options_.layout->parts.end(), [&](const Part& candidate) {
        return std::find(candidate.fields.begin(), candidate.fields.end(), *undecodable_) !=
               candidate.fields.end();
      });
  return {StatusCode::kInvalidArgument,
          fmt::format("keys store only {} of field {}, so rows cannot be filtered by it: give the "
                      "parts before it by = or in",
                      only->text, field(*undecodable_).name)};
}

// Whether this or a later part is known or bounded, so that branching here narrows the ranges.
bool RangeWalk::Narrows(size_t index, const Branch& branch) const {
  for (size_t i = index; i < options_.layout->parts.size(); ++i) {
    for (const size_t field : part(i).fields) {
      if (branch.sets.contains(field)) return true;
    }
  }
  return false;
}

Status RangeWalk::Walk(size_t index, Branch branch) {
  if (options_.order_part == index) branch.branch_width = branch.prefix.size();
  if (index == options_.layout->parts.size()) {
    Emit(index, branch, branch.prefix, Bytes(branch.prefix) + '\0', true);
    return Status::Ok();
  }
  // No later part narrows the range: take all keys with this prefix.
  if (!Narrows(index, branch) && !MustBranch(index) && part(index).kind != PartKind::kLiteral) {
    EmitPrefix(index, branch);
    return Status::Ok();
  }
  switch (part(index).kind) {
    case PartKind::kLiteral:
      branch.prefix += part(index).literal;
      return Walk(index + 1, std::move(branch));
    case PartKind::kSalt: return WalkSalt(index, branch);
    case PartKind::kHash:
    case PartKind::kId: return WalkDerived(index, std::move(branch));
    case PartKind::kMod: return WalkMod(index, std::move(branch));
    case PartKind::kWindow: return WalkWindow(index, std::move(branch));
    case PartKind::kField: break;
  }
  return WalkField(index, std::move(branch));
}

Status RangeWalk::WalkSalt(size_t index, const Branch& branch) {
  const Part& salt = part(index);
  if (branch.budget < salt.count) {
    notes.insert(fmt::format("{} has more values than a plan has ranges", salt.text));
    EmitPrefix(index, branch);
    return Status::Ok();
  }
  for (uint64_t value = 0; value < salt.count; ++value) {
    Branch next = branch;
    salt.AppendIndex(value, next.prefix);
    next.fraction /= static_cast<double>(salt.count);
    next.budget /= salt.count;
    BASALT_RETURN_IF_ERROR(Walk(index + 1, std::move(next)));
  }
  return Status::Ok();
}

// A hash or an id: each of its fields must have exactly one value.
Status RangeWalk::WalkDerived(size_t index, Branch branch) {
  const Part& derived = part(index);
  for (const size_t f : derived.fields) {
    if (!std::holds_alternative<std::monostate>(branch.bound[f])) continue;
    BASALT_ASSIGN_OR_RETURN(const bool done, BranchOut(index, f, branch, false));
    if (done) return Status::Ok();
    const bool asked = branch.sets.contains(f);
    if (asked && !options_.layout->Decodable(f)) {
      return {
          StatusCode::kInvalidArgument,
          fmt::format("keys store only {} of field {}: a query must give it by = or in, not by a "
                      "range",
                      derived.text, field(f).name)};
    }
    notes.insert(fmt::format("{} can be computed only when {} is given by = or in{}", derived.text,
                             field(f).name,
                             asked ? "; the order of its values is not the order of keys" : ""));
    EmitPrefix(index, branch);
    return Status::Ok();
  }
  Bytes bytes;
  if (derived.kind == PartKind::kId) {
    // A name without an id is in no key of the table.
    const size_t f = derived.fields[0];
    if (options_.dictionary == nullptr) {
      return {StatusCode::kInvalidArgument,
              fmt::format("{} needs a dictionary: plan with one", derived.text)};
    }
    Bytes scratch;
    BASALT_ASSIGN_OR_RETURN(const BytesView name, field(f).type.BytesOf(branch.bound[f], scratch));
    BASALT_ASSIGN_OR_RETURN(const auto id, options_.dictionary->IdOf(field(f).name, name, false));
    if (!id) {
      notes.insert(fmt::format("no key has {} '{}'", field(f).name, ToStringBinary(name)));
      return Status::Ok();
    }
  }
  BASALT_RETURN_IF_ERROR(AppendDerived(*options_.layout, derived, branch.bound,
                                       {.dictionary = options_.dictionary, .salt = {}}, false,
                                       branch.prefix));
  // If the key also stores the field, it distinguishes values with the same hash.
  bool decodable = false;
  for (const size_t f : derived.fields) {
    if (!field(f).part) branch.applied.insert(f);
    decodable = decodable || options_.layout->Decodable(f);
  }
  if (!decodable) branch.fraction *= std::pow(256.0, -static_cast<double>(derived.hash_width));
  return Walk(index + 1, std::move(branch));
}

Status RangeWalk::WalkMod(size_t index, Branch branch) {
  const Part& mod = part(index);
  const size_t f = mod.fields[0];
  if (!std::holds_alternative<std::monostate>(branch.bound[f])) {
    BASALT_RETURN_IF_ERROR(
        AppendDerived(*options_.layout, mod, branch.bound, {}, false, branch.prefix));
    if (!options_.layout->Decodable(f)) {
      branch.applied.insert(f);
      branch.fraction /= static_cast<double>(mod.count);
    }
    return Walk(index + 1, std::move(branch));
  }
  const auto found = branch.sets.find(f);
  std::set<uint64_t> remainders;
  if (found != branch.sets.end()) {
    BASALT_ASSIGN_OR_RETURN(const bool done, BranchOut(index, f, branch, true));
    if (done) return Status::Ok();
    if (!options_.layout->Decodable(f)) {
      notes.insert(fmt::format("keys store only {} of field {}", mod.text, field(f).name));
      branch.applied.insert(f);
    }
    for (const OrdinalInterval& interval : found->second.ordinals) {
      const uint64_t count = std::min(interval.high - interval.low, mod.count - 1);
      for (uint64_t i = 0; i <= count; ++i)
        remainders.insert((interval.low % mod.count + i) % mod.count);
    }
  } else {
    for (uint64_t i = 0; i < mod.count; ++i) remainders.insert(i);
  }
  if (branch.budget < remainders.size()) {
    notes.insert(fmt::format("{} has more values than a plan has ranges", mod.text));
    EmitPrefix(index, branch);
    return Status::Ok();
  }
  for (const uint64_t remainder : remainders) {
    Branch next = branch;
    mod.AppendIndex(remainder, next.prefix);
    next.fraction /= static_cast<double>(mod.count);
    next.budget /= remainders.size();
    BASALT_RETURN_IF_ERROR(Walk(index + 1, std::move(next)));
  }
  return Status::Ok();
}

Status RangeWalk::WalkWindow(size_t index, Branch branch) {
  const Part& window = part(index);
  const size_t f = window.fields[0];
  const bool decodable = options_.layout->Decodable(f);
  const double one = PointFraction(field(f).type, {}) * static_cast<double>(window.window);
  if (!std::holds_alternative<std::monostate>(branch.bound[f])) {
    BASALT_RETURN_IF_ERROR(
        AppendDerived(*options_.layout, window, branch.bound, {}, false, branch.prefix));
    if (!decodable) {
      branch.applied.insert(f);
      branch.fraction *= std::min(1.0, one);
    }
    return Walk(index + 1, std::move(branch));
  }
  const auto found = branch.sets.find(f);
  if (found == branch.sets.end()) {
    EmitPrefix(index, branch);
    return Status::Ok();
  }
  if (!decodable) {
    notes.insert(
        fmt::format("keys have {} of field {}: whole windows are read, those at the edges "
                    "too",
                    window.text, field(f).name));
  }
  const uint64_t max_time = std::min(
      field(f).type.max_ordinal(),
      window.window_start ? window.max_number()
                          : (window.max_number() > UINT64_MAX / window.window
                                 ? UINT64_MAX
                                 : window.max_number() * window.window + (window.window - 1)));
  std::vector<OrdinalInterval> windows;  // window numbers counted from 0, merged
  uint64_t count = 0;
  for (const OrdinalInterval& interval : found->second.ordinals) {
    if (interval.low > max_time) continue;
    uint64_t low = interval.low / window.window;
    const uint64_t high = std::min(interval.high, max_time) / window.window;
    if (!windows.empty() && low <= windows.back().high) low = windows.back().high + 1;
    if (low > high) continue;
    if (!windows.empty() && windows.back().high + 1 == low) {
      windows.back().high = high;
    } else {
      windows.push_back({low, high});
    }
    count += std::min<uint64_t>(high - low, kMaxEnumerated) + 1;
  }
  const auto append = [&](uint64_t number, Bytes& out) {
    if (window.window_start) number *= window.window;
    AppendNumber(window.descending ? window.max_number() - number : number, window.format.width,
                 window.format.decimal, out);
  };
  if (!decodable) branch.applied.insert(f);
  Branch rest = branch;
  if (!decodable) rest.sets.erase(f);
  const bool enumerate = Narrows(index + 1, rest) || MustBranch(index);
  if (enumerate && count <= kMaxEnumerated && count <= branch.budget) {
    for (const OrdinalInterval& interval : windows) {
      for (uint64_t number = interval.low; number <= interval.high; ++number) {
        Branch next = rest;
        append(number, next.prefix);
        next.fraction *= one;
        next.budget /= count;
        if (decodable) {
          const uint64_t start = number * window.window;
          next.sets[f] = Intersect(found->second, {{{start, start + (window.window - 1)}}, {}});
        }
        BASALT_RETURN_IF_ERROR(Walk(index + 1, std::move(next)));
      }
    }
    return Status::Ok();
  }
  for (const OrdinalInterval& interval : windows) {
    Bytes first = branch.prefix;
    Bytes last = branch.prefix;
    append(window.descending ? interval.high : interval.low, first);
    append(window.descending ? interval.low : interval.high, last);
    Branch next = branch;
    next.fraction *= std::min(1.0, one * (static_cast<double>(interval.high - interval.low) + 1));
    Emit(index, next, std::move(first), PrefixStop(last), false, true);
  }
  return Status::Ok();
}

Result<bool> RangeWalk::BranchOut(size_t index, size_t f, const Branch& branch, bool single) {
  const auto found = branch.sets.find(f);
  if (found == branch.sets.end()) return false;
  const FieldType& type = field(f).type;
  auto values = ValuesOf(type, found->second, kMaxListed, true);
  if (!values && !single) values = ValuesOf(type, found->second, kMaxEnumerated, false);
  if (!values || values->size() > branch.budget) return false;
  for (const KeyValue& value : *values) {
    Branch next = branch;
    next.bound[f] = value;
    next.budget /= values->size();
    if (field(f).part || field(f).id_part) next.fraction *= PointFraction(type, value);
    BASALT_RETURN_IF_ERROR(Walk(index, std::move(next)));
  }
  return true;
}

Status RangeWalk::WalkField(size_t index, Branch branch) {
  const Part& own = part(index);
  const size_t f = own.fields[0];
  if (!std::holds_alternative<std::monostate>(branch.bound[f])) {
    BASALT_RETURN_IF_ERROR(
        AppendField(own, branch.bound[f], branch.prefix).WithContext("field " + field(f).name));
    branch.applied.insert(f);
    branch.sets.erase(f);
    return Walk(index + 1, std::move(branch));
  }
  const auto found = branch.sets.find(f);
  if (found == branch.sets.end()) {
    // A field with very few values is enumerated so that the next part can narrow.
    constexpr uint64_t kFew = 8;
    if (own.type.ordinal() && own.type.max_ordinal() < kFew && branch.budget >= kFew) {
      branch.sets[f] = {{{0, own.type.max_ordinal()}}, {}};
      return BranchOut(index, f, branch, false).status();
    }
    if (Narrows(index + 1, branch)) {
      notes.insert(
          fmt::format("{} comes before the queried fields in the key and is not given: "
                      "all its values are read",
                      field(f).name));
    }
    EmitPrefix(index, branch);
    return Status::Ok();
  }
  Branch rest = branch;
  rest.sets.erase(f);
  const bool few_help = own.reversed || MustBranch(index) || Narrows(index + 1, rest);
  BASALT_ASSIGN_OR_RETURN(const bool done, BranchOut(index, f, branch, !few_help));
  if (done) return Status::Ok();
  if (own.reversed) {
    notes.insert(fmt::format("{} does not keep the order: only = and in narrow it", own.text));
    EmitPrefix(index, branch);
    return Status::Ok();
  }
  if (!own.type.ordinal()) return WalkBytes(index, branch, found->second);
  branch.applied.insert(f);
  for (const OrdinalInterval& interval : found->second.ordinals) {
    Bytes first = branch.prefix;
    Bytes last = branch.prefix;
    AppendBounds(own, interval, first, last);
    Branch next = branch;
    next.fraction *= IntervalFraction(own.type, interval);
    Emit(index, next, std::move(first), PrefixStop(last), false, true);
  }
  return Status::Ok();
}

Status RangeWalk::WalkBytes(size_t index, const Branch& branch, const ValueSet& set) {
  const Part& own = part(index);
  for (const BytesInterval& interval : set.bytes) {
    Branch next = branch;
    next.fraction *= BytesFraction(interval);
    next.applied.insert(own.fields[0]);
    Bytes start = branch.prefix;
    Bytes stop = PrefixStop(branch.prefix);
    // A bound longer than the field is the successor of the value that it begins with.
    const auto after = [&](BytesView bound) {
      return !own.type.variable() && bound.size() > own.type.width;
    };
    const auto body = [&](BytesView bound) {
      if (after(bound)) bound = bound.substr(0, own.type.width);
      Bytes bytes;
      AppendBody(own, bound, bytes);
      return branch.prefix + (own.descending ? Complemented(std::move(bytes)) : bytes);
    };
    if (own.descending) {
      // In descending order the values from `low` on end at the complement of `low`, including all
      // keys with that prefix.
      const Bytes top = body(interval.low);
      if (!interval.low.empty()) stop = after(interval.low) ? top : PrefixStop(top);
      if (interval.high) {
        const Bytes bottom = body(*interval.high);
        start = after(*interval.high) ? bottom : PrefixStop(bottom);
        if (start.empty()) continue;  // no key is greater
      }
    } else {
      start = after(interval.low) ? PrefixStop(body(interval.low)) : body(interval.low);
      if (start.empty() && after(interval.low)) continue;
      if (interval.high) {
        stop = after(*interval.high) ? PrefixStop(body(*interval.high)) : body(*interval.high);
      }
      if (own.ending == Ending::kSeparator) {
        // A value that is a prefix of the bound is less than the bound, but its separator may sort
        // after the bound's next byte.
        next.applied.erase(own.fields[0]);
        for (size_t length = 0; interval.high && length < interval.high->size(); ++length) {
          const Bytes with =
              PrefixStop(branch.prefix + interval.high->substr(0, length) + own.separator);
          if (with.empty() || with > stop) stop = with;
          if (stop.empty()) break;
        }
      }
    }
    Emit(index, next, std::move(start), std::move(stop), false, true);
  }
  return Status::Ok();
}

void RangeWalk::EmitPrefix(size_t index, const Branch& branch) {
  Emit(index, branch, branch.prefix, PrefixStop(branch.prefix), false);
}

// When the salt is computed from the rest of the key, only one of the salted keys can be stored.
bool RangeWalk::HasItsSalt(BytesView key) const {
  const Part& first = part(0);
  if (first.kind != PartKind::kSalt || first.rule != SaltRule::kPhoenix) return true;
  Bytes salt;
  first.AppendIndex(PhoenixSalt(key.substr(first.width()), static_cast<uint32_t>(first.count)),
                    salt);
  return key.starts_with(salt);
}

void RangeWalk::Emit(size_t index, const Branch& branch, Bytes start, Bytes stop, bool point,
                     bool bounded) {
  if (options_.order_part && index < *options_.order_part) unordered = true;
  if (point && !HasItsSalt(start)) return;
  WalkedRange walked;
  walked.known_parts = index;
  walked.next_bounded = bounded;
  for (const auto& [f, set] : conjunct_.sets) {
    if (branch.applied.contains(f)) continue;
    walked.residual.insert(f);
    if (!options_.layout->Decodable(f)) undecodable_ = f;
  }
  walked.range.start = std::move(start);
  walked.range.stop = std::move(stop);
  walked.range.point = point;
  walked.range.exact = walked.residual.empty();
  walked.range.branch_width = branch.branch_width;
  walked.range.alternatives = {alternative_};
  walked.fraction = branch.fraction;
  ranges.push_back(std::move(walked));
}

}  // namespace basalt::keys
