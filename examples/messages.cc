// R63: messages by receiver and by sender, page by page.
//
//   messages [DIRECTORY or ADDRESS]
#include <iostream>

#include "example.h"

namespace {

using basalt::Status;
using example::Example;

struct Message {
  std::string sender;
  std::string receiver;
  std::string time;
  std::string text;
};
const std::vector<Message> kMessages = {
    {"ann", "bob", "2024-03-15T08:00", "morning"},   {"cid", "bob", "2024-03-15T08:01", "hey"},
    {"bob", "ann", "2024-03-15T08:05", "hello ann"}, {"ann", "bob", "2024-03-15T09:10", "lunch?"},
    {"dora", "bob", "2024-03-15T09:30", "report"},   {"cid", "bob", "2024-03-15T10:00", "call me"},
    {"ann", "cid", "2024-03-15T10:20", "hi cid"},    {"ann", "bob", "2024-03-15T11:45", "where?"},
    {"dora", "bob", "2024-03-15T11:45", "reminder"}};

// Reads the inbox three messages at a time. The token is all that a page needs of the one before.
Status Pages(basalt::KeyTable& inbox, const std::string& user) {
  const std::string query = "receiver = '" + user + "' order newest limit 3";
  BASALT_RETURN_IF_ERROR(Example::Plan(inbox, query));
  std::string token;
  for (int page = 1;; ++page) {
    BASALT_ASSIGN_OR_RETURN(auto scanner, inbox.Scan(query, {.resume = token}));
    basalt::RowResult row;
    int rows = 0;
    while (true) {
      BASALT_ASSIGN_OR_RETURN(const bool more, scanner.Next(row));
      if (!more) break;
      if (rows++ == 0) std::cout << "page " << page << '\n';
      std::cout << "= " << inbox.schema().Print(row.row()) << " | " << example::PrintColumns(row)
                << '\n';
    }
    if (rows == 0) return Status::Ok();
    token = scanner.token();
  }
}

Status Study(Example& example) {
  // Two bytes of a hash keep neighbours by name apart. The other party ends the key: two messages
  // of the same millisecond are two rows.
  const auto splits = *basalt::SplitKeys(basalt::SplitAlgorithm::kUniform, 4);
  BASALT_ASSIGN_OR_RETURN(
      auto inbox,
      example.NewTable("inbox", "hash(receiver, 2) receiver:text desc(ts:millis) sender:text",
                       splits));
  BASALT_ASSIGN_OR_RETURN(
      auto outbox,
      example.NewTable("outbox", "hash(sender, 2) sender:text desc(ts:millis) receiver:text",
                       splits));
  for (const Message& message : kMessages) {
    // Two rows, no transaction: the outbox first, so that nothing arrives that was not sent.
    BASALT_RETURN_IF_ERROR(Example::Put(*outbox, {message.sender, message.time, message.receiver},
                                        {{"text", message.text}}));
    BASALT_RETURN_IF_ERROR(Example::Put(*inbox, {message.receiver, message.time, message.sender},
                                        {{"text", message.text}}));
  }
  BASALT_RETURN_IF_ERROR(Example::Explain(*inbox, {"bob", "2024-03-15T11:45", "ann"}));
  BASALT_RETURN_IF_ERROR(Pages(*inbox, "bob"));
  BASALT_RETURN_IF_ERROR(
      Example::Ask(*outbox, "sender = 'ann' and ts between 2024-03-15T09:00 and 2024-03-15T10:59"));
  BASALT_RETURN_IF_ERROR(Example::Plan(*inbox, "sender = 'ann'"));

  // M3 and M4: the helper class of the documents. Its "%013d" writes 19 digits, which sort only
  // because all of these numbers have 19; and its "_" must not be in a name.
  std::cout << '\n';
  BASALT_ASSIGN_OR_RETURN(auto text, example.NewTable("inbox_text", "@inbox"));
  BASALT_RETURN_IF_ERROR(Example::Explain(*text, {"bob", "2024-03-15T11:45", "ann"}));
  const Status refused =
      Example::Put(*text, {"bob_9", "2024-03-15T11:45", "ann"}, {{"text", "hi"}});
  std::cout << "receiver bob_9: " << refused.message() << '\n';
  return Status::Ok();
}

}  // namespace

int main(int argc, char** argv) { return example::RunExample(argc, argv, Study); }
