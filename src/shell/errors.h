// Errors in the shell's words. Pure function.
#pragma once

#include <string>
#include <string_view>

#include "basalt/status.h"
#include "shell/arguments.h"

namespace basalt::shell {

// What follows "ERROR: ". The shell translates the errors that everybody meets and names the class
// of the others, as HBase's does.
std::string ErrorText(const Status& status, const Arguments& arguments);
// "class: message", as Java writes an exception.
std::string ErrorClassText(const Status& status);
std::string_view ErrorClass(const Status& status);

}  // namespace basalt::shell
