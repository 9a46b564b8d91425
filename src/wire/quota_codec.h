// The rows, columns and values of hbase:quota, which servers and clients read and write. Rows:
// u.<user>, t.<table>, n.<namespace>, r.<region server>. q:s has the settings as a Quotas message
// behind the bytes PBUF; q:s.<table> and q:s.<namespace>: of a user's row those of the user in it.
// u:p of a table's row is its SpaceQuotaSnapshot, u:ss<snapshot> the size of a snapshot. Functions
// only; thread safe.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "basalt/bytes.h"
#include "basalt/quota.h"
#include "basalt/row_result.h"
#include "basalt/status.h"
#include "hbase/quota.pb.h"

namespace basalt::wire {

inline constexpr std::string_view kQuotaFamily = "q";
inline constexpr std::string_view kQuotaUsageFamily = "u";
inline constexpr std::string_view kQuotaPolicyQualifier = "p";
inline constexpr std::string_view kQuotaSnapshotSizeQualifier = "ss";
inline constexpr std::string_view kQuotaTableRowPrefix = "t.";
inline constexpr std::string_view kQuotaNamespaceRowPrefix = "n.";
inline constexpr std::string_view kQuotaUserRowPrefix = "u.";
inline constexpr std::string_view kQuotaServerRowPrefix = "r.";
// Whether requests may exceed throttles: q:s is one byte.
inline constexpr std::string_view kExceedThrottleRow = "exceedThrottleQuota";

// hbase:quota.
const TableName& QuotaTableName();

// Where the settings of an owner are.
Bytes QuotaRow(const QuotaOwner& owner);
Bytes QuotaQualifier(const QuotaOwner& owner);
// Whose settings a cell of the family q holds; nullopt: nobody's.
std::optional<QuotaOwner> ParseQuotaOwner(BytesView row, BytesView qualifier);

Bytes EncodeQuotas(const hbase::pb::Quotas& quotas);
Result<hbase::pb::Quotas> DecodeQuotas(BytesView value);
// The settings in a message, in HBase's order.
std::vector<QuotaSettings> SettingsOf(const QuotaOwner& owner, const hbase::pb::Quotas& quotas);
// Those in a row of hbase:quota.
Result<std::vector<QuotaSettings>> SettingsOf(const RowResult& row);

SpaceQuotaSnapshot ParseSpaceSnapshot(const hbase::pb::SpaceQuotaSnapshot& message);
hbase::pb::SpaceQuotaSnapshot SpaceSnapshotMessage(const SpaceQuotaSnapshot& snapshot);

}  // namespace basalt::wire
