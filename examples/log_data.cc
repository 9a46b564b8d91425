// R59: log lines under three orders of the key, and long names made short by MD5 or by ids.
//
//   log_data [DIRECTORY or ADDRESS]
#include <iostream>
#include <set>

#include "example.h"

namespace {

using basalt::Status;
using example::Example;

const std::vector<std::string> kHosts = {"myserver1.mycompany.com", "myserver2.mycompany.com"};
const std::vector<std::string> kEvents = {
    "com.package1.subpackage2.subsubpackage3.ImportantService", "e1"};

// Fields by name, since each schema has its own order of them.
Status Fill(basalt::KeyTable& table) {
  for (int i = 0; i < 8; ++i) {
    std::vector<std::string> fields;
    for (const auto& field : table.schema().fields()) {
      const auto at = static_cast<size_t>(i);
      if (field.name == "host") fields.push_back(kHosts[at % 2]);
      if (field.name == "event") fields.push_back(kEvents[at / 2 % 2]);
      if (field.name == "ts") fields.push_back(std::to_string(1710489600123 + i * 10'007));
    }
    BASALT_RETURN_IF_ERROR(Example::Put(table, fields, {{"message", "line " + std::to_string(i)}}));
    if (i == 0) BASALT_RETURN_IF_ERROR(Example::Explain(table, fields));
  }
  return Status::Ok();
}

Status Logs(Example& example, std::string_view name, std::string_view schema,
            const std::vector<std::string>& queries, const std::vector<std::string>& plans = {}) {
  BASALT_ASSIGN_OR_RETURN(auto table, example.NewTable(name, schema));
  BASALT_RETURN_IF_ERROR(Fill(*table));
  for (const std::string& query : queries) BASALT_RETURN_IF_ERROR(Example::Ask(*table, query));
  for (const std::string& query : plans) BASALT_RETURN_IF_ERROR(Example::Plan(*table, query));
  std::cout << '\n';
  return Status::Ok();
}

// M7: how many of the buckets get anything, when times were rounded to seconds.
Status Buckets(int buckets) {
  BASALT_ASSIGN_OR_RETURN(const auto schema,
                          basalt::KeySchema::Parse("bucket(ts, " + std::to_string(buckets) +
                                                   ") ts:millis host:text event:text"));
  std::set<basalt::Bytes> used;
  for (uint64_t second = 0; second < 3600; ++second) {
    basalt::Bytes key;
    BASALT_RETURN_IF_ERROR(schema.Encode(
        basalt::KeyRecord{1710489600000 + second * 1000, basalt::Bytes("h"), basalt::Bytes("e")},
        {}, key));
    used.insert(key.substr(0, schema.spread_width()));
  }
  std::cout << "bucket(ts, " << buckets << "): an hour of whole seconds uses " << used.size()
            << " of them\n";
  return Status::Ok();
}

Status Study(Example& example) {
  const std::string day = "ts between 2024-03-15 and 2024-03-16";
  const std::string one = "host = '" + kHosts[0] + "' and event = 'e1'";
  // The time first, behind a bucket that keeps new rows from going to one place.
  BASALT_RETURN_IF_ERROR(Logs(example, "log_by_time",
                              "bucket(ts, 4) ts:millis host:text event:text",
                              {day + " order oldest limit 3"}, {one}));
  // The host first; the second schema has the newest line of a host and event at the front.
  BASALT_RETURN_IF_ERROR(
      Logs(example, "log_by_host", "host:text event:text ts:millis", {one + " and " + day}, {day}));
  BASALT_RETURN_IF_ERROR(Logs(example, "log_newest", "host:text event:text desc(ts:millis)",
                              {one + " order newest limit 1"}));
  // Names of any length in 16 bytes, or in 8. A digest does not tell its name.
  BASALT_RETURN_IF_ERROR(Logs(example, "log_md5", "md5(host) md5(event) ts:millis", {one},
                              {"host prefix 'myserver'"}));
  BASALT_RETURN_IF_ERROR(
      Logs(example, "log_ids", "id(host) id(event) ts:millis", {one}, {"host = 'nobody'"}));
  BASALT_RETURN_IF_ERROR(Buckets(100));
  BASALT_RETURN_IF_ERROR(Buckets(1000));
  return Buckets(97);
}

}  // namespace

int main(int argc, char** argv) { return example::RunExample(argc, argv, Study); }
