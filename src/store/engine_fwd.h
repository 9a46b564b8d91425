// RocksDB's names, without RocksDB: so that the headers other rooms include do not bring it in.
#pragma once

namespace rocksdb {
class BackupEngine;
class Cache;
class ColumnFamilyHandle;
class DB;
class Iterator;
class WriteBatch;
struct ReadOptions;
}  // namespace rocksdb
