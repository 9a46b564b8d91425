// R39: the states of orders and the operations of users, the newest first.
//
//   order_status [DIRECTORY or ADDRESS]
#include <iostream>

#include "example.h"

namespace {

using basalt::Status;
using example::Example;

// Order numbers grow, and would all go to the last region; turned round they begin with the digit
// that changes fastest. The time counts down, so the first row of an order is its present state.
Status Orders(Example& example) {
  BASALT_ASSIGN_OR_RETURN(
      auto orders,
      example.NewTable("order_status", "reverse(order:digits(12)) desc(ts:millis)",
                       *basalt::SplitKeys(basalt::SplitAlgorithm::kDecimalString, 10)));
  for (int i = 0; i < 20; ++i) {
    const std::string order = std::to_string(202403150000 + i);
    BASALT_RETURN_IF_ERROR(
        Example::Put(*orders, {order, "2024-03-15T08:00"}, {{"state", "created"}}));
    BASALT_RETURN_IF_ERROR(Example::Put(*orders, {order, "2024-03-15T08:02"}, {{"state", "paid"}}));
  }
  BASALT_RETURN_IF_ERROR(
      Example::Put(*orders, {"202403150007", "2024-03-16T09:30"}, {{"state", "shipped"}}));
  BASALT_RETURN_IF_ERROR(Example::Explain(*orders, {"202403150007", "2024-03-16T09:30"}));
  BASALT_RETURN_IF_ERROR(example.Spread(*orders));
  BASALT_RETURN_IF_ERROR(Example::Ask(*orders, "order = 202403150007 order newest limit 1"));
  return Example::Ask(*orders, "order = 202403150007");
}

Status Operations(Example& example) {
  std::cout << '\n';
  BASALT_ASSIGN_OR_RETURN(
      auto operations,
      example.NewTable("user_operations", "reverse(user:digits(8)) desc(ts:millis)",
                       *basalt::SplitKeys(basalt::SplitAlgorithm::kDecimalString, 10)));
  const std::vector<std::pair<std::string, std::string>> done = {{"2024-03-01T10:00", "register"},
                                                                 {"2024-03-02T20:15", "search"},
                                                                 {"2024-03-02T20:17", "order"},
                                                                 {"2024-03-05T07:40", "pay"}};
  for (const std::string user : {"00010041", "00010042", "00010043"}) {
    for (const auto& [time, what] : done) {
      BASALT_RETURN_IF_ERROR(Example::Put(*operations, {user, time}, {{"what", what}}));
    }
  }
  BASALT_RETURN_IF_ERROR(
      Example::Ask(*operations, "user = 10042 and ts between 2024-03-02 and 2024-03-03"));

  // M1: the documents scan from MAX - begin to MAX - end. The later time has the smaller key, so
  // this begins behind its own end.
  BASALT_ASSIGN_OR_RETURN(const auto begin,
                          example::RecordOf(operations->schema(), {"10042", "2024-03-02"}));
  BASALT_ASSIGN_OR_RETURN(const auto end,
                          example::RecordOf(operations->schema(), {"10042", "2024-03-03"}));
  BASALT_ASSIGN_OR_RETURN(const auto start_row, operations->Key(begin));
  BASALT_ASSIGN_OR_RETURN(const auto stop_row, operations->Key(end));
  BASALT_ASSIGN_OR_RETURN(const size_t rows, example::CountRows(operations->table(),
                                                                basalt::Scan(start_row, stop_row)));
  std::cout << "from MAX - begin to MAX - end, as the documents say: " << rows << " rows\n";
  return Status::Ok();
}

}  // namespace

int main(int argc, char** argv) {
  return example::RunExample(argc, argv, [](Example& example) -> Status {
    BASALT_RETURN_IF_ERROR(Orders(example));
    return Operations(example);
  });
}
