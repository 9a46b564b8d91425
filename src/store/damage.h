// DamagedFile: a file of the store that cannot be read completely. A value.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "basalt/bytes.h"
#include "store/row_order.h"

namespace basalt::store {

// Keys that cannot be read: those behind `after` and before `before`. Empty: from the first key of
// the file, to its last.
struct LostKeys {
  Bytes after;
  Bytes before;
};

struct DamagedFile {
  // In the engine's directory.
  std::string name;
  // Of its family; empty while it is not known.
  std::string label;
  // "table t, family f", or the label where no table is known.
  std::string owner;
  // What was seen first.
  std::string error;
  RowOrder row_order = RowOrder::kPlain;
  // The first and the last key of the file.
  Bytes smallest;
  Bytes largest;
  // Known once the file has been surveyed.
  bool surveyed = false;
  std::vector<LostKeys> lost;

  // "rows 'a' to 'b'" of each gap; of the whole file before it has been surveyed. A gap is between
  // two readable cells, so its first and its last row may be readable in part.
  std::string LostRows() const;
  // One sentence: which file, whose, and what of it is lost.
  std::string Describe() const;
};

// "rows 'a' to 'b'".
std::string RowsText(BytesView first_key, BytesView last_key, RowOrder order);

}  // namespace basalt::store
