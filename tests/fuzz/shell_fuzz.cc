// Shell input: the parser, the rendering of syntax errors, and the language, with commands that do
// nothing and within limits.
#include "fuzz/target.h"
#include "shell/ruby/inspect.h"
#include "shell/ruby/interpreter.h"
#include "shell/ruby/parser.h"

namespace basalt::fuzz {
namespace {

namespace ruby = shell::ruby;

// Its commands return their last argument.
class IdleHost final : public ruby::Host {
 public:
  bool HasCommand(std::string_view name) const override {
    return name == "put" || name == "scan" || name == "create" || name == "get_table";
  }
  ruby::Value RunCommand(std::string_view /*name*/, ruby::Values arguments,
                         ruby::Heap& /*heap*/) override {
    return arguments.empty() ? ruby::Value() : arguments.back();
  }
  ruby::Value CallObject(const ruby::HostRef& /*object*/, std::string_view /*name*/,
                         ruby::Values /*arguments*/, ruby::Heap& /*heap*/) override {
    return {};
  }
  std::optional<ruby::Value> FindName(std::string_view name, ruby::Heap& heap) override {
    if (name != "NAME" && name != "VERSIONS") return std::nullopt;
    return heap.Make<ruby::String>(std::string(name));
  }
  std::string HintFor(std::string_view /*name*/, bool /*constant*/) override { return ""; }
  void Print(std::string_view /*text*/) override {}
  bool cancelled() const override { return false; }
  int64_t NowNanos() const override { return 1'700'000'000'000'000'000; }
};

void Run(const std::vector<ruby::Node>& statements) {
  IdleHost host;
  ruby::Interpreter interpreter(host, {.steps = 20'000, .memory_bytes = size_t{4} << 20});
  for (const ruby::Node& statement : statements) {
    const auto result = interpreter.Run(statement);
    const auto* value = std::get_if<ruby::Value>(&result);
    if (value == nullptr) continue;
    try {
      (void)ruby::InspectValue(*value);
    } catch (const ruby::RubyError&) {
      // The text would be too long.
    }
  }
}

}  // namespace

std::vector<std::string> Samples() {
  return {
      "create 't', {NAME => 'f', VERSIONS => 3}, SPLITS => ['1', \"\\x02\"]\n",
      "t = get_table 't'; t.put 'r', 'f:q', -1.5 # comment\n",
      "scan 't', {FILTER => org.apache.PrefixFilter.new('a'), LIMIT => 0x10,\n RAW => true}\n",
      "put 't', \"\\u{20AC}\\001\\n\", :symbol, nil\n",
      "(1..5).each_with_index.map do |v, i|\n next if v == 2\n \"r#{'%05d' % v}\" * i\nend\n",
      "h = Hash.new(0); %w[a b a].each { |w| h[w] += 1 }; h.sort_by { |k, v| -v }.to_h\n",
      "def f(n, *r)\n n < 2 ? n : f(n - 1) + f(n - 2)\nrescue => e\n e.message\nend\nf 9\n",
      "[1, -2].pack('q>N*a3H*').unpack('C*'); x, *y = [3, 1].sort { |a, b| b <=> a }\n",
      "i = 0\nwhile i < 9 do i += 1; break if i > 5 end; case i when 1..3 then :a else 'b' end\n",
      "a = []; a << a; a.flatten; l = ->(v) { v.call(v) }; l.(l)\n",
  };
}

}  // namespace basalt::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text = basalt::fuzz::View(data, size);
  const auto parsed = basalt::shell::ruby::Parse(text);
  if (const auto* error = std::get_if<basalt::shell::SyntaxError>(&parsed)) {
    (void)basalt::shell::Render(*error, text);
  } else {
    basalt::fuzz::Run(std::get<std::vector<basalt::shell::ruby::Node>>(parsed));
  }
  return 0;
}
