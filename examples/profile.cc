// R67: a user's page in one row: the profile, and the last ten orders.
//
//   profile [DIRECTORY or ADDRESS]
#include <iostream>

#include "example.h"

namespace {

using basalt::Bytes;
using basalt::Status;
using example::Example;

// The last ten orders are ten versions of one column: the family keeps the newest ten and forgets
// the eleventh by itself. An order is one blind write, and the page is one get.
Status Study(Example& example) {
  BASALT_ASSIGN_OR_RETURN(auto users,
                          example.NewTable("profiles", "hash(user, 2) user:text",
                                           *basalt::SplitKeys(basalt::SplitAlgorithm::kUniform, 4),
                                           {basalt::FamilyDescriptor("i"),
                                            basalt::FamilyDescriptor("o").SetMaxVersions(10)}));
  BASALT_RETURN_IF_ERROR(Example::Explain(*users, {"user_12345"}));
  BASALT_ASSIGN_OR_RETURN(const Bytes key, users->Key(basalt::KeyRecord{Bytes("user_12345")}));
  BASALT_RETURN_IF_ERROR(users->table().Put(basalt::Put(key)
                                                .AddColumn("i", "name", "Zhang San")
                                                .AddColumn("i", "email", "zhang@example.com")));
  // Orders that come late find their place: the version is the time of the order.
  const int64_t noon = 1710504000000;
  for (const int order : {1, 2, 3, 4, 5, 6, 7, 9, 8, 10, 11, 12, 13}) {
    BASALT_RETURN_IF_ERROR(users->table().Put(basalt::Put(key).AddColumn(
        "o", "order", noon + order * 60'000, "order " + std::to_string(order))));
  }

  BASALT_RETURN_IF_ERROR(Example::Plan(*users, "user = 'user_12345'"));
  const auto page = [&](const char* when) -> Status {
    BASALT_ASSIGN_OR_RETURN(const auto row, users->table().Get(basalt::Get(key).ReadVersions(10)));
    std::cout << when << ": " << *row.GetValue("i", "name") << ", " << *row.GetValue("i", "email");
    for (const basalt::CellView& cell : row) {
      if (cell.family == "o") std::cout << "; " << cell.value;
    }
    std::cout << '\n';
    return Status::Ok();
  };
  BASALT_RETURN_IF_ERROR(page("the page"));

  // The fourteenth pushes out the fourth. Nothing had to be read or moved for it.
  BASALT_RETURN_IF_ERROR(
      users->table().Put(basalt::Put(key).AddColumn("o", "order", noon + 14 * 60'000, "order 14")));
  BASALT_RETURN_IF_ERROR(page("after one more"));

  // What the family has forgotten is gone from the disk with the next compaction.
  BASALT_RETURN_IF_ERROR(example.connection().admin().Flush(users->table().name()));
  BASALT_RETURN_IF_ERROR(example.connection().admin().MajorCompact(users->table().name()));
  return page("after a major compaction");
}

}  // namespace

int main(int argc, char** argv) { return example::RunExample(argc, argv, Study); }
