// Which tables, families and rows the crash test uses, and who may touch them.
//
// Table "main", families a, b, v (and x, which comes and goes):
//   own/<thread>/<n>   written by one thread only, so what it holds is known exactly
//   count/<n>          counters that all threads increment; a:n and b:n always by the same amount
//   free/<thread>/<n>  one thread's, often written without the log; all columns get the same token
//   x/<n>              cells of family x only, written by the thread that adds and drops x
// Tables "s0", "s1", "s2": created, altered, truncated and dropped by the first thread.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "basalt/bytes.h"
#include "basalt/descriptor.h"

namespace basalt::crash {

constexpr std::string_view kMainTable = "main";
constexpr int kScratchTables = 3;
constexpr std::string_view kExtraFamily = "x";
constexpr std::string_view kOwnPrefix = "own/";
constexpr std::string_view kCountPrefix = "count/";
constexpr std::string_view kFreePrefix = "free/";
constexpr int kOwnRows = 40;
constexpr int kCountRows = 6;
constexpr int kFreeRows = 8;
// The first thread changes tables; the others write rows.
constexpr int kDdlThread = 0;

// The column kCheckAndPut looks at.
constexpr std::string_view kCheckedFamily = "a";
constexpr std::string_view kCheckedQualifier = "q0";
constexpr std::string_view kCounter = "n";

inline std::string ScratchTable(int number) { return "s" + std::to_string(number); }

// The families a table is created with, and their VERSIONS.
inline std::map<Bytes, int32_t> InitialFamilies(std::string_view table) {
  if (table == kMainTable) return {{"a", 1}, {"b", 1}, {"v", 3}};
  return {{"p", 1}, {"q", 2}};
}

// How a store of this run is made; drawn from the seed, given to writer and checker alike.
struct StoreShape {
  int threads = 4;
  uint64_t memstore_bytes = 64 << 10;
  // MOB threshold of main's family b; negative: not a MOB family.
  int64_t mob_threshold = -1;
  Compression compression = Compression::kNone;
};

}  // namespace basalt::crash
