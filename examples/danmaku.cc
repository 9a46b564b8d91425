// R68: danmaku, the comments that fly over a film, the newest first.
//
//   danmaku [DIRECTORY or ADDRESS]
#include <iostream>

#include "example.h"

namespace {

using basalt::Status;
using example::Example;

constexpr uint64_t kNoon = 1710504000000;  // 2024-03-15T12:00

// Fields by name, since each schema has its own order of them.
Status Fill(basalt::KeyTable& comments) {
  const std::vector<std::string> films = {"Titanic", "Titanic", "Solaris"};
  for (uint64_t i = 0; i < 24; ++i) {
    std::vector<std::string> fields;
    for (const auto& field : comments.schema().fields()) {
      if (field.name == "film") fields.push_back(films[i % 3]);
      if (field.name == "ts") fields.push_back(std::to_string(kNoon + i / 2 * 10'000));
      if (field.name == "user") fields.push_back("u" + std::to_string(i));
    }
    BASALT_RETURN_IF_ERROR(
        Example::Put(comments, fields, {{"text", "comment " + std::to_string(i)}}));
  }
  return Status::Ok();
}

Status Study(Example& example) {
  // The document leads the key with MAX - time: all films are mixed, and every new comment goes to
  // the first region.
  BASALT_ASSIGN_OR_RETURN(
      auto mixed, example.NewTable("danmaku_by_time", "desc(ts:millis) film:text user:text"));
  BASALT_RETURN_IF_ERROR(Fill(*mixed));
  BASALT_RETURN_IF_ERROR(Example::Ask(*mixed, "film = 'Solaris' order newest limit 2"));

  // By film: the newest ten are the first ten rows. The user ends the key, for comments of the same
  // millisecond.
  std::cout << '\n';
  BASALT_ASSIGN_OR_RETURN(
      auto comments,
      example.NewTable("danmaku", "hash(film, 2) film:text desc(ts:millis) user:text",
                       *basalt::SplitKeys(basalt::SplitAlgorithm::kUniform, 4)));
  BASALT_RETURN_IF_ERROR(Fill(*comments));
  BASALT_RETURN_IF_ERROR(Example::Explain(*comments, {"Titanic", std::to_string(kNoon), "u0"}));
  BASALT_RETURN_IF_ERROR(Example::Ask(*comments, "film = 'Titanic' order newest limit 4"));
  BASALT_RETURN_IF_ERROR(Example::Ask(
      *comments, "film = 'Titanic' and ts < 2024-03-15T12:00:30 order newest limit 4"));

  // A film that everybody watches is one region's work, unless its rows are spread, too.
  const std::string spread = "salt(4, phoenix) film:text desc(ts:millis) user:text";
  std::cout << '\n';
  BASALT_ASSIGN_OR_RETURN(const auto splits, example::Splits(spread, 4));
  BASALT_ASSIGN_OR_RETURN(auto hot, example.NewTable("danmaku_hot", spread, splits));
  BASALT_RETURN_IF_ERROR(Fill(*hot));
  BASALT_RETURN_IF_ERROR(example.Spread(*hot));
  return Example::Ask(*hot, "film = 'Titanic' order newest limit 4");
}

}  // namespace

int main(int argc, char** argv) { return example::RunExample(argc, argv, Study); }
