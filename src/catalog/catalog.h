// Catalog: which namespaces, tables, regions and snapshots exist, in parts over one commit point.
//
// Namespaces and tables are records in the store's system space; regions are rows of hbase:meta, a
// table like others; snapshots are folders. A change writes its records and its rows in one step,
// so a crash leaves the old state or the new. Column families that a record calls leftovers of a
// change are dropped at the next open; others that no table has are kept and reported.
//
// Thread safe; DDL runs one change at a time. Errors are HBase's. Rows are read and written through
// TableAccess.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "basalt/descriptor.h"
#include "basalt/status.h"
#include "catalog/catalog_state.h"
#include "catalog/namespaces.h"
#include "catalog/regions.h"
#include "catalog/replication_peers.h"
#include "catalog/snapshots.h"
#include "catalog/table_changes.h"
#include "catalog/tables.h"
#include "store/store.h"
#include "store/write_guard.h"

namespace basalt::catalog {

class Catalog;

// Makes the guard a table's descriptor asks for (nullptr: none), or says what is wrong with it;
// then the table is not created or changed. Called with every descriptor, also at open. `before`
// is what the table was so far: nullptr for a new one, the same descriptor at open and when only
// the table's state changes. At open the catalog does not know all tables yet; guards use it when
// they check.
using GuardFactory = std::function<Result<std::shared_ptr<const store::WriteGuard>>(
    const TableDescriptor& table, const TableDescriptor* before, const Catalog& catalog)>;

class Catalog {
 public:
  static Result<std::unique_ptr<Catalog>> Open(std::shared_ptr<store::Store> store,
                                               GuardFactory guards = nullptr);

  const std::shared_ptr<store::Store>& store() const { return state_.store(); }

  Tables& tables() { return tables_; }
  const Tables& tables() const { return tables_; }
  Regions& regions() { return regions_; }
  const Regions& regions() const { return regions_; }
  Namespaces& namespaces() { return namespaces_; }
  const Namespaces& namespaces() const { return namespaces_; }
  ReplicationPeers& peers() { return peers_; }
  const ReplicationPeers& peers() const { return peers_; }
  Snapshots& snapshots() { return snapshots_; }
  const Snapshots& snapshots() const { return snapshots_; }

 private:
  Catalog(std::shared_ptr<store::Store> store, const GuardFactory& guards);

  // Opening, in this order.
  Status Load();
  Status DropLeftovers();
  // Makes hbase:meta and hbase:namespace in a directory that has none yet, with rows for all that
  // is there.
  Status CreateSystemTables();
  // Makes hbase:meta and hbase:namespace anew, from the records and the copies of regions, if they
  // cannot be read.
  Status MendSystemTables();
  Status RebuildMeta(TableEntry& entry);
  Status RebuildNamespaces(TableEntry& entry);

  CatalogState state_;
  TableChanges changes_;
  Tables tables_;
  Regions regions_;
  Namespaces namespaces_;
  ReplicationPeers peers_;
  Snapshots snapshots_;
};

}  // namespace basalt::catalog
