// Methods of strings that make or measure text.
#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "shell/ruby/compare.h"
#include "shell/ruby/format.h"
#include "shell/ruby/inspect.h"
#include "shell/ruby/iteration.h"
#include "shell/ruby/methods.h"
#include "shell/ruby/numbers.h"
#include "shell/ruby/pack.h"
#include "shell/ruby/range.h"
#include "shell/ruby/text_index.h"

namespace basalt::shell::ruby {
namespace {

String& SelfString(const Invocation& call) { return **call.self.As<StringRef>(); }
const Bytes& SelfText(const Invocation& call) { return SelfString(call).bytes; }
bool SelfBinary(const Invocation& call) { return SelfString(call).binary; }

// A new string of the same kind.
Value Like(const Invocation& call, Bytes text) {
  return call.NewText(std::move(text), SelfBinary(call));
}

char Upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; }
char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }
char Swap(char c) { return Upper(c) == c ? Lower(c) : Upper(c); }

template <char (*Change)(char)>
Bytes Changed(BytesView text) {
  Bytes result(text);
  std::ranges::transform(result, result.begin(), Change);
  return result;
}

Bytes Capitalized(BytesView text) {
  Bytes result = Changed<Lower>(text);
  if (!result.empty()) result[0] = Upper(result[0]);
  return result;
}

// upcase! and the like: nil when nothing changes.
Value Replace(Invocation& call, Bytes text) {
  if (SelfText(call) == text) return {};
  SelfString(call).bytes = std::move(text);
  return call.self;
}

Value CompareIgnoringCase(Invocation& call) {
  const int order = Changed<Lower>(SelfText(call)).compare(Changed<Lower>(call.Text(0)));
  return int64_t{order < 0 ? -1 : order > 0 ? 1 : 0};
}

Value Concatenate(Invocation& call) {
  const StringRef& other = StringOrThrow(call[0]);
  call.heap().CheckRoom(SelfText(call).size() + other->bytes.size());
  return call.NewText(SelfText(call) + other->bytes, SelfBinary(call) || other->binary);
}

Value AppendText(Invocation& call) {
  String& self = SelfString(call);
  for (const Value& argument : call.arguments) {
    if (const int64_t* code = argument.As<int64_t>()) {
      const bool byte = self.binary && *code >= 0 && *code < 256;
      auto text = byte ? Bytes(1, static_cast<char>(*code)) : FromCodePoint(*code);
      if (!text) throw RubyError("RangeError", fmt::format("{} out of char range", *code));
      self.bytes += *text;
      continue;
    }
    const StringRef other = StringOrThrow(argument);
    call.heap().CheckRoom(self.bytes.size() + other->bytes.size());
    self.binary |= other->binary && !IsSingleByte(other->bytes, false);
    self.bytes += Bytes(other->bytes);
  }
  return call.self;
}

Value Repeat(Invocation& call) {
  const int64_t times = call.Integer(0);
  if (times < 0) ThrowArgumentError("negative argument");
  const Bytes& text = SelfText(call);
  if (text.empty()) return Like(call, "");
  if (static_cast<uint64_t>(times) > (uint64_t{1} << 40)) ThrowArgumentError("argument too big");
  call.heap().CheckRoom(static_cast<uint64_t>(times) * text.size());
  Bytes result;
  result.reserve(text.size() * static_cast<size_t>(times));
  for (int64_t i = 0; i < times; ++i) result += text;
  return Like(call, std::move(result));
}

enum class Side : uint8_t { kLeft, kRight, kBoth };

// rjust, ljust, center.
Value Pad(Invocation& call, Side side) {
  const auto width = call.Integer(0);
  const Bytes filler = call.count() > 1 ? call.Text(1) : Bytes(" ");
  if (filler.empty()) ThrowArgumentError("zero width padding");
  const auto length = static_cast<int64_t>(CountCharacters(SelfText(call), SelfBinary(call)));
  if (width <= length) return Like(call, SelfText(call));
  const auto missing = static_cast<size_t>(width - length);
  call.heap().CheckRoom(missing * 2);
  const size_t left = side == Side::kLeft ? missing : side == Side::kBoth ? missing / 2 : 0;
  call.heap().CheckRoom(filler.size() * sizeof(BytesView));
  const std::vector<BytesView> characters = Characters(filler, SelfBinary(call));
  const auto fill = [&](size_t count) {
    Bytes text;
    for (size_t i = 0; i < count; ++i) text += characters[i % characters.size()];
    return text;
  };
  return Like(call, fill(left) + SelfText(call) + fill(missing - left));
}

