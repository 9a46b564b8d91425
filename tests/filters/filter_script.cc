#include "filter_script.h"

#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <utility>

#include "basalt/filters.h"
#include "filter/random_filters.h"
#include "wire/filter_codec.h"

namespace basalt::filter_script {
namespace {

std::string Print(BytesView bytes) { return bytes.empty() ? "-" : ToStringBinary(bytes); }
Bytes Read(const std::string& word) { return word == "-" ? Bytes() : FromStringBinary(word); }

std::string ToHex(BytesView bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string hex;
  for (const char c : bytes) {
    hex.push_back(kDigits[static_cast<unsigned char>(c) >> 4]);
    hex.push_back(kDigits[c & 0xF]);
  }
  return hex;
}

Bytes FromHex(const std::string& hex) {
  Bytes bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes.push_back(static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

std::string Words(const CellView& cell) {
  return Print(cell.row) + " " + Print(cell.family) + " " + Print(cell.qualifier) + " " +
         std::to_string(cell.timestamp) + " " + Print(cell.value);
}

[[noreturn]] void Die(const std::string& what) {
  std::fprintf(stderr, "filter script: %s\n", what.c_str());
  std::exit(1);
}
void Check(const Status& status) {
  if (!status.ok()) Die(status.ToString());
}

std::string RandomScan(filter::RandomFilters& random) {
  const auto message = wire::SerializeFilter(*random.Tree(random.Below(4)));
  Check(message.status());
  const Bytes bytes = message->SerializeAsString();
  // A hint backwards can keep HBase's FuzzyRowFilter where it is, for ever.
  const bool backward = random.OneIn(3) && bytes.find("FuzzyRowFilter") == Bytes::npos;
  std::string line = backward ? "scan backward " : "scan forward ";
  line += std::to_string(1 + random.Below(3)) + " ";
  if (random.OneIn(8)) {
    line += random.Family() + " ";
  } else if (random.OneIn(8)) {
    const Bytes family = random.Family();
    line += family + ":" + random.Qualifier() + "," + family + ":" + random.Qualifier() + " ";
  } else {
    line += "- ";
  }
  line += random.OneIn(8) ? std::to_string(1 + random.Below(3)) : "-1";
  line += " " + std::to_string(random.Below(2)) + " ";
  line += random.OneIn(5) ? random.Row() : "-";
  return line + " " + ToHex(bytes);
}

}  // namespace

std::vector<std::string> Generate(uint64_t seed, int tables, int scans_per_table) {
  filter::RandomFilters random(seed);
  std::vector<std::string> script;
  for (int table = 0; table < tables; ++table) {
    script.emplace_back("table");
    for (const Cell& cell : random.Table(20 + random.Below(100))) {
      script.push_back("put " + Words(cell.view()));
    }
    for (int i = 0; i < scans_per_table; ++i) script.push_back(RandomScan(random));
  }
  return script;
}

Runner::Runner() : clock_(1'000'000'000'000) {
  ConnectionOptions options;
  options.clock = &clock_;
  options.automatic_compactions = false;
  auto connection = Connection::Open(directory_.Sub("data"), options);
  Check(connection.status());
  connection_ = std::move(*connection);
}

void Runner::NewTable() {
  TableDescriptor descriptor(*TableName::Parse("t" + std::to_string(++tables_)));
  for (const char* name : {"f", "g"}) {
    FamilyDescriptor family(name);
    family.SetMaxVersions(3);
    Check(descriptor.AddFamily(family));
  }
  Check(connection_->admin().CreateTable(descriptor));
  table_ = *connection_->GetTable(descriptor.name());
}

std::vector<std::string> Runner::Execute(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  if (words.size() == 1 && words[0] == "table") {
    NewTable();
  } else if (words.size() == 6 && words[0] == "put") {
    Check(table_->Put(
        Put(Read(words[1]))
            .AddColumn(Read(words[2]), Read(words[3]), std::stoll(words[4]), Read(words[5]))));
  } else if (words.size() == 8 && words[0] == "scan") {
    return RunScan(words);
  } else {
    Die("cannot understand: " + line);
  }
  return {};
}

std::vector<std::string> Runner::RunScan(const std::vector<std::string>& words) {
  Scan scan;
  scan.SetReversed(words[1] == "backward").ReadVersions(std::stoi(words[2]));
  std::istringstream columns(words[3] == "-" ? "" : words[3]);
  for (std::string column; std::getline(columns, column, ',');) {
    const size_t colon = column.find(':');
    if (colon == std::string::npos) {
      scan.AddFamily(column);
    } else {
      scan.AddColumn(column.substr(0, colon), column.substr(colon + 1));
    }
  }
  scan.SetMaxResultsPerColumnFamily(std::stoi(words[4]));
  if (scan.max_results_per_column_family() >= 0)
    scan.SetRowOffsetPerColumnFamily(std::stoi(words[5]));
  if (words[6] != "-") scan.WithStartRow(Read(words[6]));
  hbase::pb::Filter message;
  if (!message.ParseFromString(FromHex(words[7]))) Die("not a filter: " + words[7]);
  auto filter = wire::ParseFilter(message);
  Check(filter.status());
  scan.SetFilter(FilterPtr(std::move(*filter)));

  auto scanner = table_->GetScanner(scan);
  if (!scanner.ok()) return {"error"};
  std::vector<std::string> answers;
  for (const RowResult& row : *scanner) {
    for (const CellView& cell : row) answers.push_back(Words(cell));
  }
  if (!scanner->status().ok()) return {"error"};
  return answers;
}

}  // namespace basalt::filter_script
