#include "filter/comparator.h"

#include <algorithm>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>

#include <fmt/format.h>

#include "filter/big_decimal.h"
#include "filter/regex_comparator.h"
#include "model/unicode.h"

namespace basalt::filter {
namespace {

template <typename Self, typename Spec>
class ComparatorOf : public Comparator {
 public:
  explicit ComparatorOf(Spec spec) : spec_(std::move(spec)) {}
  std::unique_ptr<Comparator> Clone() const override { return std::make_unique<Self>(spec_); }
  ComparatorSpec Describe() const override { return spec_; }

 protected:
  const Spec spec_;
};

class Binary final : public ComparatorOf<Binary, BinarySpec> {
 public:
  using ComparatorOf::ComparatorOf;
  int Compare(BytesView part) override { return BytesView(spec_.value).compare(part); }
};

class BinaryPrefix final : public ComparatorOf<BinaryPrefix, BinaryPrefixSpec> {
 public:
  using ComparatorOf::ComparatorOf;
  int Compare(BytesView part) override {
    return BytesView(spec_.value).compare(part.substr(0, spec_.value.size()));
  }
};

class BinaryComponent final : public ComparatorOf<BinaryComponent, BinaryComponentSpec> {
 public:
  using ComparatorOf::ComparatorOf;
  // HBase reads beyond parts that are too short; here only the bytes of the part are compared.
  int Compare(BytesView part) override {
    const size_t offset = std::min<size_t>(spec_.offset, part.size());
    return BytesView(spec_.value).compare(part.substr(offset, spec_.value.size()));
  }
};

class Bit final : public ComparatorOf<Bit, BitSpec> {
 public:
  using ComparatorOf::ComparatorOf;
  int Compare(BytesView part) override {
    if (part.size() != spec_.value.size()) return 1;
    for (size_t i = 0; i < part.size(); ++i) {
      if (Combine(spec_.value[i], part[i]) != 0) return 0;
    }
    return 1;
  }

 private:
  int Combine(char a, char b) const {
    switch (spec_.op) {
      case BitwiseOperator::kAnd: return a & b;
      case BitwiseOperator::kOr: return a | b;
      case BitwiseOperator::kXor: return a ^ b;
    }
    return 0;
  }
};

class Long final : public ComparatorOf<Long, LongSpec> {
 public:
  using ComparatorOf::ComparatorOf;
  int Compare(BytesView part) override {
    const std::optional<int64_t> that = DecodeLong(part);
    if (!that) {
      return Fail(Status(StatusCode::kInvalidArgument,
                         fmt::format("Wrong length: {}, expected 8", part.size())));
    }
    return spec_.value < *that ? -1 : spec_.value > *that ? 1 : 0;
  }
};

class BigDecimal final : public ComparatorOf<BigDecimal, BigDecimalSpec> {
 public:
  using ComparatorOf::ComparatorOf;
  int Compare(BytesView part) override {
    const std::optional<int> order = CompareBigDecimals(spec_.value, part);
    if (order) return *order;
    return Fail(Status(StatusCode::kInvalidArgument,
                       fmt::format("Not a BigDecimal: {}", ToStringBinary(part.substr(0, 64)))));
  }
};

class Null final : public ComparatorOf<Null, NullSpec> {
 public:
  using ComparatorOf::ComparatorOf;
  int Compare(BytesView /*part*/) override { return 1; }
};

class Substring final : public ComparatorOf<Substring, SubstringSpec> {
 public:
  using ComparatorOf::ComparatorOf;
  int Compare(BytesView part) override {
    return model::LowerCase(part, scratch_).find(spec_.text) == BytesView::npos ? 1 : 0;
  }

 private:
  std::string scratch_;
};

std::unique_ptr<Comparator> New(BinarySpec spec) {
  return std::make_unique<Binary>(std::move(spec));
}
std::unique_ptr<Comparator> New(BinaryPrefixSpec spec) {
  return std::make_unique<BinaryPrefix>(std::move(spec));
}
std::unique_ptr<Comparator> New(BinaryComponentSpec spec) {
  return std::make_unique<BinaryComponent>(std::move(spec));
}
std::unique_ptr<Comparator> New(BitSpec spec) { return std::make_unique<Bit>(std::move(spec)); }
std::unique_ptr<Comparator> New(LongSpec spec) { return std::make_unique<Long>(spec); }
Result<std::unique_ptr<Comparator>> New(BigDecimalSpec spec) {
  if (!IsBigDecimal(spec.value)) {
    return Status(StatusCode::kInvalidArgument,
                  fmt::format("Not a BigDecimal: {}", ToStringBinary(spec.value)));
  }
  return std::unique_ptr<Comparator>(std::make_unique<BigDecimal>(std::move(spec)));
}
std::unique_ptr<Comparator> New(NullSpec spec) { return std::make_unique<Null>(spec); }
std::unique_ptr<Comparator> New(const SubstringSpec& spec) {
  std::string scratch;
  return std::make_unique<Substring>(
      SubstringSpec{std::string(model::LowerCase(spec.text, scratch))});
}
Result<std::unique_ptr<Comparator>> New(RegexSpec spec) {
  return NewRegexComparator(std::move(spec));
}

}  // namespace

Result<std::unique_ptr<Comparator>> MakeComparator(ComparatorSpec spec) {
  return std::visit(
      [](auto&& held) -> Result<std::unique_ptr<Comparator>> {
        return New(std::forward<decltype(held)>(held));
      },
      std::move(spec));
}

Bytes ValueOf(const Comparator& comparator) {
  return std::visit(
      [](const auto& spec) -> Bytes {
        using Spec = std::decay_t<decltype(spec)>;
        if constexpr (std::is_same_v<Spec, LongSpec>) {
          return EncodeLong(spec.value);
        } else if constexpr (std::is_same_v<Spec, NullSpec>) {
          return {};
        } else if constexpr (std::is_same_v<Spec, SubstringSpec>) {
          return spec.text;
        } else if constexpr (std::is_same_v<Spec, RegexSpec>) {
          return spec.pattern;
        } else {
          return spec.value;
        }
      },
      comparator.Describe());
}

bool Rejects(CompareOperator op, Comparator* comparator, BytesView part) {
  if (op == CompareOperator::kNoOp) return true;
  const int order = comparator->Compare(part);
  switch (op) {
    case CompareOperator::kLess: return order <= 0;
    case CompareOperator::kLessOrEqual: return order < 0;
    case CompareOperator::kEqual: return order != 0;
    case CompareOperator::kNotEqual: return order == 0;
    case CompareOperator::kGreaterOrEqual: return order > 0;
    case CompareOperator::kGreater: return order >= 0;
    case CompareOperator::kNoOp: break;
  }
  return true;
}

}  // namespace basalt::filter
