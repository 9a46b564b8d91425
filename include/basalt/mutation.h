// Writes: Put, Delete, Increment, Append and RowMutations; and CheckAndMutate, by its own header.
//
// Builders with HBase's names: SetX() changes, x() reads. The first four are a Mutation
// (basalt/mutation_base.h), a value that owns its bytes and can be copied into a batch; the
// arguments of a builder are copied, so views need to be valid during the call only. A malformed
// mutation is refused when it is applied, with HBase's message, and nothing of it is written.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "basalt/check_and_mutate.h"
#include "basalt/export.h"
#include "basalt/mutation_base.h"

namespace basalt {
inline namespace v1 {

// Writes cells of one row, atomically.
//
//   table->Put(Put("row").AddColumn("family", "qualifier", "value"));
class BASALT_EXPORT Put : public MutationBuilder<Put> {
 public:
  // `timestamp` is for the columns added without one.
  explicit Put(Bytes row, int64_t timestamp = kLatestTimestamp);
  // Writes the column at the Put's timestamp. A column may be added several times, with different
  // timestamps; of two cells with the same one the later counts.
  Put& AddColumn(BytesView family, BytesView qualifier, BytesView value);
  // Writes the column at the given timestamp, in milliseconds.
  Put& AddColumn(BytesView family, BytesView qualifier, int64_t timestamp, BytesView value);
};

// Deletes cells of one row, atomically, by writing delete markers. Without any Add... it deletes
// the whole row: every family, up to its timestamp.
class BASALT_EXPORT Delete : public MutationBuilder<Delete> {
 public:
  // `timestamp` is that of the whole row's deletion and of what is added without one.
  explicit Delete(Bytes row, int64_t timestamp = kLatestTimestamp);
  // One version: at the timestamp, or the newest there is when none is given. Finding the newest
  // needs a read.
  Delete& AddColumn(BytesView family, BytesView qualifier);
  Delete& AddColumn(BytesView family, BytesView qualifier, int64_t timestamp);
  // All versions up to the timestamp.
  Delete& AddColumns(BytesView family, BytesView qualifier);
  Delete& AddColumns(BytesView family, BytesView qualifier, int64_t timestamp);
  // All columns of the family up to the timestamp. Replaces what was added for the family before.
  Delete& AddFamily(BytesView family);
  Delete& AddFamily(BytesView family, int64_t timestamp);
  // All columns of the family at exactly the timestamp.
  Delete& AddFamilyVersion(BytesView family, int64_t timestamp);
};

// Adds to counters of one row, atomically. A counter is a value of 8 bytes, big endian (EncodeLong,
// DecodeLong).
class BASALT_EXPORT Increment : public ReadModifyWriteBuilder<Increment> {
 public:
  // The timestamp of a new cell is the server's clock, and greater than that of the version it
  // replaces.
  explicit Increment(Bytes row);
  // A column that does not exist counts from zero; one whose value is not 8 bytes is an error. The
  // amount may be negative; the sum wraps around.
  Increment& AddColumn(BytesView family, BytesView qualifier, int64_t amount);
};

// Appends bytes to values of one row, atomically.
class BASALT_EXPORT Append : public ReadModifyWriteBuilder<Append> {
 public:
  // The timestamp of a new cell is the server's clock, and greater than that of the version it
  // replaces.
  explicit Append(Bytes row);
  // Writes the column's newest value followed by `suffix`; a column that does not exist becomes
  // `suffix`.
  Append& AddColumn(BytesView family, BytesView qualifier, BytesView suffix);
};

// Mutations of one row that are applied atomically, in the order given. A value; owns its
// mutations.
class BASALT_EXPORT RowMutations {
 public:
  // The row that every added mutation must have.
  explicit RowMutations(Bytes row) : row_(std::move(row)) {}
  // Adds a Put, Delete, Increment or Append. One of another row makes the call fail with
  // kDoNotRetry when it is applied.
  RowMutations& Add(Mutation mutation) {
    mutations_.push_back(std::move(mutation));
    return *this;
  }
  // The row that is changed. Valid while this object is.
  const Bytes& row() const { return row_; }
  // The mutations in order. Valid until this object is changed or destroyed.
  const std::vector<Mutation>& mutations() const { return mutations_; }

 private:
  Bytes row_;
  std::vector<Mutation> mutations_;
};

}  // namespace v1
}  // namespace basalt
