// Host: what the language can reach outside of itself: the shell's commands and their objects. One
// thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "shell/ruby/value.h"

namespace basalt::shell::ruby {

class Host {
 public:
  virtual ~Host() = default;

  virtual bool HasCommand(std::string_view name) const = 0;
  // Throws RubyError.
  virtual Value RunCommand(std::string_view name, Values arguments, Heap& heap) = 0;
  // A method, or a constant of a class. Throws RubyError.
  virtual Value CallObject(const HostRef& object, std::string_view name, Values arguments,
                           Heap& heap) = 0;
  // nullopt: there is no such constant, or no such name (`java`).
  virtual std::optional<Value> FindName(std::string_view name, Heap& heap) = 0;
  // A hint about a name that is unknown. Throws RubyError to say more.
  virtual std::string HintFor(std::string_view name, bool constant) = 0;
  virtual void Print(std::string_view text) = 0;
  // The script has been interrupted, or should end for another reason.
  virtual bool cancelled() const = 0;
  // Nanoseconds since 1970.
  virtual int64_t NowNanos() const = 0;
};

}  // namespace basalt::shell::ruby
