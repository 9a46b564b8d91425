// How HBase keeps the list of a family's store files: the setting hbase.store.file-tracker.impl of
// tables and families, and HBase's rules for changing it. Basalt has one way, so the setting is
// kept and checked, and has no effect. Pure functions.
#pragma once

#include <string>
#include <string_view>

#include "basalt/descriptor.h"

namespace basalt::model {

inline constexpr std::string_view kTrackerKey = "hbase.store.file-tracker.impl";
// Of a migration: from which tracker to which.
inline constexpr std::string_view kMigrationSourceKey =
    "hbase.store.file-tracker.migration.src.impl";
inline constexpr std::string_view kMigrationTargetKey =
    "hbase.store.file-tracker.migration.dst.impl";

enum class StoreFileTracker : uint8_t { kDefault, kFile, kMigration };

// DEFAULT, FILE or MIGRATION, in any case, or the class of one of them. kDoNotRetry for others.
Result<StoreFileTracker> ParseStoreFileTracker(std::string_view name);
// The tracker's name, as above.
std::string_view NameOf(StoreFileTracker tracker);

// The tracker of a family: its own or its table's.
Result<StoreFileTracker> StoreFileTrackerOf(const TableDescriptor& table,
                                            const FamilyDescriptor& family);

// A new table must not be in the middle of a migration.
Status CheckNewTrackers(const TableDescriptor& table);
// A tracker is changed in two steps, to MIGRATION and then to the migration's target.
Status CheckTrackerChange(const TableDescriptor& before, const TableDescriptor& after,
                          bool table_is_disabled);
// A snapshot is restored only to a table whose families have the trackers of then.
Status CheckRestoredTrackers(const TableDescriptor& current, const TableDescriptor& snapshot);

// The table, or that family of it, with the tracker `target` after HBase's two steps from what it
// has; `target` is stored as it is written. Errors are those of the steps.
Result<TableDescriptor> MigrateTableTracker(const TableDescriptor& table,
                                            const std::string& target);
Result<TableDescriptor> MigrateFamilyTracker(const TableDescriptor& table, BytesView family,
                                             const std::string& target);

}  // namespace basalt::model
