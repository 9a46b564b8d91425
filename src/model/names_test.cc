#include "model/names.h"

#include <string>

#include <gtest/gtest.h>

#include "basalt/descriptor.h"

namespace basalt {
namespace {

TEST(TableNameTest, AcceptsWhatHBaseAccepts) {
  const struct {
    std::string_view text;
    std::string_view ns;
    std::string_view qualifier;
    std::string_view printed;
  } cases[] = {
      {"a", "default", "a", "a"},
      {"default:a", "default", "a", "a"},
      {"n_s:a-b.c_D9", "n_s", "a-b.c_D9", "n_s:a-b.c_D9"},
      {"hbase:meta", "hbase", "meta", "hbase:meta"},
      {"_x", "default", "_x", "_x"},
      {"9", "default", "9", "9"},
      {"\u8868", "default", "\u8868", "\u8868"},
      {"\u7a7a:\u0663\u2167", "\u7a7a", "\u0663\u2167", "\u7a7a:\u0663\u2167"},
  };
  for (const auto& c : cases) {
    const auto name = TableName::Parse(c.text);
    ASSERT_TRUE(name.ok()) << c.text << ": " << name.status().message();
    EXPECT_EQ(name->ns(), c.ns);
    EXPECT_EQ(name->qualifier(), c.qualifier);
    EXPECT_EQ(name->ToString(), c.printed);
  }
}

TEST(TableNameTest, RefusesWithHBasesMessages) {
  const std::string illegal =
      " User-space table qualifiers may only contain "
      "'alphanumeric characters' and digits: ";
  const std::string first =
      " User-space table qualifiers can only start with "
      "'alphanumeric characters' from any language: ";
  const std::string ns =
      " Namespaces may only contain 'alphanumeric characters' from any language "
      "and digits: ";
  const struct {
    std::string_view text;
    std::string message;
  } cases[] = {
      {"", "Table qualifier must not be empty"},
      {"x:", "Table qualifier must not be empty"},
      {":x", "Namespace name must not be empty"},
      {"a:b:c", "Illegal character code:58, <:> at 1." + illegal + "b:c"},
      {".x", "Illegal first character <46> at 0." + first + ".x"},
      {"-x", "Illegal first character <45> at 0." + first + "-x"},
      {"a b", "Illegal character code:32, < > at 1." + illegal + "a b"},
      {"a/b", "Illegal character code:47, </> at 1." + illegal + "a/b"},
      {"zookeeper", "Tables may not be named 'zookeeper'"},
      {"zookeeper:x", "Tables may not be named 'zookeeper'"},
      {"x:zookeeper", "Tables may not be named 'zookeeper'"},
      {"n-s:t", "Illegal character <-> at 1." + ns + "n-s"},
      {"ns$:a", "Illegal character <$> at 2." + ns + "ns$"},
      {"-ROOT-", "-ROOT- has been deprecated."},
      {".META.", ".META. no longer exists. The table has been renamed to hbase:meta"},
      {"x:.META.", ".META. no longer exists. The table has been renamed to hbase:meta"},
      {"a\U0001F600", "Illegal character code:55357, <?> at 1." + illegal + "a\U0001F600"},
      {"a\u0301", "Illegal character code:769, <\u0301> at 1." + illegal + "a\u0301"},
      {"a\xFF", "Illegal character code:65533, <\uFFFD> at 1." + illegal + "a\uFFFD"},
  };
  for (const auto& c : cases) {
    const auto name = TableName::Parse(c.text);
    ASSERT_FALSE(name.ok()) << c.text;
    EXPECT_EQ(name.status().code(), StatusCode::kInvalidArgument) << c.text;
    EXPECT_EQ(name.status().message(), c.message);
  }
}

TEST(TableNameTest, ComparesByNamespaceThenQualifier) {
  const auto a = *TableName::Parse("b");
  const auto b = *TableName::Parse("x:a");
  EXPECT_LT(a, b);
  EXPECT_EQ(a, *TableName::Parse("default:b"));
}

TEST(NamespaceTest, NamesAreChecked) {
  EXPECT_TRUE((NamespaceDescriptor{"my_ns1", {}}.Validate().ok()));
  EXPECT_EQ((NamespaceDescriptor{"", {}}.Validate().message()), "Namespace name must not be empty");
  EXPECT_EQ(
      (NamespaceDescriptor{"a.b", {}}.Validate().message()),
      "Illegal character <.> at 1. Namespaces may only contain 'alphanumeric characters' from "
      "any language and digits: a.b");
}

TEST(FamilyNameTest, AcceptsWhatHBaseAccepts) {
  for (const std::string_view name : {"f", "F-1_x.y", " ", "\x80", "\xFFz", "\u5217", "a.", "'"}) {
    EXPECT_TRUE(model::CheckFamilyName(name).ok()) << name;
  }
  EXPECT_TRUE(model::CheckFamilyName(std::string(127, 'f')).ok());
}

TEST(FamilyNameTest, RefusesWithHBasesMessages) {
  const std::string illegal =
      ">. Column Family names cannot contain control characters or colons: ";
  const struct {
    std::string name;
    std::string message;
  } cases[] = {
      {"", "Column Family name can not be empty"},
      {".a", "Column Family names cannot start with a period: .a"},
      {"a:", "Illegal character <58" + illegal + "a:"},
      {"a\\", "Illegal character <92" + illegal + "a\\"},
      {"/", "Illegal character <47" + illegal + "/"},
      {"\x01", "Illegal character <1" + illegal + "\x01"},
      {std::string(1, '\0'), "Illegal character <0" + illegal + std::string(1, '\0')},
      {"\x7F", "Illegal character <127" + illegal + "\x7F"},
      {"recovered.edits", "Column Family name cannot be: recovered.edits"},
      {std::string(128, 'f'), "The length of family name is bigger than 127"},
  };
  for (const auto& c : cases) {
    const Status status = model::CheckFamilyName(c.name);
    EXPECT_EQ(status.code(), StatusCode::kInvalidArgument) << c.message;
    EXPECT_EQ(status.message(), c.message);
  }
}

}  // namespace
}  // namespace basalt
