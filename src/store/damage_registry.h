// DamageRegistry: the damaged files of a store, and what a damaged file costs: reads of its bad
// blocks and the compactions of its family, and nothing else.
//
// RocksDB stops all writes of an instance when a compaction meets a bad block. A failed compaction
// has changed nothing, so that is undone here: the file is noted, and its family is left out of
// automatic compactions until it is repaired (family_repair.h). A worker finds out which rows are
// lost, writes a record for `basalt check` and reports the file once. Thread safe; owned by the
// store.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "basalt/bytes.h"
#include "basalt/status.h"
#include "store/damage.h"
#include "store/engine_fwd.h"

namespace basalt::store {

class Family;
class Store;

class DamageRegistry {
 public:
  // `store` owns the registry.
  explicit DamageRegistry(Store& store) : store_(store) {}
  ~DamageRegistry() { Stop(); }
  DamageRegistry(const DamageRegistry&) = delete;
  DamageRegistry& operator=(const DamageRegistry&) = delete;

  // Reads the records of an earlier process; forgets files that are gone. After opening the engine.
  void Load();
  // Ends the worker. Files can still be noted, but nothing more is done about them.
  void Stop();

  // A read of the family failed. Notes the file if the error is damage; returns the error with the
  // table, the family, the file and its rows.
  Status Explain(const Family& family, const Status& error);
  // A compaction of the family failed by damage.
  void NoteCompaction(const std::string& label, const Status& error);
  // The file (its name in the engine's directory) of the family is damaged. `error`: what was seen.
  void Note(const std::string& label, const std::string& file, const std::string& error);
  // The family is gone or has been repaired.
  void Forget(std::string_view label);

  std::vector<DamagedFile> List() const;
  bool Contains(std::string_view label) const;
  // The number of failed reads and compactions since the store was opened.
  uint64_t failures() const { return failures_.load(std::memory_order_relaxed); }
  // Returns when every noted file has been surveyed and reported.
  void WaitUntilSurveyed();

 private:
  // The damaged file of the family that an error is about; empty: nobody knows.
  std::string FindFile(const std::string& label, const Status& error) const;
  void Work();
  void Survey(DamagedFile file);
  // Fills in the label, if it is not known, and the file's keys. False: the file is not in use.
  bool Locate(DamagedFile& file) const;
  // A file found before the catalog was opened gets its table's name later. Takes the lock of the
  // store's families, under which Forget is called: not to be called under `mutex_`.
  void SetOwner(DamagedFile& file) const;

  Store& store_;
  std::atomic<uint64_t> failures_{0};
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  // By name.
  std::map<std::string, DamagedFile, std::less<>> files_;
  std::deque<std::string> to_survey_;
  bool surveying_ = false;
  bool stopped_ = false;
  std::thread worker_;
};

// Tells the registry, which must outlive the engine, about failed compactions, and RocksDB that
// they are no error of the instance.
std::shared_ptr<rocksdb::EventListener> MakeDamageListener(DamageRegistry& registry);

// The name of a store file in an error message; empty: there is none.
std::string StoreFileIn(std::string_view message);

}  // namespace basalt::store
