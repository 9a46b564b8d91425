#include "constraints/constraint_guard.h"

#include <gmock/gmock.h>

#include "constraints/constraint_fixture.h"

namespace basalt::constraints {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

using ConstraintGuardTest = ConstraintFixture;

TEST_F(ConstraintGuardTest, R18_PutThatBreaksOneIsRefusedWholeAndNamed) {
  const auto people = Create("people", {"age = f:age long 1..10"});
  ASSERT_TRUE(PutValue(*people, "ann", "age", EncodeLong(10)).ok());

  const Status refused = people->Put(Put("bob")
                                         .AddColumn("f", "name", "Bob")
                                         .AddColumn("g", "x", "y")
                                         .AddColumn("f", "age", EncodeLong(11)));
  EXPECT_EQ(refused.code(), StatusCode::kDoNotRetry);
  EXPECT_EQ(refused.message(),
            "constraint 'age' of table people (f:age long 1..10) refuses row 'bob', column f:age, "
            "value '\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x0B': 11 is not in 1..10");
  EXPECT_FALSE(*people->Exists(Get("bob")));
  EXPECT_EQ(Read(*people, "ann", "age"), EncodeLong(10));
}

TEST_F(ConstraintGuardTest, R18_LongValuesAreShortenedInMessages) {
  const auto table = Create("t", {"short = f:s length ..10"});
  const Status refused = PutValue(*table, "r", "s", Bytes(5000, 'v'));
  EXPECT_THAT(refused.message(), HasSubstr("'" + Bytes(64, 'v') + "... (5000 bytes)'"));
  EXPECT_LT(refused.message().size(), 300U);
}

TEST_F(ConstraintGuardTest, R18_BatchOfPutsIsRefusedWhole) {
  const auto table = Create("t", {"state = f:state in 'open','closed'"});
  std::vector<Put> puts;
  puts.push_back(Put("a").AddColumn("f", "state", "open"));
  puts.push_back(Put("b").AddColumn("f", "state", "lost"));
  puts.push_back(Put("c").AddColumn("f", "state", "closed"));
  const Status refused = table->Put(puts);
  EXPECT_EQ(refused.code(), StatusCode::kDoNotRetry);
  EXPECT_THAT(refused.message(), HasSubstr("row 'b'"));
  for (const char* row : {"a", "b", "c"}) EXPECT_FALSE(*table->Exists(Get(row))) << row;
}

TEST_F(ConstraintGuardTest, R18_ActionsOfAMixedBatchFailOneByOne) {
  const auto table = Create("t", {"state = f:state in 'open','closed'"});
  const std::vector<Action> actions = {Put("a").AddColumn("f", "state", "open"),
                                       Put("b").AddColumn("f", "state", "lost"),
                                       Put("c").AddColumn("f", "state", "closed")};
  const auto outcomes = table->Batch(actions);
  EXPECT_TRUE(outcomes[0].ok());
  EXPECT_EQ(outcomes[1].status().code(), StatusCode::kDoNotRetry);
  EXPECT_TRUE(outcomes[2].ok());
  EXPECT_FALSE(*table->Exists(Get("b")));
}

TEST_F(ConstraintGuardTest, R18_RowMutationsAreRefusedWhole) {
  const auto table = Create("t", {"age = f:age long 1..10"});
  ASSERT_TRUE(PutValue(*table, "r", "old", "stays").ok());
  RowMutations mutations("r");
  mutations.Add(Delete("r").AddColumns("f", "old"))
      .Add(Put("r").AddColumn("f", "new", "v"))
      .Add(Put("r").AddColumn("f", "age", EncodeLong(0)));
  const auto refused = table->MutateRow(mutations);
  EXPECT_EQ(refused.status().code(), StatusCode::kDoNotRetry);
  EXPECT_EQ(Read(*table, "r", "old"), "stays");
  EXPECT_EQ(Read(*table, "r", "new"), "(none)");
}

TEST_F(ConstraintGuardTest, R18_IncrementPastTheLimitLeavesTheCounter) {
  const auto table = Create("t", {"seats = f:seats long 0..10"});
  ASSERT_EQ(*table->IncrementColumnValue("r", "f", "seats", 9), 9);
  const auto refused =
      table->Increment(Increment("r").AddColumn("f", "other", 1).AddColumn("f", "seats", 2));
  EXPECT_EQ(refused.status().code(), StatusCode::kDoNotRetry);
  EXPECT_THAT(refused.status().message(), EndsWith(": 11 is not in 0..10"));
  EXPECT_EQ(Read(*table, "r", "seats"), EncodeLong(9));
  EXPECT_EQ(Read(*table, "r", "other"), "(none)");
  EXPECT_EQ(*table->IncrementColumnValue("r", "f", "seats", 1), 10);
  EXPECT_FALSE(table->IncrementColumnValue("r", "f", "seats", -11).ok());
}

TEST_F(ConstraintGuardTest, R18_AppendIsJudgedByItsOutcome) {
  const auto table = Create("t", {"log = f:log length ..6"});
  ASSERT_TRUE(table->Append(Append("r").AddColumn("f", "log", "abc")).ok());
  ASSERT_TRUE(table->Append(Append("r").AddColumn("f", "log", "def")).ok());
  const auto refused = table->Append(Append("r").AddColumn("f", "log", "g"));
  EXPECT_EQ(refused.status().code(), StatusCode::kDoNotRetry);
  EXPECT_THAT(refused.status().message(), HasSubstr("value 'abcdefg'"));
  EXPECT_EQ(Read(*table, "r", "log"), "abcdef");
}

TEST_F(ConstraintGuardTest, R18_CheckAndMutateIsJudgedWhenItsConditionHolds) {
  const auto table = Create("t", {"state = f:state in 'open','closed'"});
  ASSERT_TRUE(PutValue(*table, "r", "state", "open").ok());
  const auto lose_if = [&](BytesView state) {
    return table->CheckAndMutate(CheckAndMutate("r")
                                     .IfEquals("f", "state", state)
                                     .Then(Put("r").AddColumn("f", "state", "lost")));
  };
  const auto not_tried = lose_if("closed");
  ASSERT_TRUE(not_tried.ok());
  EXPECT_FALSE(not_tried->success);
  EXPECT_EQ(lose_if("open").status().code(), StatusCode::kDoNotRetry);
  EXPECT_EQ(Read(*table, "r", "state"), "open");
}

TEST_F(ConstraintGuardTest, R18_DeletesAndOtherColumnsAreFree) {
  const auto table = Create("t", {"age = f:age long 1..10"});
  ASSERT_TRUE(PutValue(*table, "r", "age", EncodeLong(1)).ok());
  EXPECT_TRUE(PutValue(*table, "r", "ages", "x").ok());
  EXPECT_TRUE(table->Put(Put("r").AddColumn("g", "age", "x")).ok());
  EXPECT_TRUE(table->Delete(Delete("r").AddColumns("f", "age")).ok());
  EXPECT_EQ(Read(*table, "r", "age"), "(none)");
}

TEST_F(ConstraintGuardTest, R18_AllConstraintsOfAColumnMustHold) {
  const auto table = Create("t", {"b-all = f:* length ..4", "a-one = f:n decimal 1.."});
  EXPECT_TRUE(PutValue(*table, "r", "n", "12").ok());
  EXPECT_THAT(PutValue(*table, "r", "n", "0").message(), StartsWith("constraint 'a-one'"));
  EXPECT_THAT(PutValue(*table, "r", "n", "12345").message(), StartsWith("constraint 'b-all'"));
  EXPECT_THAT(PutValue(*table, "r", "", "12345").message(), StartsWith("constraint 'b-all'"));
}

TEST_F(ConstraintGuardTest, R18_SurvivesAReopenAndEndsWithItsAttribute) {
  Create("t", {"age = f:age long 1..10"});
  Open();
  auto table = Find("t");
  EXPECT_EQ(PutValue(*table, "r", "age", "x").code(), StatusCode::kDoNotRetry);

  TableDescriptor changed = *admin().GetDescriptor(Name("t"));
  changed.SetAttribute("basalt.constraint.age", "");
  ASSERT_TRUE(admin().ModifyTable(changed).ok());
  EXPECT_TRUE(PutValue(*table, "r", "age", "x").ok());
  table.reset();
  Open();
  EXPECT_TRUE(PutValue(*Find("t"), "r", "age", "y").ok());
}

TEST_F(ConstraintGuardTest, R18_AddedLaterItHoldsForNewWritesOnly) {
  const auto table = Create("t");
  ASSERT_TRUE(PutValue(*table, "r", "age", "old").ok());
  ASSERT_TRUE(admin().ModifyTable(Describe("t", {"age = f:age long 1..10"})).ok());
  EXPECT_EQ(Read(*table, "r", "age"), "old");
  EXPECT_FALSE(PutValue(*table, "r", "age", "new").ok());
  ASSERT_TRUE(admin().AddFamily(Name("t"), FamilyDescriptor("h")).ok());
  EXPECT_FALSE(PutValue(*table, "r", "age", "new").ok());
}

TEST_F(ConstraintGuardTest, R18_BadDeclarationsAreRefusedAndChangeNothing) {
  const auto refusal = [&](const std::string& constraint) {
    const Status status = admin().CreateTable(Describe("t", {constraint}));
    EXPECT_EQ(status.code(), StatusCode::kFailedSanityCheck) << constraint;
    return status.message();
  };
  EXPECT_EQ(
      refusal("age = f:age lng 1..10"),
      "constraint 'age': at position 7 of \"f:age lng 1..10\": expected long, decimal, length, "
      "in or references");
  EXPECT_EQ(refusal("age = h:age long 1..10"),
            "constraint 'age' (h:age long 1..10): table t has no family 'h'");
  EXPECT_EQ(refusal("c = f:c references nowhere"),
            "constraint 'c' (f:c references nowhere): there is no table nowhere");
  EXPECT_EQ(refusal(" = f:age long 1..10"),
            "a constraint needs a name: basalt.constraint.<name> = f:age long 1..10");
  EXPECT_FALSE(*admin().TableExists(Name("t")));

  const auto table = Create("t", {"age = f:age long 1..10"});
  EXPECT_EQ(admin().ModifyTable(Describe("t", {"age = f:age long"})).code(),
            StatusCode::kFailedSanityCheck);
  EXPECT_EQ(*admin().GetDescriptor(Name("t")), Describe("t", {"age = f:age long 1..10"}));
  EXPECT_FALSE(PutValue(*table, "r", "age", EncodeLong(11)).ok());
  EXPECT_TRUE(PutValue(*table, "r", "age", EncodeLong(10)).ok());

  EXPECT_EQ(admin().DeleteFamily(Name("t"), "f").message(),
            "constraint 'age' (f:age long 1..10): table t has no family 'f'");
  EXPECT_TRUE(admin().DeleteFamily(Name("t"), "g").ok());
}

TEST_F(ConstraintGuardTest, R18_ReferencesNeedAnExistingRow) {
  ASSERT_TRUE(admin().CreateNamespace({"crm", {}}).ok());
  const auto customers = Create("crm:customers");
  const auto orders = Create("orders", {"who = f:who references crm:customers"});
  ASSERT_TRUE(PutValue(*customers, "c1", "x", "").ok());
  EXPECT_TRUE(PutValue(*orders, "o1", "who", "c1").ok());
  const Status refused = PutValue(*orders, "o2", "who", "c2");
  EXPECT_EQ(refused.code(), StatusCode::kDoNotRetry);
  EXPECT_THAT(refused.message(), HasSubstr("'who'"));
  EXPECT_THAT(refused.message(), EndsWith(": table crm:customers has no such row"));
  for (const Bytes& no_row_key : {Bytes(), Bytes(40000, 'k')}) {
    EXPECT_THAT(PutValue(*orders, "o2", "who", no_row_key).message(), EndsWith("no such row"));
  }

  ASSERT_TRUE(customers->Delete(Delete("c1")).ok());
  EXPECT_FALSE(PutValue(*orders, "o2", "who", "c1").ok());
  EXPECT_EQ(Read(*orders, "o1", "who"), "c1");
}

TEST_F(ConstraintGuardTest, R18_AReferenceCountsAsAReadOfTheTableItRefersTo) {
  const auto customers = Create("customers");
  const auto orders = Create("orders", {"who = f:who references customers"});
  ASSERT_TRUE(PutValue(*customers, "c1", "x", "").ok());
  ASSERT_TRUE(PutValue(*orders, "o1", "who", "c1").ok());
  ASSERT_FALSE(PutValue(*orders, "o2", "who", "c2").ok());
  const auto reads = [&](std::string_view table) {
    const auto regions = admin().ListRegions(Name(table));
    return regions.ok() ? regions->at(0).read_request_count : 99;
  };
  EXPECT_EQ(reads("customers"), 2);
  EXPECT_EQ(reads("orders"), 0);
}

TEST_F(ConstraintGuardTest, R18_ReferencesToATableThatWent) {
  ASSERT_TRUE(PutValue(*Create("customers"), "c1", "x", "").ok());
  auto orders = Create("orders", {"who = f:who references customers"});
  ASSERT_TRUE(admin().DisableTable(Name("customers")).ok());
  EXPECT_THAT(PutValue(*orders, "o", "who", "c1").message(),
              EndsWith(": the table customers it refers to is disabled"));
  ASSERT_TRUE(admin().DeleteTable(Name("customers")).ok());
  const Status refused = PutValue(*orders, "o", "who", "c1");
  EXPECT_EQ(refused.code(), StatusCode::kDoNotRetry);
  EXPECT_THAT(refused.message(), EndsWith(": the table customers it refers to does not exist"));
  EXPECT_TRUE(PutValue(*orders, "o", "other", "v").ok());

  // Once declared, a reference does not need its table for reopening, disabling, enabling or
  // altering.
  orders.reset();
  Open();
  ASSERT_TRUE(admin().DisableTable(Name("orders")).ok());
  ASSERT_TRUE(admin().EnableTable(Name("orders")).ok());
  ASSERT_TRUE(admin().AddFamily(Name("orders"), FamilyDescriptor("h")).ok());
  EXPECT_FALSE(PutValue(*Find("orders"), "o", "who", "c1").ok());

  ASSERT_TRUE(PutValue(*Create("customers"), "c1", "x", "").ok());
  EXPECT_TRUE(PutValue(*Find("orders"), "o", "who", "c1").ok());
}

TEST_F(ConstraintGuardTest, R18_ReferencesHoldAfterAReopen) {
  // "a" is loaded before the table it refers to.
  ASSERT_TRUE(PutValue(*Create("z"), "z1", "x", "").ok());
  Create("a", {"z = f:z references z"});
  Open();
  EXPECT_TRUE(PutValue(*Find("a"), "r", "z", "z1").ok());
  EXPECT_FALSE(PutValue(*Find("a"), "r", "z", "z2").ok());
}

TEST_F(ConstraintGuardTest, R18_ATableMayReferToItself) {
  const auto tree = Create("tree", {"parent = f:parent references tree"});
  EXPECT_TRUE(PutValue(*tree, "root", "parent", "root").ok());
  EXPECT_TRUE(PutValue(*tree, "leaf", "parent", "root").ok());
  EXPECT_FALSE(PutValue(*tree, "stray", "parent", "nobody").ok());
  // Rows of the same batch do not count yet.
  std::vector<Put> puts;
  puts.push_back(Put("n1").AddColumn("f", "parent", "root"));
  puts.push_back(Put("n2").AddColumn("f", "parent", "n1"));
  EXPECT_FALSE(tree->Put(puts).ok());
  EXPECT_FALSE(*tree->Exists(Get("n1")));
}

// A directory may hold a declaration that only another version understands.
TEST_F(ConstraintGuardTest, R18_UnreadableStoredDeclarationsStopWritesToTheirTableOnly) {
  connection_.reset();
  auto store = store::Store::Open(directory_, {});
  ASSERT_TRUE(store.ok()) << store.status().ToString();
  const auto catalog = catalog::Catalog::Open(*std::move(store));
  ASSERT_TRUE(catalog.ok()) << catalog.status().ToString();
  const TableDescriptor table = Describe("t", {"age = f:age between 1 and 10"});

  EXPECT_EQ(MakeConstraintGuard(table, nullptr, **catalog).status().code(),
            StatusCode::kFailedSanityCheck);
  const TableDescriptor plain = Describe("t", {});
  EXPECT_EQ(MakeConstraintGuard(table, &plain, **catalog).status().code(),
            StatusCode::kFailedSanityCheck);
  EXPECT_EQ(*MakeConstraintGuard(plain, &table, **catalog), nullptr);

  const auto guard = MakeConstraintGuard(table, &table, **catalog);
  ASSERT_TRUE(guard.ok());
  ASSERT_NE(*guard, nullptr);
  const Status refused = (*guard)->Check({.row = "r", .family = "g", .qualifier = "q"});
  EXPECT_EQ(refused.code(), StatusCode::kDoNotRetry);
  EXPECT_THAT(refused.message(), StartsWith("table t takes no writes until its constraints are "
                                            "mended: constraint 'age': at position 7"));
}

}  // namespace
}  // namespace basalt::constraints
