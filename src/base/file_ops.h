// Files and folders with the guarantees a store needs: what a call has written, linked or renamed
// is there after a loss of power. Errors name the path and what the system said. Pure functions;
// thread safe.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "basalt/status.h"

namespace basalt::base {

// "cannot <doing> <path>: <why>" with the code for it; `error` is errno's.
Status FileError(std::string_view doing, const std::string& path, int error);

// nullopt when there is none, or it cannot be read.
std::optional<std::string> ReadFile(const std::string& path);
Status WriteFile(const std::string& path, std::string_view content);
// With its parents as needed. Not an error when it is there.
Status CreateFolder(const std::string& path);
// Makes what happened to the entries of a folder last.
Status SyncFolder(const std::string& path);
// kIoError with EEXIST's text when `to` is there and not empty.
Status Rename(const std::string& from, const std::string& to);
// Whatever is in it. Not an error when it is not there.
Status RemoveFolder(const std::string& path);

// Called with the bytes done since the last call; an error ends the work.
using Progress = std::function<Status(uint64_t bytes)>;

// The CRC-32C of a file.
Result<uint32_t> FileChecksum(const std::string& path, const Progress& progress = nullptr);
// Copies and syncs; returns the CRC-32C of what it read. `to` must not exist.
Result<uint32_t> CopyFile(const std::string& from, const std::string& to,
                          const Progress& progress = nullptr);
// A second name for the file; a copy where the file system has none to give. `to` must not exist.
Status LinkOrCopy(const std::string& from, const std::string& to);

}  // namespace basalt::base