Value Reverse(Invocation& call) {
  const Bytes& text = SelfText(call);
  Bytes result(text.size(), '\0');
  size_t end = text.size();
  for (size_t at = 0; at < text.size();) {
    const size_t length = LengthAt(text, at, SelfBinary(call));
    end -= length;
    result.replace(end, length, text, at, length);
    at += length;
  }
  return Like(call, std::move(result));
}

Value ListCharacters(Invocation& call) {
  const ArrayRef result = call.NewArray();
  const Bytes& text = SelfText(call);
  for (size_t at = 0; at < text.size();) {
    const size_t length = LengthAt(text, at, SelfBinary(call));
    result->Push(Like(call, text.substr(at, length)));
    at += length;
  }
  return result;
}

Value ListBytes(Invocation& call) {
  const ArrayRef result = call.NewArray();
  for (const char c : SelfText(call)) result->Push(int64_t{static_cast<unsigned char>(c)});
  return result;
}

Value YieldAll(Invocation& call, const Value& list) {
  for (const Value& item : (*list.As<ArrayRef>())->items) {
    call.ruby.Step();
    call.Yield({item});
  }
  return call.self;
}

Value UptoText(Invocation& call) {
  const Range range{call.self, StringOrThrow(call[0]), false};
  EachInRange(call.heap(), range, [&](Value value) {
    call.ruby.Step();
    call.Yield({std::move(value)});
    return true;
  });
  return call.self;
}

Value CodeOfFirst(Invocation& call) {
  const Bytes& text = SelfText(call);
  if (text.empty()) ThrowArgumentError("empty string");
  const size_t length = SelfBinary(call) ? 1 : CharacterLength(text);
  if (length == 0) ThrowArgumentError("invalid byte sequence in UTF-8");
  return int64_t{SelfBinary(call) ? static_cast<unsigned char>(text[0])
                                  : CodePoint(BytesView(text).substr(0, length))};
}

Value UnpackFirst(Invocation& call) {
  const Values values = Unpack(call.heap(), SelfText(call), call.Text(0));
  return values.empty() ? Value() : values[0];
}

Value Oct(Invocation& call) {
  const Bytes& text = SelfText(call);
  const bool prefixed =
      text.size() > 1 && text[0] == '0' && std::isalpha(static_cast<unsigned char>(text[1])) != 0;
  return *ParseInteger(text, prefixed ? 0 : 8, false);
}

Value GetByte(Invocation& call) {
  const auto size = static_cast<int64_t>(SelfText(call).size());
  int64_t index = call.Integer(0);
  if (index < 0) index += size;
  if (index < 0 || index >= size) return {};
  return int64_t{static_cast<unsigned char>(SelfText(call)[static_cast<size_t>(index)])};
}

Value SumBytes(Invocation& call) {
  int64_t sum = 0;
  for (const char c : SelfText(call)) sum += static_cast<unsigned char>(c);
  return sum & 0xFFFF;
}

Value ForceEncoding(Invocation& call) {
  const Bytes name = Changed<Upper>(TextOf(call[0]));
  SelfString(call).binary = name.find("8BIT") != Bytes::npos || name.find("BINARY") != Bytes::npos;
  return call.self;
}

Value SameText(Invocation& call) { return call.self; }

}  // namespace

