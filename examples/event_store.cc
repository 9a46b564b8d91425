// R40: events of an app, salted, so that many scans can work at a time.
//
//   event_store [DIRECTORY or ADDRESS]
#include <iostream>

#include "example.h"

namespace {

using basalt::Status;
using example::Example;

// Two digits of salt, the event, the day, and the offset in the queue that the event came from.
// Round robin, not random, only so that this prints the same each time.
constexpr const char* kSalted = "salt(16, roundrobin, text) event:text date:date offset:u64";
// The same, with the first two digits computed from the offset.
constexpr const char* kComputed = "mod(offset, 16, digits(2)) event:text date:date offset:u64";

Status Fill(basalt::KeyTable& events) {
  int offset = 0;
  for (const std::string date : {"2024-03-14", "2024-03-15", "2024-03-16"}) {
    for (const std::string event : {"click", "login", "order"}) {
      for (int i = 0; i < 32; ++i, ++offset) {
        // The record has the fields in the order of the schema.
        const bool computed = events.schema().text() == kComputed;
        const std::string number = std::to_string(offset);
        BASALT_RETURN_IF_ERROR(Example::Put(events,
                                            computed
                                                ? std::vector<std::string>{number, event, date}
                                                : std::vector<std::string>{event, date, number},
                                            {{"user", "u" + std::to_string(offset % 7)}}));
      }
    }
  }
  return Status::Ok();
}

Status Study(Example& example) {
  BASALT_ASSIGN_OR_RETURN(const auto splits, example::Splits(kSalted, 16));
  BASALT_ASSIGN_OR_RETURN(auto salted, example.NewTable("events", kSalted, splits));
  BASALT_RETURN_IF_ERROR(Fill(*salted));
  BASALT_RETURN_IF_ERROR(example.Spread(*salted));

  // The three queries. Each salt is scanned by itself, several at a time, and the rows are merged.
  BASALT_RETURN_IF_ERROR(Example::Ask(*salted, "order key"));
  BASALT_RETURN_IF_ERROR(Example::Ask(*salted, "event = 'login' order key"));
  BASALT_RETURN_IF_ERROR(Example::Ask(*salted, "event = 'login' and date = 2024-03-15 order key"));

  // A writer that does not hear an answer writes again, and draws another salt.
  std::cout << "\nthe queue delivers event 5 a second time\n";
  BASALT_RETURN_IF_ERROR(Example::Put(*salted, {"click", "2024-03-14", "5"}, {{"user", "u5"}}));
  BASALT_RETURN_IF_ERROR(
      Example::Ask(*salted, "event = 'click' and date = 2024-03-14 and offset = 5"));

  // A salt that is computed from the record is the same each time, and a record can be got.
  std::cout << '\n';
  BASALT_ASSIGN_OR_RETURN(auto computed, example.NewTable("events_computed", kComputed, splits));
  BASALT_RETURN_IF_ERROR(Fill(*computed));
  BASALT_RETURN_IF_ERROR(Example::Put(*computed, {"5", "click", "2024-03-14"}, {{"user", "u5"}}));
  BASALT_RETURN_IF_ERROR(example.Spread(*computed));
  BASALT_RETURN_IF_ERROR(Example::Explain(*computed, {"5", "click", "2024-03-14"}));
  BASALT_RETURN_IF_ERROR(
      Example::Ask(*computed, "event = 'click' and date = 2024-03-14 and offset = 5"));
  return Example::Plan(*computed, "event = 'login' and date = 2024-03-15 order key");
}

}  // namespace

int main(int argc, char** argv) { return example::RunExample(argc, argv, Study); }
