// NamingEnv: RocksDB's way to the files, which remembers for each thread the file it read last.
//
// RocksDB's reports of damage do not always say in which file it is; the thread that gets the
// report has just read it. Costs a few bytes' copy for each read of a file.
//
// It also keeps RocksDB from writing down its options, those of all families anew with every family
// that comes or goes: Basalt never reads them, and with many tables they would take most of the
// time. RocksDB 8 and later insist on them when they open a directory.
#pragma once

#include <functional>
#include <string>

#include <rocksdb/env.h>

namespace basalt::store {

// Lives as long as the process. Thread safe.
rocksdb::Env* NamingEnv();

// Makes, changes or drops a family by one call of RocksDB, which would write down the options of
// all families as its last step; that they are not kept is no error.
rocksdb::Status WithoutOptionsFile(const std::function<rocksdb::Status()>& change);

// The name, without its directory, of the file this thread read last; empty if there is none.
std::string LastFileRead();

}  // namespace basalt::store
