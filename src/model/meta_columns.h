// The columns of hbase:meta and hbase:namespace, and the one thing in them that depends on who
// asks: the server's address. Pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "basalt/bytes.h"
#include "basalt/cell.h"

namespace basalt::model {

inline constexpr BytesView kInfoFamily = "info";
inline constexpr BytesView kTableFamily = "table";
inline constexpr BytesView kBarrierFamily = "rep_barrier";

// Qualifiers of the family info.
inline constexpr BytesView kRegionInfoColumn = "regioninfo";
inline constexpr BytesView kServerColumn = "server";
inline constexpr BytesView kStartCodeColumn = "serverstartcode";
inline constexpr BytesView kServerNameColumn = "sn";
inline constexpr BytesView kOpenSequenceColumn = "seqnumDuringOpen";
inline constexpr BytesView kRegionStateColumn = "state";
inline constexpr BytesView kSplitAColumn = "splitA";
inline constexpr BytesView kSplitBColumn = "splitB";
inline constexpr BytesView kMergePrefix = "merge";
// Qualifiers of the family table.
inline constexpr BytesView kTableStateColumn = "state";
// Of info in hbase:namespace.
inline constexpr BytesView kNamespaceColumn = "d";

// The column for one of a region's replicas: "server" is "server_0001" for replica 1. Replica 0,
// the region itself, has the plain name.
Bytes ReplicaColumn(BytesView column, int32_t replica_id);
// What ReplicaColumn was given.
struct ReplicaColumnParts {
  BytesView column;  // points into the qualifier
  int32_t replica_id = 0;
};
ReplicaColumnParts ParseReplicaColumn(BytesView qualifier);

// A server as HBase names it.
struct ServerAddress {
  std::string host = "localhost";
  uint16_t port = 16020;
  int64_t start_code = 1;

  std::string HostAndPort() const;
  // host,port,start code
  std::string ToString() const;
};

// The value that a cell of hbase:meta must have for the address of the server that serves all
// regions; nullopt for other cells. The stored values are placeholders.
std::optional<Bytes> AddressCellValue(const CellView& cell, const ServerAddress& server);

}  // namespace basalt::model
