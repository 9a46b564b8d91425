#include "shell/ruby/inspect.h"

#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "shell/ruby/proc.h"
#include "shell/ruby/utf8.h"
#include "shell/time_text.h"

namespace basalt::shell::ruby {
namespace {

constexpr int kMaxNesting = 100;
constexpr size_t kMaxLength = size_t{64} << 20;

bool IsPlainSymbol(std::string_view name) {
  if (name.empty()) return false;
  const auto is_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  if (!is_word(name[0])) {
    return name.find_first_not_of("+-*/%<=>&|^!~[]@") == std::string_view::npos;
  }
  if (name[0] >= '0' && name[0] <= '9') return false;
  const std::string_view body = name.back() == '?' || name.back() == '!' || name.back() == '='
                                    ? name.substr(0, name.size() - 1)
                                    : name;
  for (const char c : body) {
    if (!is_word(c)) return false;
  }
  return true;
}

class Inspector {
 public:
  void Show(const Value& value, int depth) {
    if (text_.size() > kMaxLength) {
      throw RubyError("NoMemoryError", "the text of the value would be too long");
    }
    if (depth > kMaxNesting + 1) {
      text_ += "...";
      return;
    }
    if (const auto* array = value.As<ArrayRef>()) return ShowArray(**array, depth);
    if (const auto* hash = value.As<HashRef>()) return ShowHash(**hash, depth);
    if (const auto* range = value.As<RangeRef>()) {
      Show((*range)->first, depth + 1);
      text_ += (*range)->exclusive ? "..." : "..";
      if (!(*range)->last.is_nil()) Show((*range)->last, depth + 1);
      return;
    }
    if (const auto* enumerator = value.As<EnumeratorRef>()) {
      text_ += "#<Enumerator: ";
      Show((*enumerator)->receiver, depth + 1);
      text_ += ":" + (*enumerator)->method;
      if (!(*enumerator)->arguments.empty()) {
        text_ += "(";
        for (size_t i = 0; i < (*enumerator)->arguments.size(); ++i) {
          if (i > 0) text_ += ", ";
          Show((*enumerator)->arguments[i], depth + 1);
        }
        text_ += ")";
      }
      text_ += ">";
      return;
    }
    if (value.is_nil()) {
      text_ += "nil";
    } else if (const auto* string = value.As<StringRef>()) {
      if ((*string)->bytes.size() > kMaxLength) {
        throw RubyError("NoMemoryError", "the text of the value would be too long");
      }
      text_ += InspectText((*string)->bytes, (*string)->binary);
    } else if (const Symbol* symbol = value.As<Symbol>()) {
      text_ += ":";
      text_ += IsPlainSymbol(symbol->name) ? symbol->name : InspectText(symbol->name, false);
    } else if (const auto* error = value.As<ErrorRef>()) {
      text_ += fmt::format("#<{}: {}>", (*error)->kind, (*error)->message);
    } else if (value.As<ProcRef>() != nullptr) {
      text_ += "#<Proc>";
    } else if (const auto* object = value.As<HostRef>()) {
      text_ += shell::Inspect(**object);
    } else {
      text_ += TextOf(value);
    }
  }

  std::string Take() { return std::move(text_); }

 private:
  void ShowArray(const Array& array, int depth) {
    if (depth > kMaxNesting) {
      text_ += "[...]";
      return;
    }
    text_ += "[";
    for (size_t i = 0; i < array.items.size(); ++i) {
      if (i > 0) text_ += ", ";
      Show(array.items[i], depth + 1);
    }
    text_ += "]";
  }

  void ShowHash(const Hash& hash, int depth) {
    if (depth > kMaxNesting) {
      text_ += "{...}";
      return;
    }
    text_ += "{";
    bool first = true;
    for (const auto& [key, value] : hash.entries()) {
      if (!first) text_ += ", ";
      first = false;
      Show(key, depth + 1);
      text_ += "=>";
      Show(value, depth + 1);
    }
    text_ += "}";
  }

  std::string text_;
};

}  // namespace

std::string InspectValue(const Value& value) {
  Inspector inspector;
  inspector.Show(value, 0);
  return inspector.Take();
}

Bytes TextOf(const Value& value) {
  if (value.is_nil()) return "";
  if (const bool* flag = value.As<bool>()) return *flag ? "true" : "false";
  if (const int64_t* number = value.As<int64_t>()) return fmt::to_string(*number);
  if (const double* real = value.As<double>()) return FloatText(*real);
  if (const auto* text = value.As<StringRef>()) return (*text)->bytes;
  if (const Symbol* symbol = value.As<Symbol>()) return symbol->name;
  if (const Module* module = value.As<Module>()) return module->name;
  if (const auto* error = value.As<ErrorRef>()) return (*error)->message;
  if (const auto* object = value.As<HostRef>()) return shell::ToText(**object);
  if (const Time* time = value.As<Time>()) return FormatRubyTime(time->nanos / 1'000'000);
  if (const auto* range = value.As<RangeRef>()) {
    return TextOf((*range)->first) + ((*range)->exclusive ? "..." : "..") + TextOf((*range)->last);
  }
  return InspectValue(value);
}

std::string FloatText(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-Infinity" : "Infinity";
  const double size = std::fabs(value);
  std::array<char, 400> buffer{};
  if (value == 0 || (size >= 1e-4 && size < 1e16)) {
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                   std::chars_format::fixed);
    std::string text(buffer.data(), end.ptr);
    return text.find('.') == std::string::npos ? text + ".0" : text;
  }
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                 std::chars_format::scientific);
  std::string text(buffer.data(), end.ptr);
  const size_t exponent = text.find('e');
  if (text.find('.') == std::string::npos) text.insert(exponent, ".0");
  return text;
}

std::string InspectText(BytesView text, bool binary) {
  static constexpr std::string_view kLetters = "ntrabefv";
  static constexpr std::string_view kControls = "\n\t\r\a\b\x1B\f\v";
  std::string shown = "\"";
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    const auto byte = static_cast<unsigned char>(c);
    const size_t length = binary ? 1 : CharacterLength(text.substr(at));
    const size_t control = kControls.find(c);
    if (control != std::string_view::npos) {
      shown += {'\\', kLetters[control]};
    } else if (c == '"' || c == '\\') {
      shown += {'\\', c};
    } else if (c == '#' && at + 1 < text.size() &&
               (text[at + 1] == '{' || text[at + 1] == '$' || text[at + 1] == '@')) {
      shown += "\\#";
    } else if (byte >= 0x20 && byte < 0x7F) {
      shown.push_back(c);
    } else if (binary || length == 0) {
      shown += fmt::format("\\x{:02X}", byte);
    } else if (const uint32_t code = CodePoint(text.substr(at, length)); IsPrintable(code)) {
      shown += text.substr(at, length);
    } else {
      shown += code > 0xFFFF ? fmt::format("\\u{{{:X}}}", code) : fmt::format("\\u{:04X}", code);
    }
    at += length == 0 ? 1 : length;
  }
  return shown + "\"";
}

}  // namespace basalt::shell::ruby
