#include "generator_sequence.h"

#include <algorithm>
#include <cstdio>

#include <fmt/core.h>

#include "text.h"

namespace basalt::semantics {
namespace {

using namespace std::string_literals;

// Prefixes of one another, zero bytes, the largest byte.
const std::vector<std::string> kRowEnds = {"a", "a\0"s, "a\0\x01"s, "ab", "b", "\xff", "\0"s};
const std::vector<std::string> kQualifiers = {"", "a", "a\0"s, "ab", "b", "\0"s, "\xff"};

std::string Coordinates(const std::string& row, const std::string& column, const std::string& ts) {
  return fmt::format("{}/{}@{}", row, column, ts);
}

template <typename T>
std::vector<T> Some(Random& random, const std::vector<T>& all, size_t count) {
  std::vector<T> left = all;
  std::vector<T> chosen;
  while (chosen.size() < count) {
    size_t i = random.Below(left.size());
    chosen.push_back(left[i]);
    left.erase(left.begin() + static_cast<int64_t>(i));
  }
  return chosen;
}

}  // namespace

Sequence::Sequence(uint64_t seed, int64_t number, const TableTraits& table, const Dialect& dialect)
    : random_(seed), table_(table), dialect_(dialect) {
  char prefix[24];
  std::snprintf(prefix, sizeof(prefix), "s%05lld.", static_cast<long long>(number));
  prefix_ = prefix;
  tag_ = "#" + std::to_string(number) + " ";
  for (const std::string& end : Some(random_, kRowEnds, 3)) {
    rows_.push_back(BytesText(prefix_ + end));
  }
  for (const std::string& qualifier : Some(random_, kQualifiers, 2 + random_.Below(3))) {
    qualifiers_.push_back(BytesText(qualifier));
  }
}

// Ten seconds apart, from the past into the future of T; TTLs and the clock move in the same steps.
const std::vector<std::string>& Sequence::Timestamps() {
  static const std::vector<std::string> timestamps = {"T-50000", "T-40000", "T-30000", "T-20000",
                                                      "T-10000", "T+0",     "T+10000"};
  return timestamps;
}

std::string Sequence::SomeRange(Random& random) {
  const auto& times = Timestamps();
  size_t a = random.Below(times.size());
  size_t b = random.Below(times.size());
  if (random.Percent(25)) return "0.." + times[a];
  if (random.Percent(25)) return times[a] + ".." + (random.Percent(50) ? "LATEST" : "T+90000000");
  return times[std::min(a, b)] + ".." + times[std::max(a, b)];
}

std::string Sequence::Column() {
  const std::string& family = random_.Of(table_.families);
  return family + ":" + random_.Of(qualifiers_);
}

// There are always at least two qualifiers, so one that is not empty.
std::string Sequence::DeletableColumn() {
  std::string qualifier = random_.Of(qualifiers_);
  while (!dialect_.deletes_of_empty_qualifier && qualifier == "\"\"") {
    qualifier = random_.Of(qualifiers_);
  }
  return random_.Of(table_.families) + ":" + qualifier;
}

// Distinct columns, each followed by a space; or, for reads, families.
std::string Sequence::Columns(size_t most) {
  std::map<std::string, std::set<std::string>> chosen;
  for (size_t i = 1 + random_.Below(most); i > 0; --i) {
    const std::string& family = random_.Of(table_.families);
    if (random_.Percent(30) && !chosen.contains(family)) {
      chosen[family] = {};
    } else if (!chosen.contains(family) || !chosen[family].empty()) {
      chosen[family].insert(random_.Of(qualifiers_));
    }
  }
  std::string text;
  for (const auto& [family, qualifiers] : chosen) {
    if (qualifiers.empty()) text += " " + family;
    for (const std::string& qualifier : qualifiers)
      text += fmt::format(" {}:{}", family, qualifier);
  }
  return text;
}

std::string Sequence::Value() {
  if (random_.Percent(45)) {
    return "\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x0" + std::to_string(random_.Below(4));
  }
  return random_.Of<const char*>({"x", "yy", "zzz", "m", "\"\"", "k\\x00"});
}

std::string Sequence::PutColumn(const std::string& row, bool with_ttl) {
  for (int attempt = 0; attempt < 8; ++attempt) {
    std::string column = Column();
    if (random_.Percent(25)) return " " + column + "=" + Value();
    // Cells with a lifetime of their own stay out of the future: what is built on them (an
    // increment, a checked put) would land on their own coordinates.
    const auto& times = Timestamps();
    const std::string& ts = times[random_.Below(with_ttl ? times.size() - 2 : times.size())];
    std::string coordinates = Coordinates(row, column, ts);
    if (mortal_.contains(coordinates) || (with_ttl && written_.contains(coordinates))) continue;
    written_.insert(coordinates);
    if (with_ttl) mortal_.insert(coordinates);
    return fmt::format(" {}@{}={}", column, ts, Value());
  }
  return " " + Column() + "=" + Value();
}

std::string Sequence::Put(const std::string& row, bool may_have_ttl) {
  bool with_ttl = random_.Percent(8) && may_have_ttl && table_.cells_expire;
  std::string line;
  if (with_ttl) line += " ttl=" + random_.Of<std::string>({"5000", "15000", "35000", "75000"});
  for (size_t i = 1 + random_.Below(3); i > 0; --i) line += PutColumn(row, with_ttl);
  return line;
}

std::string Sequence::Delete(const std::string& /*row*/) {
  std::string line;
  if (random_.Percent(15)) line += " ts=" + random_.Of(Timestamps());
  if (random_.Percent(10)) return line;
  for (size_t i = 1 + random_.Below(2); i > 0; --i) {
    std::string ts = random_.Percent(65) ? "@" + random_.Of(Timestamps()) : "";
    switch (random_.Below(8)) {
      case 0:
      case 1:
      case 2: line += " version " + DeletableColumn() + ts; break;
      case 3:
      case 4:
      case 5: line += " column " + DeletableColumn() + ts; break;
      case 6: line += " family " + random_.Of(table_.families) + ts; break;
      default:
        line += " familyversion " + random_.Of(table_.families);
        line += "@" + random_.Of(Timestamps());
    }
  }
  return line;
}

// An increment's or an append's verb, and what follows its row.
std::pair<std::string, std::string> Sequence::Delta(const std::string& row) {
  bool increment = random_.Percent(60);
  std::set<std::string> columns;
  for (size_t i = 1 + random_.Below(2); i > 0; --i) {
    columns.insert(Column());
  }
  std::string line;
  if (random_.Percent(15)) {
    const std::string& ts = random_.Of(Timestamps());
    bool free = std::none_of(columns.begin(), columns.end(), [&](const std::string& column) {
      return mortal_.contains(Coordinates(row, column, ts));
    });
    if (free) {
      line += " ts=" + ts;
      for (const std::string& column : columns) written_.insert(Coordinates(row, column, ts));
    }
  }
  if (random_.Percent(15)) line += " range=" + SomeRange(random_);
  if (random_.Percent(10)) line += " noreturn";
  for (const std::string& column : columns) {
    line += " " + column + "=" + (increment ? std::to_string(random_.Below(9)) : Value());
  }
  return {increment ? "incr" : "append", line};
}

std::string Sequence::Changes(const std::string& row, size_t count, Within within) {
  std::string line;
  for (size_t i = 0; i < count; ++i) {
    if (i > 0) line += " ; ";
    if (within != Within::kBatch && random_.Percent(15)) {
      auto [verb, rest] = Delta(row);
      line += verb + rest;
    } else if (random_.Percent(55)) {
      // A checked put may land on the checked cell's own coordinates.
      line += "put" + Put(row, within != Within::kCheck);
    } else {
      line += "delete" + Delete(row);
    }
  }
  return line;
}

std::string Sequence::Check(const std::string& row) {
  std::string line = "check " + table_.name + " " + row + " " + Column();
  if (random_.Percent(20)) {
    line += random_.Percent(70) ? " absent" : " present";
  } else {
    line += " " + random_.Of<std::string>({"<", "<=", "=", "!=", ">=", ">"});
    line += " " + Value();
  }
  if (random_.Percent(15)) line += " range=" + SomeRange(random_);
  return line + " then " + Changes(row, random_.Percent(70) ? 1 : 2, Within::kCheck);
}

// HBase promises no order among a batch's actions, so each has a row of its own.
std::string Sequence::Batch() {
  std::string line = "batch " + table_.name;
  for (const std::string& row : rows_) {
    line += " | ";
    if (random_.Percent(15)) {
      auto [verb, rest] = Delta(row);
      line += fmt::format("{} {}{}", verb, row, rest);
    } else if (random_.Percent(25)) {
      line += "get " + row + ReadOptions();
    } else if (random_.Percent(20)) {
      line += "mutate " + row + " ; " + Changes(row, 2, Within::kBatch);
    } else if (random_.Percent(60)) {
      line += "put " + row + Put(row);
    } else {
      line += "delete " + row + Delete(row);
    }
  }
  return line;
}

std::string Sequence::ReadOptions() {
  std::string line;
  if (random_.Percent(60)) {
    line += " versions=" + random_.Of<std::string>({"all", "all", "2", "3"});
  }
  if (random_.Percent(35)) line += " range=" + SomeRange(random_);
  if (random_.Percent(12)) {
    line += " frange=" + random_.Of(table_.families);
    line += "," + SomeRange(random_);
  }
  if (random_.Percent(12)) line += " storelimit=" + std::to_string(1 + random_.Below(3));
  if (random_.Percent(10)) line += " storeoffset=" + std::to_string(1 + random_.Below(2));
  return line;
}

std::string Sequence::Get(const std::string& row) {
  std::string line = random_.Percent(20) ? "exists " : "get ";
  line += table_.name + " " + row + ReadOptions();
  if (random_.Percent(50)) line += Columns(4);
  return line;
}

std::string Sequence::Scan() {
  std::string line = "scan " + table_.name;
  std::string low = random_.Percent(50) ? BytesText(prefix_) : Row();
  std::string high = random_.Percent(50) ? BytesText(prefix_ + "\xff\xff") : Row();
  bool raw = random_.Percent(25);
  bool reverse = random_.Percent(30);
  if (reverse) {
    line += " reverse";
    std::swap(low, high);
  }
  line += (random_.Percent(75) ? " from=" : " after=") + low;
  line += (random_.Percent(75) ? " to=" : " upto=") + high;
  line += ReadOptions();
  if (random_.Percent(15)) line += " batch=" + std::to_string(1 + random_.Below(3));
  if (random_.Percent(15)) line += " limit=" + std::to_string(1 + random_.Below(2));
  if (raw) {
    line += " raw";
  } else if (random_.Percent(50)) {
    line += Columns(4);
  }
  return line;
}

std::string Sequence::Next() {
  std::string row = Row();
  size_t dice = random_.Below(100);
  std::string line;
  if (dice < 32) {
    line = "put " + table_.name + " " + row + Put(row);
  } else if (dice < 54) {
    line = "delete " + table_.name + " " + row + Delete(row);
  } else if (dice < 64) {
    auto [verb, rest] = Delta(row);
    line = verb + " " + table_.name + " " + row + rest;
  } else if (dice < 71) {
    line = Check(row);
  } else if (dice < 76) {
    line = "mutate " + table_.name + " " + row + " ; " +
           Changes(row, 2 + random_.Below(2), Within::kRow);
  } else if (dice < 80) {
    line = Batch();
  } else if (dice < 90) {
    line = Get(row);
  } else {
    line = Scan();
  }
  return tag_ + line;
}

}  // namespace basalt::semantics
