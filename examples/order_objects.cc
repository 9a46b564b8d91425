// R61, second half: an order with shipping locations and line items, stored in four ways.
//
//   order_objects [DIRECTORY or ADDRESS]
#include <iostream>

#include "example.h"

namespace {

using basalt::Status;
using example::Example;

// The order: two places to ship to, and the items that go to each.
struct Item {
  std::string location;
  std::string line;
  std::string text;
};
const std::vector<std::pair<std::string, std::string>> kLocations = {{"1", "Paris"}, {"2", "Oslo"}};
const std::vector<Item> kItems = {
    {"1", "1", "3 x pen"}, {"1", "2", "1 x ink"}, {"2", "3", "2 x paper"}};

// Three tables. An order is read by a get and two scans, and shows what was there at three moments.
Status Normalised(Example& example) {
  const std::string order = "customer:digits(8) order:digits(8)";
  BASALT_ASSIGN_OR_RETURN(auto orders, example.NewTable("order", order));
  BASALT_ASSIGN_OR_RETURN(auto shipping,
                          example.NewTable("shipping_location", order + " location:u8"));
  BASALT_ASSIGN_OR_RETURN(auto lines,
                          example.NewTable("line_item", order + " location:u8 line:u8"));
  BASALT_RETURN_IF_ERROR(Example::Put(*orders, {"42", "1001"}, {{"date", "2024-03-15"}}));
  for (const auto& [location, city] : kLocations) {
    BASALT_RETURN_IF_ERROR(Example::Put(*shipping, {"42", "1001", location}, {{"city", city}}));
  }
  for (const Item& item : kItems) {
    BASALT_RETURN_IF_ERROR(
        Example::Put(*lines, {"42", "1001", item.location, item.line}, {{"item", item.text}}));
  }
  BASALT_RETURN_IF_ERROR(Example::Ask(*orders, "customer = 42 and order = 1001"));
  BASALT_RETURN_IF_ERROR(Example::Ask(*shipping, "customer = 42 and order = 1001"));
  return Example::Ask(*lines, "customer = 42 and order = 1001");
}

// One table. The document's line items have no record type: the first of location 1 would stand
// where the types do. With one, each kind is a range of its own, and the order is one scan.
Status RecordTypes(Example& example) {
  std::cout << '\n';
  BASALT_ASSIGN_OR_RETURN(auto orders,
                          example.NewTable("order_types",
                                           "customer:digits(8) order:digits(8) "
                                           "type:enum('O' order, 'S' shipping, 'T' line) "
                                           "location:u8 line:u8"));
  BASALT_RETURN_IF_ERROR(
      Example::Put(*orders, {"42", "1001", "order", "0", "0"}, {{"date", "2024-03-15"}}));
  for (const auto& [location, city] : kLocations) {
    BASALT_RETURN_IF_ERROR(
        Example::Put(*orders, {"42", "1001", "shipping", location, "0"}, {{"city", city}}));
  }
  for (const Item& item : kItems) {
    BASALT_RETURN_IF_ERROR(Example::Put(*orders, {"42", "1001", "line", item.location, item.line},
                                        {{"item", item.text}}));
  }
  BASALT_RETURN_IF_ERROR(Example::Explain(*orders, {"42", "1001", "line", "2", "3"}));
  BASALT_RETURN_IF_ERROR(Example::Ask(*orders, "customer = 42 and order = 1001"));
  return Example::Ask(*orders, "customer = 42 and order = 1001 and type = line and location = 1");
}

// Each line has its address. The numbers of lines must be unique in the order.
Status Denormalised(Example& example) {
  std::cout << '\n';
  BASALT_ASSIGN_OR_RETURN(auto orders, example.NewTable("order_flat",
                                                        "customer:digits(8) order:digits(8) "
                                                        "type:enum('O' order, 'T' line) line:u8"));
  BASALT_RETURN_IF_ERROR(
      Example::Put(*orders, {"42", "1001", "order", "0"}, {{"date", "2024-03-15"}}));
  int writes = 0;
  for (const std::string city : {"Paris", "Lyon"}) {  // location 1 moves: each of its lines does
    writes = 0;
    for (const Item& item : kItems) {
      if (city == "Lyon" && item.location != "1") continue;
      ++writes;
      BASALT_RETURN_IF_ERROR(
          Example::Put(*orders, {"42", "1001", "line", item.line},
                       {{"item", item.text}, {"shipTo", item.location == "1" ? city : "Oslo"}}));
    }
  }
  std::cout << "a new address was " << writes << " writes, and no transaction around them\n";
  return Example::Ask(*orders, "customer = 42 and order = 1001");
}

// All in one value: one get, and to change a part is to write the whole. Who writes must see that
// nobody else did meanwhile.
Status Blob(Example& example) {
  std::cout << '\n';
  BASALT_ASSIGN_OR_RETURN(auto orders,
                          example.NewTable("order_blob", "customer:digits(8) order:digits(8)"));
  std::string blob = "2024-03-15";
  for (const auto& [location, city] : kLocations) {
    blob += ";" + city;
    for (const Item& item : kItems) blob += item.location == location ? "," + item.text : "";
  }
  BASALT_RETURN_IF_ERROR(Example::Put(*orders, {"42", "1001"}, {{"order", blob}}));
  std::string moved = blob;
  moved.replace(moved.find("Paris"), 5, "Lyon");
  BASALT_ASSIGN_OR_RETURN(const auto record, example::RecordOf(orders->schema(), {"42", "1001"}));
  BASALT_ASSIGN_OR_RETURN(const auto key, orders->Key(record));
  for (const std::string& change : {moved, blob + ";Rome"}) {  // the second has read the old one
    basalt::CheckAndMutate check(key);
    check.IfEquals("d", "order", blob).Then(basalt::Put(key).AddColumn("d", "order", change));
    BASALT_ASSIGN_OR_RETURN(const auto outcome, orders->table().CheckAndMutate(check));
    std::cout << "the change was " << (outcome.success ? "made" : "refused: read it again") << '\n';
  }
  return Example::Ask(*orders, "customer = 42 and order = 1001");
}

}  // namespace

int main(int argc, char** argv) {
  return example::RunExample(argc, argv, [](Example& example) -> Status {
    BASALT_RETURN_IF_ERROR(Normalised(example));
    BASALT_RETURN_IF_ERROR(RecordTypes(example));
    BASALT_RETURN_IF_ERROR(Denormalised(example));
    return Blob(example);
  });
}
