#include "model/store_file_tracker.h"

#include <array>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "model/attributes.h"
#include "model/units.h"

namespace basalt::model {
namespace {

struct TrackerName {
  std::string_view name;
  std::string_view class_name;
};
// By StoreFileTracker.
constexpr std::array<TrackerName, 3> kTrackers = {{
    {"DEFAULT", "org.apache.hadoop.hbase.regionserver.storefiletracker.DefaultStoreFileTracker"},
    {"FILE", "org.apache.hadoop.hbase.regionserver.storefiletracker.FileBasedStoreFileTracker"},
    {"MIGRATION",
     "org.apache.hadoop.hbase.regionserver.storefiletracker.MigrationStoreFileTracker"},
}};

Status Refuse(std::string message) { return {StatusCode::kDoNotRetry, std::move(message)}; }

// One end of the migration that a family is in.
Result<StoreFileTracker> MigrationEnd(const TableDescriptor& table, const FamilyDescriptor& family,
                                      std::string_view key) {
  const auto name = DescriptorSettings(family, table).Text(key);
  if (!name) {
    return Refuse(fmt::format("java.lang.NullPointerException: config {} is not set", key));
  }
  BASALT_ASSIGN_OR_RETURN(const StoreFileTracker tracker, ParseStoreFileTracker(*name));
  if (tracker != StoreFileTracker::kMigration) return tracker;
  return Refuse(
      fmt::format("Should not specify {} as MIGRATION because it can not be nested", key));
}

std::string Place(const TableDescriptor& table, const FamilyDescriptor& family) {
  return fmt::format("for family {} of table {}", family.name(), table.name().ToString());
}

// A family of both tables, with what it was and what it is to be.
struct FamilyChange {
  const TableDescriptor& old_table;
  const FamilyDescriptor& old_family;
  const TableDescriptor& new_table;
  const FamilyDescriptor& new_family;

