#include "client/remote/this_machine.h"

#include <netdb.h>
#include <strings.h>
#include <unistd.h>

#include <array>
#include <string>

namespace basalt::client {
namespace {

struct Names {
  std::string short_name;
  std::string full_name;
};

Names FindNames() {
  std::array<char, 256> name{};
  if (gethostname(name.data(), name.size() - 1) != 0) return {};
  Names names{.short_name = name.data(), .full_name = {}};
  addrinfo hints{};
  hints.ai_flags = AI_CANONNAME;
  addrinfo* found = nullptr;
  if (getaddrinfo(name.data(), nullptr, &hints, &found) == 0) {
    if (found->ai_canonname != nullptr) names.full_name = found->ai_canonname;
    freeaddrinfo(found);
  }
  return names;
}

bool Same(std::string_view a, const std::string& b) {
  return a.size() == b.size() && strncasecmp(a.data(), b.data(), b.size()) == 0;
}

}  // namespace

bool IsThisMachine(std::string_view host) {
  // Names do not change while a program runs, or not so that it matters.
  static const Names kNames = FindNames();
  return !host.empty() && (Same(host, kNames.short_name) || Same(host, kNames.full_name));
}

}  // namespace basalt::client
