// Error messages in the format of HBase's shell. Pure function.
#pragma once

#include <string>
#include <string_view>

#include "basalt/status.h"
#include "shell/arguments.h"

namespace basalt::shell {

// The text after "ERROR: ". Common errors have a message of the shell; others are printed with
// their class, as in HBase's shell.
std::string ErrorText(const Status& status, const Arguments& arguments);
// "class: message", in the format of a Java exception.
std::string ErrorClassText(const Status& status);
std::string_view ErrorClass(const Status& status);

}  // namespace basalt::shell
