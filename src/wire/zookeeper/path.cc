#include "wire/zookeeper/path.h"

#include "base/check.h"

namespace basalt::wire::zookeeper {

bool IsValidPath(std::string_view path) {
  if (path.empty() || path.front() != '/') return false;
  if (path == "/") return true;
  if (path.find('\0') != std::string_view::npos) return false;
  while (!path.empty()) {
    path.remove_prefix(1);
    std::string_view part = path.substr(0, path.find('/'));
    if (part.empty() || part == "." || part == "..") return false;
    path.remove_prefix(part.size());
  }
  return true;
}

std::string_view ParentPath(std::string_view path) {
  BASALT_DCHECK(IsValidPath(path), "The request's path has been checked.");
  size_t slash = path.rfind('/');
  return slash == 0 ? path.substr(0, 1) : path.substr(0, slash);
}

std::string JoinPath(std::string_view parent, std::string_view child) {
  std::string path(parent);
  if (path != "/") path += '/';
  return path.append(child);
}

bool IsAtOrBelow(std::string_view path, std::string_view root) {
  if (root == "/") return true;
  return path.starts_with(root) && (path.size() == root.size() || path[root.size()] == '/');
}

}  // namespace basalt::wire::zookeeper