  std::string place() const { return Place(new_table, new_family); }
};

Status CheckEndKept(const FamilyChange& change, std::string_view end, std::string_view key) {
  BASALT_ASSIGN_OR_RETURN(const auto before,
                          MigrationEnd(change.old_table, change.old_family, key));
  BASALT_ASSIGN_OR_RETURN(const auto after, MigrationEnd(change.new_table, change.new_family, key));
  if (before == after) return {};
  return Refuse(fmt::format("The {} tracker has been changed from {} to {} {}", end, NameOf(before),
                            NameOf(after), change.place()));
}

Status CheckFromMigration(const FamilyChange& change, StoreFileTracker to, bool table_is_disabled) {
  if (to == StoreFileTracker::kMigration) {
    BASALT_RETURN_IF_ERROR(CheckEndKept(change, "src", kMigrationSourceKey));
    return CheckEndKept(change, "dst", kMigrationTargetKey);
  }
  BASALT_ASSIGN_OR_RETURN(const auto target,
                          MigrationEnd(change.old_table, change.old_family, kMigrationTargetKey));
  if (table_is_disabled) {
    return {StatusCode::kTableNotEnabled,
            fmt::format("Should not change store file tracker implementation from MIGRATION while "
                        "table {} is disabled",
                        change.new_table.name().ToString())};
  }
  if (to == target) return {};
  return Refuse(fmt::format("Should migrate tracker to {} but got {} {}", NameOf(target),
                            NameOf(to), change.place()));
}

Status CheckToMigration(const FamilyChange& change, StoreFileTracker from, StoreFileTracker to) {
  if (from == to) return {};
  if (to != StoreFileTracker::kMigration) {
    return Refuse(fmt::format("Should change to MIGRATION first when migrating from {} {}",
                              NameOf(from), change.place()));
  }
  BASALT_ASSIGN_OR_RETURN(const auto source,
                          MigrationEnd(change.new_table, change.new_family, kMigrationSourceKey));
  if (source != from) {
    return Refuse(
        fmt::format("Should use src tracker {} first but got {} when migrating from {} {}",
                    NameOf(from), NameOf(source), NameOf(from), change.place()));
  }
  BASALT_ASSIGN_OR_RETURN(const auto target,
                          MigrationEnd(change.new_table, change.new_family, kMigrationTargetKey));
  if (source != target) return {};
  return Refuse(fmt::format("The src tracker and dst tracker are both {} {}", NameOf(source),
                            change.place()));
}

Status CheckNewFamily(const TableDescriptor& table, const FamilyDescriptor& family) {
  BASALT_ASSIGN_OR_RETURN(const auto tracker, StoreFileTrackerOf(table, family));
  if (tracker != StoreFileTracker::kMigration) return {};
  return Refuse(
      fmt::format("Should not use MIGRATION as store file tracker for new family {} of "
                  "table {}",
                  family.name(), table.name().ToString()));
}

// Sets a value where a migration keeps its settings; an empty one removes it.
using Setter =
    std::function<Status(TableDescriptor&, std::string_view key, const std::string& value)>;

// HBase's steps, each of which is a change of the table.
Result<TableDescriptor> Migrate(const TableDescriptor& table, const FamilyDescriptor& family,
                                const std::string& target, const Setter& set) {
  BASALT_ASSIGN_OR_RETURN(const auto wanted, ParseStoreFileTracker(target));
  TableDescriptor current = table;
  const auto step = [&](const std::function<Status(TableDescriptor&)>& change) -> Status {
    TableDescriptor next = current;
    BASALT_RETURN_IF_ERROR(change(next));
    BASALT_RETURN_IF_ERROR(CheckTrackerChange(current, next, false));
    current = std::move(next);
    return {};
  };
  BASALT_ASSIGN_OR_RETURN(auto tracker, StoreFileTrackerOf(table, family));
  if (tracker == wanted) return table;
  if (tracker == StoreFileTracker::kMigration) {
    BASALT_ASSIGN_OR_RETURN(const auto under_way, MigrationEnd(table, family, kMigrationTargetKey));
    if (under_way != wanted) {
      BASALT_RETURN_IF_ERROR(step([&](TableDescriptor& next) {
        return set(next, kTrackerKey, std::string(NameOf(under_way)));
      }));
      tracker = under_way;
    }
  }
  if (tracker != StoreFileTracker::kMigration) {
    BASALT_RETURN_IF_ERROR(step([&](TableDescriptor& next) -> Status {
      BASALT_RETURN_IF_ERROR(set(next, kTrackerKey, "MIGRATION"));
      // HBase takes the source from the master's configuration, not from the table.
      BASALT_RETURN_IF_ERROR(set(next, kMigrationSourceKey, "DEFAULT"));
      return set(next, kMigrationTargetKey, target);
    }));
  }
  BASALT_RETURN_IF_ERROR(step([&](TableDescriptor& next) -> Status {
    BASALT_RETURN_IF_ERROR(set(next, kTrackerKey, target));
    BASALT_RETURN_IF_ERROR(set(next, kMigrationSourceKey, ""));
    return set(next, kMigrationTargetKey, "");
  }));
  return current;
}

}  // namespace

std::string_view NameOf(StoreFileTracker tracker) {
  return kTrackers[static_cast<size_t>(tracker)].name;
}

Result<StoreFileTracker> ParseStoreFileTracker(std::string_view name) {
  for (size_t i = 0; i < kTrackers.size(); ++i) {
    if (EqualsIgnoringCase(kTrackers[i].name, name) || kTrackers[i].class_name == name) {
      return static_cast<StoreFileTracker>(i);
    }
  }
  return Refuse(
      fmt::format("java.lang.RuntimeException: java.lang.ClassNotFoundException: Class {} not "
                  "found",
                  name));
}

Result<StoreFileTracker> StoreFileTrackerOf(const TableDescriptor& table,
                                            const FamilyDescriptor& family) {
  return ParseStoreFileTracker(
      DescriptorSettings(family, table).Text(kTrackerKey).value_or("DEFAULT"));
}

Status CheckNewTrackers(const TableDescriptor& table) {
  for (const FamilyDescriptor& family : table.families()) {
    BASALT_RETURN_IF_ERROR(CheckNewFamily(table, family));
  }
  return {};
}

Status CheckTrackerChange(const TableDescriptor& before, const TableDescriptor& after,
                          bool table_is_disabled) {
  for (const FamilyDescriptor& family : after.families()) {
    const FamilyDescriptor* old_family = before.FindFamily(family.name());
    if (old_family == nullptr) {
      BASALT_RETURN_IF_ERROR(CheckNewFamily(after, family));
      continue;
    }
    const FamilyChange change{before, *old_family, after, family};
    BASALT_ASSIGN_OR_RETURN(const auto from, StoreFileTrackerOf(before, *old_family));
    BASALT_ASSIGN_OR_RETURN(const auto to, StoreFileTrackerOf(after, family));
    BASALT_RETURN_IF_ERROR(from == StoreFileTracker::kMigration
                               ? CheckFromMigration(change, to, table_is_disabled)
                               : CheckToMigration(change, from, to));
  }
  return {};
}

Status CheckRestoredTrackers(const TableDescriptor& current, const TableDescriptor& snapshot) {
  for (const FamilyDescriptor& family : current.families()) {
    const FamilyDescriptor* restored = snapshot.FindFamily(family.name());
    if (restored == nullptr) continue;
    BASALT_ASSIGN_OR_RETURN(const auto has, StoreFileTrackerOf(current, family));
    BASALT_ASSIGN_OR_RETURN(const auto had, StoreFileTrackerOf(snapshot, *restored));
    if (has == had) continue;
    const auto class_of = [](StoreFileTracker tracker) {
      return kTrackers[static_cast<size_t>(tracker)].class_name;
    };
    // The two spaces are in HBase's message.
    return {StatusCode::kSnapshotRestore,
            fmt::format("Restoring Snapshot is not possible because  the config for column family "
                        "{} has incompatible configuration. Current SFT: class {} SFT from "
                        "snapshot: class {}",
                        family.name(), class_of(has), class_of(had))};
  }
  return {};
}

Result<TableDescriptor> MigrateTableTracker(const TableDescriptor& table,
                                            const std::string& target) {
  // What HBase looks at is the table's setting, not that of a family.
  const FamilyDescriptor none("none");
  return Migrate(table, none, target,
                 [](TableDescriptor& next, std::string_view key, const std::string& value) {
                   next.SetAttribute(std::string(key), value);
                   return Status();
                 });
}

Result<TableDescriptor> MigrateFamilyTracker(const TableDescriptor& table, BytesView family,
                                             const std::string& target) {
  const FamilyDescriptor* found = table.FindFamily(family);
  if (found == nullptr) {
    return Status(StatusCode::kNoSuchColumnFamily,
                  fmt::format("{} does not exist for table {}", ToStringBinary(family),
                              table.name().ToString()));
  }
  return Migrate(table, *found, target,
                 [&family](TableDescriptor& next, std::string_view key, const std::string& value) {
                   FamilyDescriptor changed = *next.FindFamily(family);
                   changed.SetConfiguration(std::string(key), value);
                   return next.ReplaceFamily(changed);
                 });
}

}  // namespace basalt::model
