#include "wire/mutation_codec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "basalt/comparators.h"
#include "wire/comparator_codec.h"

namespace basalt::wire {
namespace {

using hbase::pb::MutationProto;
using ::testing::HasSubstr;

MutationProto Message(MutationProto::MutationType type) {
  MutationProto message;
  message.set_row("r");
  message.set_mutate_type(type);
  return message;
}

TEST(MutationCodecTest, APutInsideTheMessage) {
  MutationProto message = Message(MutationProto::PUT);
  message.set_timestamp(7);
  message.set_durability(MutationProto::FSYNC_WAL);
  auto& ttl = *message.add_attribute();
  ttl.set_name("_ttl");
  ttl.set_value(EncodeLong(5000));
  auto& column = *message.add_column_value();
  column.set_family("f");
  auto& first = *column.add_qualifier_value();
  first.set_qualifier("a");
  first.set_value("1");
  auto& second = *column.add_qualifier_value();
  second.set_qualifier("b");
  second.set_value("2");
  second.set_timestamp(9);
  const auto mutation = ParseMutation(message, nullptr);
  ASSERT_TRUE(mutation.ok());
  EXPECT_EQ(mutation->type(), MutationType::kPut);
  EXPECT_EQ(mutation->durability(), Durability::kFsyncWal);
  EXPECT_EQ(mutation->ttl(), 5000);
  ASSERT_EQ(mutation->cells().size(), 2U);
  EXPECT_EQ(mutation->cells()[0].timestamp, 7);
  EXPECT_EQ(mutation->cells()[1].timestamp, 9);
  EXPECT_EQ(mutation->cells()[1].value, "2");
}

TEST(MutationCodecTest, DeletesOfEveryKind) {
  MutationProto message = Message(MutationProto::DELETE);
  auto& column = *message.add_column_value();
  column.set_family("f");
  for (const auto type :
       {MutationProto::DELETE_FAMILY, MutationProto::DELETE_ONE_VERSION,
        MutationProto::DELETE_MULTIPLE_VERSIONS, MutationProto::DELETE_FAMILY_VERSION}) {
    column.add_qualifier_value()->set_delete_type(type);
  }
  const auto mutation = ParseMutation(message, nullptr);
  ASSERT_TRUE(mutation.ok());
  std::vector<CellType> types;
  for (const MutationCell& cell : mutation->cells()) types.push_back(cell.type);
  EXPECT_THAT(types,
              ::testing::ElementsAre(CellType::kDeleteFamily, CellType::kDelete,
                                     CellType::kDeleteColumn, CellType::kDeleteFamilyVersion));
  EXPECT_EQ(mutation->cells()[0].timestamp, kLatestTimestamp);
}

// As HBase's Delete.addFamily, which its server calls for cells inside the message.
TEST(MutationCodecTest, ADeleteOfAFamilyReplacesWhatCameBeforeInThatFamily) {
  MutationProto message = Message(MutationProto::DELETE);
  for (const char* family : {"f", "g"}) {
    auto& column = *message.add_column_value();
    column.set_family(family);
    column.add_qualifier_value()->set_delete_type(MutationProto::DELETE_MULTIPLE_VERSIONS);
  }
  auto& column = *message.add_column_value();
  column.set_family("f");
  column.add_qualifier_value()->set_delete_type(MutationProto::DELETE_FAMILY);
  const auto mutation = ParseMutation(message, nullptr);
  ASSERT_TRUE(mutation.ok());
  ASSERT_EQ(mutation->cells().size(), 2);
  EXPECT_EQ(mutation->cells()[0].family, "g");
  EXPECT_EQ(mutation->cells()[1].type, CellType::kDeleteFamily);
}

TEST(MutationCodecTest, CellsFromTheBlockKeepTheirPlace) {
  Bytes block;
  for (const char* row : {"r", "other", "s"}) {
    AppendCell(CellCodec::kKeyValue, {.row = row, .family = "f", .qualifier = "q", .value = row},
               block);
  }
  CellBlockReader reader(CellCodec::kKeyValue, block);
  MutationProto message = Message(MutationProto::PUT);
  message.set_associated_cell_count(2);
  // The second cell is of another row: rejected, but consumed from the block.
  EXPECT_THAT(ParseMutation(message, &reader).status().message(),
              HasSubstr("doesn't match the original one"));
  message.set_row("s");
  message.set_associated_cell_count(1);
  const auto mutation = ParseMutation(message, &reader);
  ASSERT_TRUE(mutation.ok());
  EXPECT_EQ(mutation->cells()[0].value, "s");
  EXPECT_TRUE(reader.AtEnd());
  EXPECT_THAT(ParseMutation(message, &reader).status().message(),
              HasSubstr("Cell count of 1 but at index 0 no cell returned"));
}

TEST(MutationCodecTest, IncrementsSayWhetherTheyWantResults) {
  MutationProto message = Message(MutationProto::INCREMENT);
  auto& attribute = *message.add_attribute();
  attribute.set_name("_rr_");
  attribute.set_value(std::string(1, '\0'));
  message.mutable_time_range()->set_from(5);
  const auto mutation = ParseMutation(message, nullptr);
  ASSERT_TRUE(mutation.ok());
  EXPECT_FALSE(mutation->return_results());
  EXPECT_EQ(mutation->time_range().min(), 5);
}

TEST(MutationCodecTest, ConditionsByValue) {
  hbase::pb::Condition condition;
  condition.set_row("r");
  condition.set_family("f");
  condition.set_qualifier("q");
  condition.set_compare_type(hbase::pb::GREATER);
  hbase::pb::BinaryComparator binary;
  binary.mutable_comparable()->set_value("v");
  condition.mutable_comparator()->set_name("org.apache.hadoop.hbase.filter.BinaryComparator");
  binary.SerializeToString(condition.mutable_comparator()->mutable_serialized_comparator());
  auto check = ParseCondition(condition);
  ASSERT_TRUE(check.ok());
  EXPECT_EQ(check->compare_operator(), CompareOperator::kGreater);
  EXPECT_EQ(check->value(), "v");

  condition.mutable_comparator()->set_name("org.apache.hadoop.hbase.filter.LongComparator");
  EXPECT_EQ(ParseCondition(condition).status().code(), StatusCode::kDoNotRetry);
}

TEST(MutationCodecTest, OfAComparatorInAConditionTheValueCounts) {
  hbase::pb::Condition condition;
  condition.set_row("r");
  condition.set_family("f");
  condition.set_compare_type(hbase::pb::EQUAL);
  const auto value = [&](const ComparatorPtr& comparator) {
    *condition.mutable_comparator() = SerializeComparator(*comparator);
    const auto check = ParseCondition(condition);
    EXPECT_TRUE(check.ok()) << check.status().ToString();
    return check.ok() ? check->value().value_or("none") : Bytes("refused");
  };
  EXPECT_EQ(value(comparators::BinaryPrefix("p")), "p");
  EXPECT_EQ(value(comparators::BinaryComponent("c", 3)), "c");
  EXPECT_EQ(value(comparators::Bit("b", BitwiseOperator::kXor)), "b");
  EXPECT_EQ(value(comparators::Long(7)), EncodeLong(7));
  EXPECT_EQ(value(comparators::Null()), "");
  EXPECT_EQ(value(comparators::Substring("SuB")), "sub");
  EXPECT_EQ(value(*comparators::Regex("^m.*")), "^m.*");
  const Bytes decimal(BytesOf("\0\0\0\x01\x7d"));
  EXPECT_EQ(value(*comparators::BigDecimal(decimal)), decimal);
}

TEST(MutationCodecTest, ConditionsOfSeveralRowsKeepTheirComparator) {
  hbase::pb::Condition message;
  message.set_row("r");
  message.set_family("f");
  message.set_qualifier("q");
  message.set_compare_type(hbase::pb::NOT_EQUAL);
  message.mutable_time_range()->set_from(3);
  *message.mutable_comparator() = SerializeComparator(*comparators::Substring("x"));
  const auto condition = ParseRowCondition(message);
  ASSERT_TRUE(condition.ok()) << condition.status().ToString();
  EXPECT_EQ(condition->op, CompareOperator::kNotEqual);
  EXPECT_EQ(condition->time_range.min(), 3);
  RowResult row;
  row.StartRow("r");
  row.Append({.row = "r", .family = "f", .qualifier = "q", .value = "axb"});
  EXPECT_FALSE(*filter::Holds(*condition, row, nullptr));

  message.clear_comparator();
  EXPECT_FALSE(ParseRowCondition(message).ok());
}

}  // namespace
}  // namespace basalt::wire
