// Shell input: the parser, and the rendering of syntax errors.
#include "fuzz/target.h"
#include "shell/parser.h"

namespace basalt::fuzz {

std::vector<std::string> Samples() {
  return {
      "create 't', {NAME => 'f', VERSIONS => 3}, SPLITS => ['1', \"\\x02\"]\n",
      "t = get_table 't'; t.put 'r', 'f:q', -1.5 # comment\n",
      "scan 't', {FILTER => org.apache.PrefixFilter.new('a'), LIMIT => 0x10,\n RAW => true}\n",
      "put 't', \"\\u{20AC}\\001\\n\", :symbol, nil\n",
  };
}

}  // namespace basalt::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text = basalt::fuzz::View(data, size);
  const auto parsed = basalt::shell::Parse(text);
  if (const auto* error = std::get_if<basalt::shell::SyntaxError>(&parsed)) {
    (void)basalt::shell::Render(*error, text);
  }
  return 0;
}
