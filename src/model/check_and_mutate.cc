#include "basalt/check_and_mutate.h"

#include <utility>

#include "basalt/mutation.h"

namespace basalt {
inline namespace v1 {

CheckAndMutate& CheckAndMutate::IfNotExists(BytesView family, BytesView qualifier) {
  family_ = family;
  qualifier_ = qualifier;
  operator_ = CompareOperator::kEqual;
  value_.reset();
  return *this;
}

CheckAndMutate& CheckAndMutate::IfEquals(BytesView family, BytesView qualifier, BytesView value) {
  return IfMatches(family, qualifier, CompareOperator::kEqual, value);
}

CheckAndMutate& CheckAndMutate::IfMatches(BytesView family, BytesView qualifier, CompareOperator op,
                                          BytesView value) {
  family_ = family;
  qualifier_ = qualifier;
  operator_ = op;
  value_ = Bytes(value);
  return *this;
}

CheckAndMutate& CheckAndMutate::IfMatches(FilterPtr filter) {
  filter_ = std::move(filter);
  return *this;
}

CheckAndMutate& CheckAndMutate::SetTimeRange(const TimeRange& range) {
  time_range_ = range;
  return *this;
}

CheckAndMutate& CheckAndMutate::Then(Mutation mutation) {
  mutations_.push_back(std::move(mutation));
  return *this;
}

CheckAndMutate& CheckAndMutate::Then(const RowMutations& mutations) {
  mutations_.insert(mutations_.end(), mutations.mutations().begin(), mutations.mutations().end());
  return *this;
}

}  // namespace v1
}  // namespace basalt
