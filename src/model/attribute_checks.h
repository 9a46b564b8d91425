// What HBase says about single attribute values; used by the table of attributes only.
// Each gets a value that parses as its attribute's kind. Pure functions.
#pragma once

#include <string_view>

#include "basalt/status.h"

namespace basalt::model {

// Of a family.
Status CheckReplicationScope(std::string_view family, std::string_view value);
Status CheckVersions(std::string_view family, std::string_view value);
Status CheckMinVersions(std::string_view family, std::string_view value);
Status CheckCompression(std::string_view family, std::string_view value);
Status CheckTtl(std::string_view family, std::string_view value);
Status CheckBlockSize(std::string_view family, std::string_view value);
Status CheckEncryption(std::string_view family, std::string_view value);
Status CheckDfsReplication(std::string_view family, std::string_view value);
Status CheckNewVersionBehavior(std::string_view family, std::string_view value);

// Of a table.
Status CheckMaxFileSize(std::string_view table, std::string_view value);
Status CheckFlushSize(std::string_view table, std::string_view value);
Status CheckSplitPolicy(std::string_view table, std::string_view value);
Status CheckRegionReplication(std::string_view table, std::string_view value);

}  // namespace basalt::model
