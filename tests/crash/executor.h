// Executor: runs an Operation through the public API. Thread safe.
#pragma once

#include <string>

#include "basalt/connection.h"
#include "operation.h"
#include "rows.h"

namespace basalt::crash {

class Executor {
 public:
  // `connection` must outlive the executor.
  Executor(Connection& connection, const StoreShape& shape)
      : connection_(connection), shape_(shape) {}

  Outcome Run(const Operation& operation);

 private:
  Outcome RunRows(Table& table, const Operation& operation);
  Outcome RunBatch(Table& table, const Operation& operation);
  Status RunAdmin(const Operation& operation);
  Status CreateTable(const TableName& name);
  // Rows must not be seen half written.
  static Status CheckScan(Table& table);
  FamilyDescriptor MakeFamily(const Bytes& name, int32_t versions) const;

  Connection& connection_;
  const StoreShape shape_;
};

// The connection options for a store of this shape.
ConnectionOptions OptionsFor(const StoreShape& shape, const Clock& clock);

}  // namespace basalt::crash
