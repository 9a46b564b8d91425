// NamingEnv: a RocksDB Env that remembers for each thread the file it read last.
//
// RocksDB's corruption errors do not always name the file; the thread that gets the error has just
// read it. Costs a copy of a few bytes per file read.
//
// It also suppresses RocksDB's OPTIONS files, which hold the options of all families and are
// rewritten whenever a family is created or dropped: Basalt never reads them, and with many tables
// they would take most of the time. RocksDB 8 and later need one when they open a directory.
//
// And it gives what RocksDB creates the permissions of base/file_ops.h: files 0600, folders 0700.
#pragma once

#include <functional>
#include <string>

#include <rocksdb/env.h>

namespace basalt::store {

// Lives as long as the process. Thread safe.
rocksdb::Env* NamingEnv();

// Creates, changes or drops a family by one RocksDB call, without writing the OPTIONS file as its
// last step.
rocksdb::Status WithoutOptionsFile(const std::function<rocksdb::Status()>& change);

// The name, without its directory, of the file this thread read last; empty if there is none.
std::string LastFileRead();

}  // namespace basalt::store
