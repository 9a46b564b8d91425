// NamingEnv: RocksDB's way to the files, which remembers for each thread the file it read last.
//
// RocksDB's reports of damage do not always say in which file it is; the thread that gets the
// report has just read it. Costs a few bytes' copy for each read of a file.
#pragma once

#include <string>

#include <rocksdb/env.h>

namespace basalt::store {

// Lives as long as the process. Thread safe.
rocksdb::Env* NamingEnv();

// The name, without its directory, of the file this thread read last; empty if there is none.
std::string LastFileRead();

}  // namespace basalt::store
