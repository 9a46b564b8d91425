#include "copy/range_verify.h"

#include "base/check.h"
#include "copy/digest.h"
#include "copy/range_copy.h"
#include "copy/row_repair.h"

namespace basalt::copy {
namespace {

constexpr uint64_t kMaxBytes = 16 << 20;
// Deleting a cell may reveal an older one, which must be deleted, too.
constexpr int kRepairs = 4;

Result<bool> SameStored(const CopySpec& spec, Table& source, Table& destination,
                        const KeyRange& range) {
  BASALT_ASSIGN_OR_RETURN(RowStream wanted, RowStream::Open(source, RawScan(spec, range)));
  BASALT_ASSIGN_OR_RETURN(RowStream found, RowStream::Open(destination, RawScan(spec, range)));
  BASALT_ASSIGN_OR_RETURN(const DigestedRows a, DigestBefore(wanted, {}));
  BASALT_ASSIGN_OR_RETURN(const DigestedRows b, DigestBefore(found, {}));
  return a.digest == b.digest;
}

// Compares the rows of a range whose digests differ.
Status Examine(const CopySpec& spec, Table& source, Table& destination, const KeyRange& range,
               Verified& verified) {
  BASALT_ASSIGN_OR_RETURN(auto different,
                          CompareRows(spec, source, destination, range, spec.repair));
  if (different && spec.repair) {
    for (int i = 0; i < kRepairs && different; ++i) {
      BASALT_ASSIGN_OR_RETURN(different,
                              CompareRows(spec, source, destination, range, i + 1 < kRepairs));
    }
    if (!different) ++verified.repaired;
  }
  if (different) {
    verified.different.push_back(*different);
    return {};
  }
  // A concurrent write may have reached only one table before.
  BASALT_ASSIGN_OR_RETURN(const bool same, SameStored(spec, source, destination, range));
  if (same) return {};
  if (spec.exact) {
    verified.different.push_back({.first = range.start, .last = range.stop});
  } else {
    ++verified.old_cells_differ;
  }
  return {};
}

// Verifies until the end of the range. False if the range was split before rows already read.
Result<bool> VerifyUntilSplit(const CopySpec& spec, Table& source, Table& destination,
                              WorkList& work, size_t place, const std::atomic<bool>& stop,
                              Verified& verified) {
  KeyRange rest = RestOf(work.Get(place));
  BASALT_ASSIGN_OR_RETURN(RowStream wanted, RowStream::Open(source, RawScan(spec, rest)));
  BASALT_ASSIGN_OR_RETURN(RowStream found, RowStream::Open(destination, RawScan(spec, rest)));
  for (;;) {
    if (stop.load(std::memory_order_relaxed)) return Status(StatusCode::kCancelled, "stopped");
    BASALT_ASSIGN_OR_RETURN(const DigestedRows a, DigestSome(wanted, spec.verify_rows, kMaxBytes));
    BASALT_ASSIGN_OR_RETURN(const RowResult* more, wanted.Peek());
    // The last piece extends to the end of the range, for rows that only the destination has.
    const bool last = more == nullptr;
    const Bytes end = last ? work.ClaimRest(place) : work.Claim(place, a.last_row);
    if (!end.empty() && a.last_row >= end) return false;
    const KeyRange piece{rest.start, last ? end : RowAfter(a.last_row)};
    BASALT_ASSIGN_OR_RETURN(const DigestedRows b, DigestBefore(found, piece.stop));
    ++verified.ranges;
    if (!(a.digest == b.digest)) {
      BASALT_RETURN_IF_ERROR(Examine(spec, source, destination, piece, verified));
    }
    work.Progress(place, a.last_row, a.counts);
    if (last) return true;
    rest.start = piece.stop;
  }
}

}  // namespace

Status VerifyRange(const CopySpec& spec, Table& source, Table& destination, WorkList& work,
                   size_t place, const std::atomic<bool>& stop, Verified& verified) {
  BASALT_DCHECK(work.IsTaken(place), "The caller has taken the range.");
  for (bool whole = false; !whole;) {
    BASALT_ASSIGN_OR_RETURN(
        whole, VerifyUntilSplit(spec, source, destination, work, place, stop, verified));
  }
  work.Done(place);
  return {};
}

}  // namespace basalt::copy
