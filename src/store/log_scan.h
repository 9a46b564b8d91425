// Reads files in RocksDB's log format, write-ahead logs and MANIFESTs, and finds out how far they
// are whole, before RocksDB reads them.
//
// RocksDB takes some damage in the middle of a log for its end, or goes on after it, and silently
// loses what was there: a length beyond the end of the file, a page of zeros. And where it does
// report damage it does not name the file.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "basalt/status.h"

namespace basalt::store {

struct LogScan {
  uint64_t size = 0;
  // The end of the last whole record, which may be of several fragments.
  uint64_t whole_end = 0;
  // The end of the last valid fragment; all fragments before it are valid.
  uint64_t valid_end = 0;
  // Where the fragment at valid_end would end by its header; 0 if there is no header that could be
  // of a fragment.
  uint64_t torn_end = 0;
  // Whether there is nothing but zeros after valid_end: space that was allocated and not written.
  bool zeros_follow = false;
  // Whether a valid fragment follows the part that is not.
  bool valid_follows = false;

  // Whether everything is there that a writer had appended when the file had this length. The
  // writer may have stopped inside a fragment.
  bool IntactTo(uint64_t length) const { return valid_end >= length || torn_end > length; }
  // Whether the file ends as one does whose writer was killed, or that is complete.
  bool EndsWell() const {
    return valid_end == size || zeros_follow || torn_end > size || size - valid_end < 7;
  }
};

// Calls `visit` with each whole record in order. kIoError if the file cannot be read; damage is not
// an error.
Result<LogScan> ScanLog(const std::string& path,
                        const std::function<void(std::string_view record)>& visit);

// The sequence numbers of the writes in a write-ahead log.
struct LogSequences {
  // 0 if there is no write.
  uint64_t first = 0;
  // One past the last.
  uint64_t next = 0;

  // `record`: a whole record of a write-ahead log.
  void Note(std::string_view record);
};

}  // namespace basalt::store
