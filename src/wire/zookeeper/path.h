// Paths of znodes: pure functions.
#pragma once

#include <string>
#include <string_view>

namespace basalt::wire::zookeeper {

// "/" or "/a/b": no empty part, no "." or "..", no zero byte, no slash at the end.
bool IsValidPath(std::string_view path);

// "/a" for "/a/b", "/" for "/a" and for "/". REQUIRES: a valid path.
std::string_view ParentPath(std::string_view path);

// "/a/b" for ("/a", "b") and "/b" for ("/", "b").
std::string JoinPath(std::string_view parent, std::string_view child);

// Whether `path` is `root` or lies below it.
bool IsAtOrBelow(std::string_view path, std::string_view root);

}  // namespace basalt::wire::zookeeper
