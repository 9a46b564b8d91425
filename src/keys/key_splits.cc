#include "basalt/key_splits.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "keys/layout.h"

namespace basalt {
inline namespace v1 {
namespace {

using keys::FieldType;
using keys::Layout;
using keys::Part;
using keys::PartKind;
using keys::TypeKind;

Status CheckRegions(int regions) {
  if (regions >= 2 && regions <= kMaxSplitRegions) return Status::Ok();
  return Status::InvalidArgument(
      fmt::format("splits are made for 2 to {} regions, not for {}", kMaxSplitRegions, regions));
}

// The values that a part begins with: equally likely, in the order of their bytes.
struct Domain {
  uint64_t count = 0;
  std::function<void(uint64_t, Bytes&)> append;
  // A few values that should stay whole, not digits of a number.
  bool values = false;
  // Split keys may leave it off at their end.
  char zero = '\0';
};

Domain Digits(size_t width, unsigned base) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  // More than these decide nothing: 2^32 or 10^8 values.
  width = std::min<size_t>(width, base == 256 ? 4 : 8);
  Domain domain;
  domain.count = 1;
  for (size_t i = 0; i < width; ++i) domain.count *= base;
  domain.zero = base == 256 ? '\0' : '0';
  domain.append = [width, base, kDigits](uint64_t number, Bytes& out) {
    const size_t start = out.size();
    out.resize(start + width);
    for (size_t i = width; i > 0; --i, number /= base) {
      out[start + i - 1] = base == 256 ? static_cast<char>(number % base) : kDigits[number % base];
    }
  };
  return domain;
}

Domain Values(const Part& part, uint64_t count) {
  Domain domain;
  domain.count = count;
  domain.values = true;
  domain.append = [&part](uint64_t index, Bytes& out) {
    if (part.kind == PartKind::kField) {
      part.type.AppendOrdinal(index, out);
    } else {
      part.AppendIndex(index, out);
    }
  };
  return domain;
}

// Why splits cannot be computed from the part.
Status Unknown(const Part& part, std::string_view why) {
  return Status::InvalidArgument(
      fmt::format("{} {}, or take the splits from a sample of keys", part.text, why));
}

constexpr std::string_view kUnevenTime =
    "is a time: whatever the splits are, all new rows go into one region; put salt(n), hash(...) "
    "or mod(...) before it";

Result<Domain> FieldDomain(const Part& part) {
  const FieldType& type = part.type;
  if (type.is_time() && !part.reversed) return Unknown(part, kUnevenTime);
  switch (type.kind) {
    case TypeKind::kEnum: return Values(part, type.members.size());
    case TypeKind::kBool: return Values(part, 2);
    case TypeKind::kHex: return Digits(type.variable() ? 8 : type.width, 16);
    case TypeKind::kFloat:
    case TypeKind::kDouble: break;
    case TypeKind::kDate: return Digits(type.width, 10);
    default:
      if (!type.variable() && type.kind != TypeKind::kText) {
        return Digits(type.width, type.decimal ? 10 : 256);
      }
  }
  return Unknown(part, "does not tell how its values spread; put hash(...) before it");
}

Result<Domain> PartDomain(const Layout& layout, const Part& part) {
  switch (part.kind) {
    case PartKind::kSalt:
    case PartKind::kMod: return Values(part, part.count);
    case PartKind::kHash: return Digits(part.width(), part.hash_hex ? 16 : 256);
    case PartKind::kField: return FieldDomain(part);
    case PartKind::kId:
      return Unknown(part, "is an id: ids are given one after the other, and are small numbers");
    case PartKind::kWindow:
      if (layout.fields[part.fields[0]].type.is_time()) return Unknown(part, kUnevenTime);
      return Unknown(part, "does not tell how its values spread; put hash(...) before it");
    case PartKind::kLiteral: break;
  }
  return Status::InvalidArgument("a literal has one value");
}

class SchemaSplitter {
 public:
  explicit SchemaSplitter(const Layout& layout) : layout_(layout) {}

  // Parts the keys that begin with `prefix`, from this part on, into so many regions.
  Status Split(size_t index, Bytes prefix, uint64_t regions) {
    if (regions < 2) return Status::Ok();
    while (index < layout_.parts.size() && layout_.parts[index].kind == PartKind::kLiteral) {
      prefix += layout_.parts[index++].literal;
    }
    if (index == layout_.parts.size()) {
      return Status::InvalidArgument(
          fmt::format("keys of this schema cannot be cut into {} more regions after {}", regions,
                      ToStringBinary(prefix)));
    }
    const Part& part = layout_.parts[index];
    BASALT_ASSIGN_OR_RETURN(const Domain domain, PartDomain(layout_, part));
    Note(part, domain, regions);
    if (regions <= domain.count) {
      for (uint64_t i = 1; i < regions; ++i) {
        Add(prefix, domain, i * domain.count / regions);
      }
      return Status::Ok();
    }
    // Each value has regions of its own, which the next part tells apart.
    for (uint64_t value = 0; value < domain.count; ++value) {
      if (value > 0) Add(prefix, domain, value);
      const uint64_t own = (value + 1) * regions / domain.count - value * regions / domain.count;
      Bytes longer = prefix;
      domain.append(value, longer);
      const Status status = Split(index + 1, std::move(longer), own);
      if (!status.ok()) {
        return status.WithContext(fmt::format("{} alone gives {} regions, and {} are asked for",
                                              part.text, domain.count, regions));
      }
    }
    return Status::Ok();
  }

  KeySplits Take() { return std::move(splits_); }

 private:
  void Add(const Bytes& prefix, const Domain& domain, uint64_t value) {
    Bytes key = prefix;
    domain.append(value, key);
    while (!domain.values && key.size() > prefix.size() + 1 && key.back() == domain.zero) {
      key.pop_back();
    }
    splits_.keys.push_back(std::move(key));
  }

  void Note(const Part& part, const Domain& domain, uint64_t regions) {
    std::string note;
    const uint64_t more = std::max(domain.count, regions);
    const uint64_t fewer = std::min(domain.count, regions);
    if (domain.values && more % fewer != 0) {
      note = domain.count > regions
                 ? fmt::format(
                       "{}: its {} values do not divide among {} regions; some have {}, "
                       "others {}",
                       part.text, domain.count, regions, more / fewer, more / fewer + 1)
                 : fmt::format(
                       "{}: {} regions do not divide among its {} values; some have {}, "
                       "others {}",
                       part.text, regions, domain.count, more / fewer, more / fewer + 1);
    } else if (part.kind == PartKind::kField) {
      note =
          fmt::format("{}: even if its values are spread over all that the type allows", part.text);
    }
    const auto& notes = splits_.notes;
    if (!note.empty() && std::find(notes.begin(), notes.end(), note) == notes.end()) {
      splits_.notes.push_back(std::move(note));
    }
  }

  const Layout& layout_;
  KeySplits splits_;
};

// The shortest text above `low` and not above `high`.
Bytes Between(BytesView low, BytesView high) {
  const size_t same = static_cast<size_t>(
      std::mismatch(low.begin(), low.end(), high.begin(), high.end()).second - high.begin());
  return Bytes(high.substr(0, same + 1));
}

}  // namespace

Result<KeySplits> SplitsFromSchema(const KeySchema& schema, int regions) {
  BASALT_RETURN_IF_ERROR(CheckRegions(regions));
  SchemaSplitter splitter(schema.layout());
  BASALT_RETURN_IF_ERROR(splitter.Split(0, {}, static_cast<uint64_t>(regions)));
  return splitter.Take();
}

Result<KeySplits> SplitsFromSample(std::vector<WeightedKey> sample, int regions) {
  BASALT_RETURN_IF_ERROR(CheckRegions(regions));
  if (sample.empty()) return Status::InvalidArgument("the sample has no keys");
  std::sort(sample.begin(), sample.end(),
            [](const WeightedKey& a, const WeightedKey& b) { return a.key < b.key; });
  // The different keys that may begin a region, each with the weight of all before it.
  std::vector<uint64_t> before;
  std::vector<size_t> first;
  uint64_t total = 0;
  for (size_t i = 0; i < sample.size(); ++i) {
    if (i > 0 && sample[i].key != sample[i - 1].key) {
      before.push_back(total);
      first.push_back(i);
    }
    total += sample[i].weight;
  }
  KeySplits splits;
  size_t next = 0;  // the first that no region begins with yet
  for (int i = 1; i < regions && next < before.size(); ++i) {
    const double wanted = static_cast<double>(total) * i / regions;
    const auto distance = [&](size_t at) {
      return std::abs(static_cast<double>(before[at]) - wanted);
    };
    // The distance falls and then grows, since the weights only grow.
    while (next + 1 < before.size() && distance(next + 1) <= distance(next)) ++next;
    splits.keys.push_back(Between(sample[first[next] - 1].key, sample[first[next]].key));
    ++next;
  }
  const size_t made = splits.keys.size() + 1;
  if (made < static_cast<size_t>(regions)) {
    splits.notes.push_back(fmt::format("the sample's {} different keys allow {} regions, not {}",
                                       first.size() + 1, made, regions));
  }
  return splits;
}

Result<int> RegionsForSize(uint64_t total_bytes, uint64_t region_bytes) {
  if (region_bytes == 0) return Status::InvalidArgument("a region's size must be above zero");
  const uint64_t regions =
      std::max<uint64_t>(total_bytes / region_bytes + (total_bytes % region_bytes != 0 ? 1 : 0), 1);
  if (regions > kMaxSplitRegions) {
    return Status::InvalidArgument(
        fmt::format("{} regions would be needed; {} are the most", regions, kMaxSplitRegions));
  }
  return static_cast<int>(regions);
}

std::vector<uint64_t> WeightByRegion(std::span<const Bytes> splits,
                                     std::span<const WeightedKey> sample) {
  std::vector<uint64_t> weights(splits.size() + 1);
  for (const WeightedKey& row : sample) {
    const auto region = std::upper_bound(splits.begin(), splits.end(), row.key) - splits.begin();
    weights[static_cast<size_t>(region)] += row.weight;
  }
  return weights;
}

std::vector<double> ShareByRegion(std::span<const Bytes> splits, std::string_view alphabet) {
  // The share of texts below a key.
  const auto below = [&](BytesView key) {
    double share = 0;
    double scale = 1;
    for (const char c : key) {
      scale /= static_cast<double>(alphabet.size());
      const auto smaller = std::count_if(alphabet.begin(), alphabet.end(), [&](char letter) {
        return static_cast<unsigned char>(letter) < static_cast<unsigned char>(c);
      });
      share += scale * static_cast<double>(smaller);
      if (alphabet.find(c) == std::string_view::npos) break;
    }
    return share;
  };
  std::vector<double> shares;
  double last = 0;
  for (const Bytes& split : splits) {
    const double share = below(split);
    shares.push_back(share - last);
    last = share;
  }
  shares.push_back(1 - last);
  return shares;
}

}  // namespace v1
}  // namespace basalt
