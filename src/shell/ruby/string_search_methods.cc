// Methods of strings that look for text: indices, splitting, replacing.
#include <algorithm>
#include <array>
#include <bitset>

#include <fmt/format.h>

#include "shell/ruby/inspect.h"
#include "shell/ruby/methods.h"
#include "shell/ruby/range.h"
#include "shell/ruby/text_index.h"

namespace basalt::shell::ruby {
namespace {

String& Searched(const Invocation& call) { return **call.self.As<StringRef>(); }

Value LikeSearched(const Invocation& call, BytesView text) {
  return call.NewText(Bytes(text), Searched(call).binary);
}

Value TextPart(const Invocation& call, const std::optional<Part>& part) {
  if (!part) return {};
  const String& self = Searched(call);
  const size_t start = ByteOffset(self.bytes, part->start, self.binary);
  const BytesView rest = BytesView(self.bytes).substr(start);
  return LikeSearched(call, rest.substr(0, ByteOffset(rest, part->length, self.binary)));
}

// s[0], s[1, 2], s[1..2], s['text'].
Value SliceText(Invocation& call) {
  const String& self = Searched(call);
  if (call[0].As<StringRef>() != nullptr) {
    return self.bytes.find(call.Text(0)) == Bytes::npos ? Value()
                                                        : LikeSearched(call, call.Text(0));
  }
  const size_t size = CountCharacters(self.bytes, self.binary);
  if (const auto* range = call[0].As<RangeRef>()) return TextPart(call, PartOf(**range, size));
  if (call.count() > 1) return TextPart(call, PartOf(call.Integer(0), call.Integer(1), size));
  const auto part = PartOf(call.Integer(0), 1, size);
  return part && part->length == 1 ? TextPart(call, part) : Value();
}

// s[0] = 'x', s[1, 2] = 'x', s['old'] = 'new'.
Value SetSlice(Invocation& call) {
  String& self = Searched(call);
  const Bytes value = call.Text(call.count() - 1);
  const size_t size = CountCharacters(self.bytes, self.binary);
  std::optional<Part> part;
  if (const auto* range = call[0].As<RangeRef>()) {
    part = PartOf(**range, size);
  } else if (call[0].As<StringRef>() != nullptr) {
    const size_t found = self.bytes.find(call.Text(0));
    if (found == Bytes::npos) throw RubyError("IndexError", "string not matched");
    self.bytes.replace(found, call.Text(0).size(), value);
    return call[call.count() - 1];
  } else {
    part = PartOf(call.Integer(0), call.count() > 2 ? call.Integer(1) : 1, size);
  }
  if (!part) throw RubyError("IndexError", fmt::format("index {} out of string", TextOf(call[0])));
  const size_t start = ByteOffset(self.bytes, part->start, self.binary);
  const size_t end = ByteOffset(self.bytes, part->start + part->length, self.binary);
  call.heap().CheckRoom(value.size());
  self.bytes.replace(start, end - start, value);
  return call[call.count() - 1];
}

Value IndexOf(Invocation& call, bool last) {
  const String& self = Searched(call);
  const Bytes& text = call.Text(0);
  size_t found = 0;
  if (call.count() > 1) {
    int64_t from = call.Integer(1);
    const auto size = static_cast<int64_t>(CountCharacters(self.bytes, self.binary));
    if (from < 0) from += size;
    if (from < 0 || from > size) return {};
    const size_t offset = ByteOffset(self.bytes, static_cast<size_t>(from), self.binary);
    found = last ? self.bytes.rfind(text, offset) : self.bytes.find(text, offset);
  } else {
    found = last ? self.bytes.rfind(text) : self.bytes.find(text);
  }
  if (found == Bytes::npos) return {};
  return static_cast<int64_t>(CountCharacters(BytesView(self.bytes).substr(0, found), self.binary));
}

bool IsBlank(char c) { return c == ' ' || (c >= '\t' && c <= '\r') || c == '\0'; }

BytesView Strip(BytesView text, bool left, bool right) {
  while (left && !text.empty() && IsBlank(text.front())) text.remove_prefix(1);
  while (right && !text.empty() && IsBlank(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<BytesView> SplitAtBlanks(BytesView text, int64_t limit) {
  std::vector<BytesView> parts;
  while (true) {
    text = Strip(text, true, false);
    if (text.empty()) return parts;
    if (limit > 0 && static_cast<int64_t>(parts.size()) + 1 == limit) {
      parts.push_back(text);
      return parts;
    }
    const auto* end = std::ranges::find_if(text, IsBlank);
    parts.push_back(text.substr(0, static_cast<size_t>(end - text.begin())));
    text.remove_prefix(parts.back().size());
  }
}

std::vector<BytesView> SplitAt(BytesView text, BytesView separator, int64_t limit) {
  std::vector<BytesView> parts;
  while (limit <= 0 || static_cast<int64_t>(parts.size()) + 1 < limit) {
    const size_t found = text.find(separator);
    if (found == BytesView::npos) break;
    parts.push_back(text.substr(0, found));
    text.remove_prefix(found + separator.size());
  }
  parts.push_back(text);
  return parts;
}

Value Split(Invocation& call) {
  const String& self = Searched(call);
  const int64_t limit = call.Integer(1, 0);
  const bool blanks = call[0].is_nil() || call.Text(0) == " ";
  std::vector<BytesView> parts;
  call.heap().CheckRoom(self.bytes.size() * sizeof(BytesView));
  if (self.bytes.empty()) return call.NewArray(Values());
  if (blanks) {
    parts = SplitAtBlanks(self.bytes, limit);
  } else if (call.Text(0).empty()) {
    parts = Characters(self.bytes, self.binary);
  } else {
    parts = SplitAt(self.bytes, call.Text(0), limit);
  }
  // Empty parts at the end are left out.
  while (limit == 0 && !parts.empty() && parts.back().empty()) parts.pop_back();
  const ArrayRef result = call.NewArray();
  for (const BytesView part : parts) result->Push(LikeSearched(call, part));
  return result;
}

// sub and gsub with plain strings; the replacement may be a block or a hash.
Bytes Substituted(Invocation& call, bool all) {
  const Bytes self = Searched(call).bytes;
  const Bytes pattern = call.Text(0);
  Bytes result;
  size_t at = 0;
  while (at <= self.size()) {
    const size_t found = self.find(pattern, at);
    if (found == Bytes::npos) break;
    result += BytesView(self).substr(at, found - at);
    if (call.count() > 1) {
      const auto* table = call[1].As<HashRef>();
      const Value* entry = table == nullptr ? nullptr : (*table)->Find(call[0]);
      result += table == nullptr ? call.Text(1) : entry == nullptr ? Bytes() : TextOf(*entry);
    } else {
      result += TextOf(call.Yield({call[0]}));
    }
    call.heap().CheckRoom(result.size());
    at = found + pattern.size();
    if (pattern.empty()) {
      // Between all characters.
      if (at < self.size()) result.push_back(self[at]);
      ++at;
    }
    if (!all) break;
  }
  if (at < self.size()) result += BytesView(self).substr(at);
  return result;
}

Value SubstituteHere(Invocation& call, bool all) {
  Bytes text = Substituted(call, all);
  if (text == Searched(call).bytes) return {};
  Searched(call).bytes = std::move(text);
  return call.self;
}

// The characters of a set as in tr: "a-z", "^abc".
struct CharacterSet {
  Bytes characters;
  bool negated = false;
};

CharacterSet ReadSet(BytesView text) {
  CharacterSet set;
  set.negated = text.size() > 1 && text[0] == '^';
  if (set.negated) text.remove_prefix(1);
  for (size_t i = 0; i < text.size(); ++i) {
    const auto from = static_cast<unsigned char>(text[i]);
    if (i + 2 < text.size() && text[i + 1] == '-') {
      const auto to = static_cast<unsigned char>(text[i + 2]);
      for (int c = from; c <= to; ++c) set.characters.push_back(static_cast<char>(c));
      i += 2;
    } else {
      set.characters.push_back(text[i]);
    }
  }
  return set;
}

bool InSet(const CharacterSet& set, char c) {
  return (set.characters.find(c) != Bytes::npos) != set.negated;
}

Value Translate(Invocation& call) {
  const CharacterSet from = ReadSet(call.Text(0));
  const CharacterSet to = ReadSet(call.Text(1));
  Bytes result;
  for (const char c : Searched(call).bytes) {
    if (!InSet(from, c)) {
      result.push_back(c);
    } else if (!to.characters.empty()) {
      const size_t index = from.negated ? to.characters.size() - 1 : from.characters.find(c);
      result.push_back(to.characters[std::min(index, to.characters.size() - 1)]);
    }
  }
  return LikeSearched(call, result);
}

Value DeleteSet(Invocation& call) {
  const CharacterSet set = ReadSet(call.Text(0));
  Bytes result = Searched(call).bytes;
  std::erase_if(result, [&](char c) { return InSet(set, c); });
  return LikeSearched(call, result);
}

Value Squeeze(Invocation& call) {
  const bool all = call.count() == 0;
  const CharacterSet set = all ? CharacterSet() : ReadSet(call.Text(0));
  Bytes result;
  for (const char c : Searched(call).bytes) {
    if (!result.empty() && result.back() == c && (all || InSet(set, c))) continue;
    result.push_back(c);
  }
  return LikeSearched(call, result);
}

Value CountSet(Invocation& call) {
  const CharacterSet set = ReadSet(call.Text(0));
  return int64_t{
      std::ranges::count_if(Searched(call).bytes, [&](char c) { return InSet(set, c); })};
}

Value Insert(Invocation& call) {
  String& self = Searched(call);
  const auto size = static_cast<int64_t>(CountCharacters(self.bytes, self.binary));
  int64_t index = call.Integer(0);
  if (index < 0) index += size + 1;
  if (index < 0 || index > size) {
    throw RubyError("IndexError", fmt::format("index {} out of string", call.Integer(0)));
  }
  self.bytes.insert(ByteOffset(self.bytes, static_cast<size_t>(index), self.binary), call.Text(1));
  return call.self;
}

BytesView Chomped(BytesView text, const Invocation& call) {
  if (call.count() > 0) {
    const Bytes& suffix = call.Text(0);
    if (text.ends_with(suffix)) text.remove_suffix(suffix.size());
    return text;
  }
  if (text.ends_with('\n')) text.remove_suffix(1);
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

Value Chop(Invocation& call) {
  const BytesView text = Searched(call).bytes;
  size_t last = text.empty() ? 0 : 1;
  for (size_t length = 2; length <= 4 && length <= text.size() && !Searched(call).binary;
       ++length) {
    if (CharacterLength(text.substr(text.size() - length)) == length) last = length;
  }
  return LikeSearched(call, text.substr(0, text.size() - last));
}

Value Lines(Invocation& call) {
  const ArrayRef result = call.NewArray();
  BytesView text = Searched(call).bytes;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    result->Push(LikeSearched(call, text.substr(0, end == BytesView::npos ? end : end + 1)));
    text.remove_prefix(end == BytesView::npos ? text.size() : end + 1);
  }
  return result;
}

Value HasAffix(Invocation& call, bool at_start) {
  const BytesView text = Searched(call).bytes;
  for (size_t i = 0; i < call.count(); ++i) {
    if (at_start ? text.starts_with(call.Text(i)) : text.ends_with(call.Text(i))) return true;
  }
  return false;
}

Value Part3(Invocation& call, bool last) {
  const BytesView text = Searched(call).bytes;
  const Bytes& separator = call.Text(0);
  const size_t found = last ? text.rfind(separator) : text.find(separator);
  if (found == BytesView::npos) {
    const Value whole = LikeSearched(call, text);
    const Value none = LikeSearched(call, "");
    return last ? call.NewArray({none, none, whole}) : call.NewArray({whole, none, none});
  }
  return call.NewArray({LikeSearched(call, text.substr(0, found)), LikeSearched(call, separator),
                        LikeSearched(call, text.substr(found + separator.size()))});
}

}  // namespace

const MethodTable& StringSearchMethods() {
  static const MethodTable kTable{
      {"[]", 1, 2, SliceText},
      {"slice", 1, 2, SliceText},
      {"[]=", 2, 3, SetSlice},
      {"index", 1, 2, [](Invocation& c) { return IndexOf(c, false); }},
      {"rindex", 1, 2, [](Invocation& c) { return IndexOf(c, true); }},
      {"include?", 1, 1,
       [](Invocation& c) { return Value(Searched(c).bytes.find(c.Text(0)) != Bytes::npos); }},
      {"start_with?", 0, kAnyCount, [](Invocation& c) { return HasAffix(c, true); }},
      {"end_with?", 0, kAnyCount, [](Invocation& c) { return HasAffix(c, false); }},
      {"split", 0, 2, Split},
      {"lines", 0, 0, Lines},
      {"partition", 1, 1, [](Invocation& c) { return Part3(c, false); }},
      {"rpartition", 1, 1, [](Invocation& c) { return Part3(c, true); }},
      {"sub", 1, 2, [](Invocation& c) { return LikeSearched(c, Substituted(c, false)); }},
      {"gsub", 1, 2, [](Invocation& c) { return LikeSearched(c, Substituted(c, true)); }},
      {"sub!", 1, 2, [](Invocation& c) { return SubstituteHere(c, false); }},
      {"gsub!", 1, 2, [](Invocation& c) { return SubstituteHere(c, true); }},
      {"tr", 2, 2, Translate},
      {"delete", 1, 1, DeleteSet},
      {"squeeze", 0, 1, Squeeze},
      {"count", 1, 1, CountSet},
      {"insert", 2, 2, Insert},
      {"strip", 0, 0,
       [](Invocation& c) { return LikeSearched(c, Strip(Searched(c).bytes, true, true)); }},
      {"lstrip", 0, 0,
       [](Invocation& c) { return LikeSearched(c, Strip(Searched(c).bytes, true, false)); }},
      {"rstrip", 0, 0,
       [](Invocation& c) { return LikeSearched(c, Strip(Searched(c).bytes, false, true)); }},
      {"chomp", 0, 1, [](Invocation& c) { return LikeSearched(c, Chomped(Searched(c).bytes, c)); }},
      {"chop", 0, 0, Chop},
      {"delete_prefix", 1, 1,
       [](Invocation& c) {
         BytesView text = Searched(c).bytes;
         if (text.starts_with(c.Text(0))) text.remove_prefix(c.Text(0).size());
         return LikeSearched(c, text);
       }},
      {"delete_suffix", 1, 1,
       [](Invocation& c) {
         BytesView text = Searched(c).bytes;
         if (text.ends_with(c.Text(0))) text.remove_suffix(c.Text(0).size());
         return LikeSearched(c, text);
       }},
  };
  return kTable;
}

}  // namespace basalt::shell::ruby
