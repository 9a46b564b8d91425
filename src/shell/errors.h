// Error messages in the format of HBase's shell. Pure function.
#pragma once

#include <string>
#include <string_view>

#include "basalt/admin.h"
#include "basalt/status.h"
#include "shell/arguments.h"

namespace basalt::shell {

// The text after "ERROR: ". Common errors have a message of the shell; others are printed with
// their class, as in HBase's shell.
std::string ErrorText(const Status& status, const Arguments& arguments);
// A message may have a second paragraph: a hint, which is printed after HBase's text.
std::string WithHint(std::string_view message, std::string_view hint);
struct Explained {
  std::string_view message;
  std::string_view hint;
};
Explained SplitHint(std::string_view message);
// "Did you mean people?" if a table has a similar name; otherwise nothing.
std::string SimilarTable(Admin& admin, std::string_view name, const CallOptions& call);
// "class: message", in the format of a Java exception.
std::string ErrorClassText(const Status& status);
std::string_view ErrorClass(const Status& status);

}  // namespace basalt::shell
