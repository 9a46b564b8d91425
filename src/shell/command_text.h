// Requests as commands of the HBase shell: put 'people', 'ada', 'info:city', 'London'. The text is
// generated from the request that is sent, so they cannot differ. Pure functions.
#pragma once

#include <string>
#include <string_view>

#include "basalt/descriptor.h"
#include "basalt/mutation.h"
#include "basalt/query.h"

namespace basalt::shell {

std::string CreateText(const TableDescriptor& table);
// REQUIRES for mutations: exactly one cell, as in a shell command; a Delete without cells deletes
// the row.
std::string PutText(std::string_view table, const Put& put);
std::string DeleteText(std::string_view table, const Delete& del);
std::string IncrementText(std::string_view table, const Increment& increment);
std::string AppendText(std::string_view table, const Append& append);
// The shell has no such command; this is the Java client's call in the shell's syntax.
std::string CheckAndMutateText(std::string_view table, const CheckAndMutate& check);
std::string GetText(std::string_view table, const Get& get);
std::string ScanText(std::string_view table, const Scan& scan);

}  // namespace basalt::shell
