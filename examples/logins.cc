// R66 and R56: logins counted when they happen, by day and by month.
//
//   logins [DIRECTORY or ADDRESS]
#include <iostream>
#include <thread>

#include "example.h"

namespace {

using basalt::Bytes;
using basalt::Status;
using example::Example;

// A login is an increment of two rows: the day's and the month's, which has the month's first day.
Status Login(basalt::KeyTable& counts, const std::string& user, const std::string& date) {
  std::vector<basalt::Action> actions;
  for (const auto& [period, day] : std::vector<std::pair<std::string, std::string>>{
           {"day", date}, {"month", date.substr(0, 8) + "01"}}) {
    BASALT_ASSIGN_OR_RETURN(const auto record,
                            example::RecordOf(counts.schema(), {user, period, day}));
    BASALT_ASSIGN_OR_RETURN(const Bytes key, counts.Key(record));
    actions.emplace_back(basalt::Increment(key).AddColumn("d", "logins", 1));
  }
  for (const auto& outcome : counts.table().Batch(actions)) {
    BASALT_RETURN_IF_ERROR(outcome.status());
  }
  return Status::Ok();
}

// M2: the documents count by Append. It puts a "1" behind what is there.
Status CountByAppend(basalt::KeyTable& counts) {
  BASALT_ASSIGN_OR_RETURN(const auto record,
                          example::RecordOf(counts.schema(), {"eve", "day", "2024-03-15"}));
  BASALT_ASSIGN_OR_RETURN(const Bytes key, counts.Key(record));
  std::string value;
  for (int login = 0; login < 3; ++login) {
    BASALT_ASSIGN_OR_RETURN(const auto row, counts.table().Append(basalt::Append(key).AddColumn(
                                                "d", "login_count", "1")));
    value = *row.GetValue("d", "login_count");
  }
  std::cout << "\nthree logins counted by Append: " << value << '\n';
  return counts.table().Delete(basalt::Delete(key));
}

Status Study(Example& example) {
  BASALT_ASSIGN_OR_RETURN(
      auto counts,
      example.NewTable("logins",
                       "hash(user, 2) user:text period:enum('d' day, 'm' month) date:date",
                       *basalt::SplitKeys(basalt::SplitAlgorithm::kUniform, 4)));
  BASALT_RETURN_IF_ERROR(Example::Explain(*counts, {"ann", "day", "2024-03-15"}));
  for (const std::string date : {"2024-02-28", "2024-03-14", "2024-03-15", "2024-03-15"}) {
    BASALT_RETURN_IF_ERROR(Login(*counts, "ann", date));
  }
  // Four threads at once: the server adds, so none is lost.
  std::vector<Status> outcomes(4);
  std::vector<std::thread> threads;
  for (Status& outcome : outcomes) {
    threads.emplace_back([&] {
      for (int i = 0; i < 25 && outcome.ok(); ++i) outcome = Login(*counts, "bob", "2024-03-15");
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const Status& outcome : outcomes) BASALT_RETURN_IF_ERROR(outcome);

  BASALT_RETURN_IF_ERROR(
      Example::Ask(*counts,
                   "user = 'ann' and period = day and date between 2024-03-01 and "
                   "2024-03-31"));
  BASALT_RETURN_IF_ERROR(Example::Ask(*counts, "user = 'ann' and period = month"));
  BASALT_RETURN_IF_ERROR(Example::Ask(
      *counts, "user in ('ann', 'bob') and period = day and date = 2024-03-15 order key"));
  return CountByAppend(*counts);
}

}  // namespace

int main(int argc, char** argv) { return example::RunExample(argc, argv, Study); }
