// R61, first half: customers and their orders, in two tables and in one with record types.
//
//   customers [DIRECTORY or ADDRESS]
#include <iostream>

#include "example.h"

namespace {

using basalt::Status;
using example::Columns;
using example::Example;

const std::vector<std::string> kCustomers = {"00000017", "00000042"};
const std::vector<std::string> kOrders = {"SO-1001", "SO-1002", "SO-1003"};
const Columns kCustomer = {{"name", "Ann"}, {"city", "Paris"}};
const Columns kOrder = {{"date", "2024-03-15"}, {"total", "99.90"}};

// Two tables, as in a relational design: two reads for a customer with orders.
Status SeparateTables(Example& example) {
  BASALT_ASSIGN_OR_RETURN(auto customers, example.NewTable("customer", "customer:digits(8)"));
  BASALT_ASSIGN_OR_RETURN(auto sales, example.NewTable("sales", "customer:digits(8) order:text"));
  for (const std::string& customer : kCustomers) {
    BASALT_RETURN_IF_ERROR(Example::Put(*customers, {customer}, kCustomer));
    for (const std::string& order : kOrders) {
      BASALT_RETURN_IF_ERROR(Example::Put(*sales, {customer, order}, kOrder));
    }
  }
  BASALT_RETURN_IF_ERROR(Example::Ask(*customers, "customer = 42"));
  return Example::Ask(*sales, "customer = 42");
}

// One table: '1' is a customer and has no order, '2' is an order. One scan gives both, and gets
// them from one region. To read all customers is to read all orders as well.
Status OneTable(Example& example) {
  std::cout << '\n';
  BASALT_ASSIGN_OR_RETURN(
      auto both,
      example.NewTable("customer_plus",
                       "customer:digits(8) type:enum('1' customer, '2' order) order:text"));
  for (const std::string& customer : kCustomers) {
    BASALT_RETURN_IF_ERROR(Example::Put(*both, {customer, "customer", ""}, kCustomer));
    for (const std::string& order : kOrders) {
      BASALT_RETURN_IF_ERROR(Example::Put(*both, {customer, "order", order}, kOrder));
    }
  }
  BASALT_RETURN_IF_ERROR(Example::Explain(*both, {"42", "order", "SO-1002"}));
  BASALT_RETURN_IF_ERROR(Example::Ask(*both, "customer = 42"));
  BASALT_RETURN_IF_ERROR(
      Example::Ask(*both, "customer = 42 and type = order and order = 'SO-1002'"));
  return Example::Ask(*both, "type = customer");
}

// Numbers that grow, or are of all lengths, in keys of one length that spread.
Status ShortKeys(Example& example) {
  std::cout << '\n';
  for (const auto& [name, schema] : std::vector<std::pair<std::string, std::string>>{
           {"sales_md5", "md5(customer) md5(order)"}, {"sales_id", "id(customer) md5(order)"}}) {
    BASALT_ASSIGN_OR_RETURN(auto sales, example.NewTable(name, schema));
    for (const std::string& order : kOrders) {
      BASALT_RETURN_IF_ERROR(Example::Put(
          *sales, {"42", order}, {{"customer", "42"}, {"order", order}, {"total", "99.90"}}));
    }
    BASALT_RETURN_IF_ERROR(Example::Explain(*sales, {"42", "SO-1002"}));
    BASALT_RETURN_IF_ERROR(Example::Ask(*sales, "customer = '42' and order = 'SO-1002'"));
    BASALT_RETURN_IF_ERROR(Example::Plan(*sales, "customer = '42'"));
    std::cout << '\n';
  }
  return Status::Ok();
}

}  // namespace

int main(int argc, char** argv) {
  return example::RunExample(argc, argv, [](Example& example) -> Status {
    BASALT_RETURN_IF_ERROR(SeparateTables(example));
    BASALT_RETURN_IF_ERROR(OneTable(example));
    return ShortKeys(example);
  });
}
