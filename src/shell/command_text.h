// Requests as the HBase shell would write them: put 'people', 'ada', 'info:city', 'London'.
// The text is made from the request that is sent, so the two cannot disagree. Pure functions.
#pragma once

#include <string>
#include <string_view>

#include "basalt/descriptor.h"
#include "basalt/mutation.h"
#include "basalt/query.h"

namespace basalt::shell {

std::string CreateText(const TableDescriptor& table);
// REQUIRES of all mutations here: exactly one cell, as one shell command has; a Delete may have
// none, which is the whole row.
std::string PutText(std::string_view table, const Put& put);
std::string DeleteText(std::string_view table, const Delete& del);
std::string IncrementText(std::string_view table, const Increment& increment);
std::string AppendText(std::string_view table, const Append& append);
// The shell has no such command; this is the Java client's, written the shell's way.
std::string CheckAndMutateText(std::string_view table, const CheckAndMutate& check);
std::string GetText(std::string_view table, const Get& get);
std::string ScanText(std::string_view table, const Scan& scan);

}  // namespace basalt::shell