const MethodTable& StringMethods() {
  static const MethodTable kTable{
      {"+", 1, 1, Concatenate},
      {"*", 1, 1, Repeat},
      {"%", 1, 1,
       [](Invocation& c) {
         const auto* array = c[0].As<ArrayRef>();
         const Values values = array != nullptr ? (*array)->items : Values{c[0]};
         return Like(c, FormatText(c.ruby, SelfText(c), values));
       }},
      {"<<", 1, 1, AppendText},
      {"concat", 0, kAnyCount, AppendText},
      {"length", 0, 0,
       [](Invocation& c) {
         return Value(static_cast<int64_t>(CountCharacters(SelfText(c), SelfBinary(c))));
       }},
      {"size", 0, 0,
       [](Invocation& c) {
         return Value(static_cast<int64_t>(CountCharacters(SelfText(c), SelfBinary(c))));
       }},
      {"bytesize", 0, 0,
       [](Invocation& c) { return Value(static_cast<int64_t>(SelfText(c).size())); }},
      {"empty?", 0, 0, [](Invocation& c) { return Value(SelfText(c).empty()); }},
      {"reverse", 0, 0, Reverse},
      {"upcase", 0, 0, [](Invocation& c) { return Like(c, Changed<Upper>(SelfText(c))); }},
      {"downcase", 0, 0, [](Invocation& c) { return Like(c, Changed<Lower>(SelfText(c))); }},
      {"swapcase", 0, 0, [](Invocation& c) { return Like(c, Changed<Swap>(SelfText(c))); }},
      {"capitalize", 0, 0, [](Invocation& c) { return Like(c, Capitalized(SelfText(c))); }},
      {"upcase!", 0, 0, [](Invocation& c) { return Replace(c, Changed<Upper>(SelfText(c))); }},
      {"downcase!", 0, 0, [](Invocation& c) { return Replace(c, Changed<Lower>(SelfText(c))); }},
      {"capitalize!", 0, 0, [](Invocation& c) { return Replace(c, Capitalized(SelfText(c))); }},
      {"casecmp", 1, 1, CompareIgnoringCase},
      {"casecmp?", 1, 1,
       [](Invocation& c) {
         return Value(Changed<Lower>(SelfText(c)) == Changed<Lower>(c.Text(0)));
       }},
      {"replace", 1, 1,
       [](Invocation& c) {
         SelfString(c).bytes = Bytes(c.Text(0));
         return c.self;
       }},
      {"rjust", 1, 2, [](Invocation& c) { return Pad(c, Side::kLeft); }},
      {"ljust", 1, 2, [](Invocation& c) { return Pad(c, Side::kRight); }},
      {"center", 1, 2, [](Invocation& c) { return Pad(c, Side::kBoth); }},
      {"to_s", 0, 0, SameText},
      {"to_str", 0, 0, SameText},
      {"to_sym", 0, 0, [](Invocation& c) { return Value(Symbol{SelfText(c)}); }},
      {"intern", 0, 0, [](Invocation& c) { return Value(Symbol{SelfText(c)}); }},
      {"to_i", 0, 1,
       [](Invocation& c) { return Value(*ParseInteger(SelfText(c), c.Integer(0, 10), false)); }},
      {"to_f", 0, 0, [](Invocation& c) { return Value(*ParseFloat(SelfText(c), false)); }},
      {"hex", 0, 0, [](Invocation& c) { return Value(*ParseInteger(SelfText(c), 16, false)); }},
      {"oct", 0, 0, Oct},
      {"ord", 0, 0, CodeOfFirst},
      {"chr", 0, 0,
       [](Invocation& c) {
         const Bytes& text = SelfText(c);
         return Like(c, text.substr(0, text.empty() ? 0 : LengthAt(text, 0, SelfBinary(c))));
       }},
      {"chars", 0, 0, ListCharacters},
      {"bytes", 0, 0, ListBytes},
      {"each_char", 0, 0, [](Invocation& c) { return YieldAll(c, ListCharacters(c)); }, true},
      {"each_byte", 0, 0, [](Invocation& c) { return YieldAll(c, ListBytes(c)); }, true},
      {"getbyte", 1, 1, GetByte},
      {"sum", 0, 0, SumBytes},
      {"succ", 0, 0, [](Invocation& c) { return Like(c, Successor(SelfText(c))); }},
      {"next", 0, 0, [](Invocation& c) { return Like(c, Successor(SelfText(c))); }},
      {"upto", 1, 1, UptoText, true},
      {"unpack", 1, 1,
       [](Invocation& c) { return c.NewArray(Unpack(c.heap(), SelfText(c), c.Text(0))); }},
      {"unpack1", 1, 1, UnpackFirst},
      {"encoding", 0, 0,
       [](Invocation& c) { return Value(Module{SelfBinary(c) ? "ASCII-8BIT" : "UTF-8"}); }},
      {"force_encoding", 1, 1, ForceEncoding},
      {"encode", 0, 1, SameText},
      {"b", 0, 0, [](Invocation& c) { return c.NewText(SelfText(c), true); }},
      {"valid_encoding?", 0, 0,
       [](Invocation& c) { return Value(SelfBinary(c) || IsUtf8(SelfText(c))); }},
      {"ascii_only?", 0, 0, [](Invocation& c) { return Value(IsSingleByte(SelfText(c), false)); }},
      // A server's name is text here; in Java it is an object that has this method.
      {"getServerName", 0, 0, [](Invocation& c) { return c.self; }},
      {"to_java_bytes", 0, 0, [](Invocation& c) { return c.NewText(SelfText(c), true); }},
  };
  return kTable;
}

}  // namespace basalt::shell::ruby
