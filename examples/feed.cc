// R65: a feed. What somebody posts is written to the timeline of every friend.
//
//   feed [DIRECTORY or ADDRESS]
#include <iostream>
#include <map>

#include "example.h"

namespace {

using basalt::Bytes;
using basalt::Status;
using example::Example;

const std::map<std::string, std::vector<std::string>> kFriends = {
    {"ann", {"bob", "cid", "dora"}}, {"bob", {"ann"}}, {"cid", {"ann", "bob"}}};

struct Tables {
  std::unique_ptr<basalt::KeyTable> posts;
  std::unique_ptr<basalt::KeyTable> timelines;
};

// One row in the author's own list, then one for each friend, in one call.
Status Post(Tables& tables, const std::string& author, uint64_t ts, const std::string& text) {
  BASALT_ASSIGN_OR_RETURN(auto post, tables.posts->NewPut(basalt::KeyRecord{Bytes(author), ts}));
  BASALT_RETURN_IF_ERROR(tables.posts->table().Put(post.AddColumn("d", "text", text)));
  std::vector<basalt::Put> puts;
  for (const std::string& reader : kFriends.at(author)) {
    BASALT_ASSIGN_OR_RETURN(
        auto put, tables.timelines->NewPut(basalt::KeyRecord{Bytes(reader), ts, Bytes(author)}));
    puts.push_back(put.AddColumn("d", "text", text));
  }
  std::cout << author << " posts: " << 1 + puts.size() << " rows\n";
  return tables.timelines->table().Put(puts);
}

Status Study(Example& example) {
  const auto splits = *basalt::SplitKeys(basalt::SplitAlgorithm::kUniform, 4);
  Tables tables;
  BASALT_ASSIGN_OR_RETURN(
      tables.posts, example.NewTable("posts", "hash(user, 1) user:text desc(ts:millis)", splits));
  // The author ends the key: two friends may post in the same millisecond.
  BASALT_ASSIGN_OR_RETURN(
      tables.timelines,
      example.NewTable("timelines", "hash(user, 1) user:text desc(ts:millis) author:text", splits));
  const uint64_t noon = 1710504000000;
  BASALT_RETURN_IF_ERROR(Post(tables, "ann", noon, "good day"));
  BASALT_RETURN_IF_ERROR(Post(tables, "bob", noon + 60'000, "lunch"));
  BASALT_RETURN_IF_ERROR(Post(tables, "cid", noon + 60'000, "soup again"));
  BASALT_RETURN_IF_ERROR(Post(tables, "ann", noon + 120'000, "tea"));
  BASALT_RETURN_IF_ERROR(Example::Explain(*tables.timelines, {"bob", std::to_string(noon), "ann"}));
  BASALT_RETURN_IF_ERROR(Example::Ask(*tables.timelines, "user = 'bob' order newest limit 2"));
  BASALT_RETURN_IF_ERROR(Example::Ask(*tables.timelines, "user = 'ann' order newest limit 10"));

  // The document's scan has a beginning and a limit, but no end.
  const auto beginning =
      tables.timelines->schema().EncodePrefix(basalt::KeyRecord{Bytes("ann"), {}, {}}, {});
  BASALT_RETURN_IF_ERROR(beginning.status());
  std::cout << "\nwithout an end, the scan for ann's ten newest also finds\n";
  BASALT_ASSIGN_OR_RETURN(
      auto scanner, tables.timelines->table().GetScanner(basalt::Scan(*beginning).SetLimit(10)));
  for (const basalt::RowResult& row : scanner) {
    BASALT_ASSIGN_OR_RETURN(const auto record, tables.timelines->Record(row.row()));
    if (record[0] == basalt::KeyValue(Bytes("ann"))) continue;
    std::cout << "= " << tables.timelines->schema().Print(row.row()) << '\n';
  }
  return scanner.status();
}

}  // namespace

int main(int argc, char** argv) { return example::RunExample(argc, argv, Study); }
