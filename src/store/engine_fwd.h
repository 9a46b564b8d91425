// Forward declarations of RocksDB types, so that headers of this room do not include RocksDB.
#pragma once

namespace rocksdb {
class BackupEngine;
class Cache;
class ColumnFamilyHandle;
class DB;
class Env;
class EventListener;
class Iterator;
class Logger;
class Status;
class WriteBatch;
struct IngestExternalFileArg;
struct ReadOptions;
}  // namespace rocksdb
