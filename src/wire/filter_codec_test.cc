#include "wire/filter_codec.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "basalt/filters.h"
#include "filter/random_filters.h"
#include "wire/comparator_codec.h"

namespace basalt::wire {
namespace {

namespace pb = hbase::pb;

// What HBase 2.6.4's client sends: each filter and each comparator at least once.
// clang-format off
constexpr const char* kSentByHBase[] = {
    "0a286f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e526f7746696c746572123e"
     "0a3c080212380a2f6f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e42696e6172"
     "79436f6d70617261746f7212050a030a0176",
    "0a2b6f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e46616d696c7946696c7465"
     "7212440a420800123e0a356f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e4269"
     "6e617279507265666978436f6d70617261746f7212050a030a0170",
    "0a2e6f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e5175616c69666965724669"
     "6c74657212410a3f0804123b0a326f72672e6170616368652e6861646f6f702e68626173652e66696c746572"
     "2e537562737472696e67436f6d70617261746f7212050a03737562",
    "0a2a6f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e56616c756546696c746572"
     "12550a530803124f0a346f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e526567"
     "6578537472696e67436f6d70617261746f7212170a06612b5b62635d10201a055554462d3822044a415641",
    "0a2a6f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e56616c756546696c746572"
     "12510a4f0803124b0a346f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e526567"
     "6578537472696e67436f6d70617261746f7212130a02612b100a1a055554462d3822044a4f4e49",
    "0a2a6f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e56616c756546696c746572"
     "12430a410805123d0a2d6f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e4c6f6e"
     "67436f6d70617261746f72120c0a0a0a08fffffffffffffffb",
    "0a2a6f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e56616c756546696c746572"
     "12470a45080112410a336f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e426967"
     "446563696d616c436f6d70617261746f72120a0a080a0600000003cfc7",
    "0a2a6f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e56616c756546696c746572"
     "123e0a3c080212380a2c6f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e426974"
     "436f6d70617261746f7212080a040a0201021003",
    "0a2a6f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e56616c756546696c746572"
     "12370a35080212310a2d6f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e4e756c"
     "6c436f6d70617261746f721200",
    "0a2a6f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e56616c756546696c746572"
     "12480a46080212420a386f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e42696e"
     "617279436f6d706f6e656e74436f6d70617261746f7212060a0263631003",
    "0a2b6f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e50726566697846696c7465"
     "7212050a03707265",
    "0a326f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e496e636c75736976655374"
     "6f7046696c74657212060a0473746f70",
    "0a296f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e5061676546696c74657212"
     "020807",
    "0a2e6f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e52616e646f6d526f774669"
     "6c74657212050d0000803e",
    "0a2d6f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e46757a7a79526f7746696c"
     "74657212100a0c0a04616200641204ffff02ff1001",
    "0a326f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e4d756c7469526f7752616e"
     "676546696c74657212180a0a0a016110001a016320010a0a0a017810011a01792000",
    "0a2f6f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e54696d657374616d707346"
     "696c74657212060a0203091001",
    "0a2c6f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e4b65794f6e6c7946696c74"
     "657212020801",
    "0a316f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e436f6c756d6e5072656669"
     "7846696c74657212030a0171",
    "0a396f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e4d756c7469706c65436f6c"
     "756d6e50726566697846696c74657212060a01610a017a",
    "0a306f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e436f6c756d6e52616e6765"
     "46696c74657212070a016110012000",
    "0a356f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e436f6c756d6e506167696e"
     "6174696f6e46696c746572120408051002",
    "0a356f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e436f6c756d6e506167696e"
     "6174696f6e46696c746572120808051a0466726f6d",
    "0a336f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e436f6c756d6e436f756e74"
     "47657446696c74657212020803",
    "0a316f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e46697273744b65794f6e6c"
     "7946696c7465721200",
    "0a446f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e46697273744b657956616c"
     "75654d61746368696e675175616c69666965727346696c74657212080a0271310a027132",
    "0a366f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e53696e676c65436f6c756d"
     "6e56616c756546696c74657212460a0166120171180222380a2f6f72672e6170616368652e6861646f6f702e"
     "68626173652e66696c7465722e42696e617279436f6d70617261746f7212050a030a017628013001",
    "0a3d6f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e53696e676c65436f6c756d"
     "6e56616c75654578636c75646546696c74657212480a460a0166120171180222380a2f6f72672e6170616368"
     "652e6861646f6f702e68626173652e66696c7465722e42696e617279436f6d70617261746f7212050a030a01"
     "7628003000",
    "0a306f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e436f6c756d6e56616c7565"
     "46696c74657212420a0166120171180522380a2f6f72672e6170616368652e6861646f6f702e68626173652e"
     "66696c7465722e42696e617279436f6d70617261746f7212050a030a0176",
    "0a346f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e446570656e64656e74436f"
     "6c756d6e46696c746572120c0a0208061201661a01712001",
    "0a346f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e446570656e64656e74436f"
     "6c756d6e46696c74657212460a3c080212380a2f6f72672e6170616368652e6861646f6f702e68626173652e"
     "66696c7465722e42696e617279436f6d70617261746f7212050a030a01761201661a01712000",
    "0a296f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e536b697046696c74657212"
     "6e0a6c0a2a6f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e56616c756546696c"
     "746572123e0a3c080212380a2f6f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e"
     "42696e617279436f6d70617261746f7212050a030a0176",
    "0a2f6f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e5768696c654d6174636846"
     "696c74657212320a300a286f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e526f"
     "7746696c74657212040a020806",
    "0a296f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e46696c7465724c69737412"
     "cd0108021294010a296f72672e6170616368652e6861646f6f702e68626173652e66696c7465722e46696c74"
     "65724c6973741267080112320a2c6f72672e6170616368652e6861646f6f702e68626173652e66696c746572"
     "2e4b65794f6e6c7946696c74657212020800122f0a296f72672e6170616368652e6861646f6f702e68626173"
     "652e66696c7465722e5061676546696c7465721202080112320a2b6f72672e6170616368652e6861646f6f70"
     "2e68626173652e66696c7465722e50726566697846696c74657212030a0170",
};
// clang-format on

std::string FromHex(std::string_view hex) {
  std::string bytes;
  for (size_t i = 0; i < hex.size(); i += 2) {
    bytes.push_back(static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16)));
  }
  return bytes;
}

pb::Filter Message(std::string_view name, const std::string& body = {}) {
  pb::Filter message;
  message.set_name(std::string(kFilterPackage) + std::string(name));
  message.set_serialized_filter(body);
  return message;
}

std::string ErrorOf(const pb::Filter& message) {
  const auto parsed = ParseFilter(message);
  if (parsed.ok()) return "";
  EXPECT_EQ(parsed.status().code(), StatusCode::kDoNotRetry);
  return parsed.status().message();
}

TEST(FilterCodecTest, WhatHBaseSendsComesBackTheSame) {
  for (const char* hex : kSentByHBase) {
    pb::Filter message;
    ASSERT_TRUE(message.ParseFromString(FromHex(hex)));
    SCOPED_TRACE(message.name());
    const auto parsed = ParseFilter(message);
    ASSERT_TRUE(parsed.ok()) << parsed.status().ToString();
    const auto again = SerializeFilter(**parsed);
    ASSERT_TRUE(again.ok()) << again.status().ToString();
    EXPECT_EQ(ToStringBinary(again->SerializeAsString()), ToStringBinary(FromHex(hex)));
  }
}

TEST(FilterCodecTest, RandomTreesComeBackTheSame) {
  filter::RandomFilters random(4);
  for (int i = 0; i < 2000; ++i) {
    const auto message = SerializeFilter(*random.Tree(random.Below(5)));
    ASSERT_TRUE(message.ok());
    const auto parsed = ParseFilter(*message);
    ASSERT_TRUE(parsed.ok()) << parsed.status().ToString();
    EXPECT_EQ(SerializeFilter(**parsed)->SerializeAsString(), message->SerializeAsString());
  }
}

TEST(FilterCodecTest, DamagedMessagesAreErrors) {
  filter::RandomFilters random(5);
  for (int i = 0; i < 5000; ++i) {
    pb::Filter message = *SerializeFilter(*random.Tree(random.Below(3)));
    std::string& body = *message.mutable_serialized_filter();
    if (body.empty()) continue;
    if (random.OneIn(2)) {
      body.resize(static_cast<size_t>(random.Below(static_cast<int>(body.size()))));
    } else {
      body[static_cast<size_t>(random.Below(static_cast<int>(body.size())))] =
          static_cast<char>(random.Below(256));
    }
    // Some truncated messages are still valid; parsing must not crash.
    const auto parsed = ParseFilter(message);
    EXPECT_TRUE(parsed.ok() || parsed.status().code() == StatusCode::kDoNotRetry);
  }
}

TEST(FilterCodecTest, UnknownClassesAreNamed) {
  pb::Filter message;
  message.set_name("com.example.MyFilter");
  EXPECT_EQ(ErrorOf(message), "java.lang.ClassNotFoundException: com.example.MyFilter");
  EXPECT_EQ(ErrorOf(Message("NoSuchFilter")),
            "java.lang.ClassNotFoundException: org.apache.hadoop.hbase.filter.NoSuchFilter");

  pb::SkipFilter skip;
  *skip.mutable_filter() = message;
  EXPECT_EQ(ErrorOf(Message("SkipFilter", skip.SerializeAsString())),
            "org.apache.hadoop.hbase.exceptions.DeserializationException: "
            "org.apache.hadoop.hbase.DoNotRetryIOException: "
            "java.lang.ClassNotFoundException: com.example.MyFilter");

  pb::ValueFilter value;
  value.mutable_compare_filter()->set_compare_op(pb::EQUAL);
  value.mutable_compare_filter()->mutable_comparator()->set_name("com.example.MyComparator");
  EXPECT_EQ(ErrorOf(Message("ValueFilter", value.SerializeAsString())),
            "org.apache.hadoop.hbase.exceptions.DeserializationException: java.io.IOException: "
            "java.lang.ClassNotFoundException: com.example.MyComparator");
}

TEST(FilterCodecTest, MalformedBodiesAreReportedAsHBaseDoes) {
  const std::string text = ErrorOf(Message("PageFilter"));
  EXPECT_TRUE(
      text.starts_with("org.apache.hadoop.hbase.exceptions.DeserializationException: "
                       "org.apache.hbase.thirdparty.com.google.protobuf."
                       "InvalidProtocolBufferException: "))
      << text;
  EXPECT_NE(ErrorOf(Message("PrefixFilter",
                            "\x0A\x05"
                            "ab")),
            "");
}

TEST(FilterCodecTest, RefusedParametersAreReportedAsHBaseDoes) {
  pb::PageFilter page;
  page.set_page_size(-1);
  EXPECT_EQ(ErrorOf(Message("PageFilter", page.SerializeAsString())),
            "java.lang.IllegalArgumentException: must be positive -1");

  pb::ValueFilter value;
  value.mutable_compare_filter()->set_compare_op(pb::EQUAL);
  pb::Comparator& comparator = *value.mutable_compare_filter()->mutable_comparator();
  comparator.set_name(std::string(kFilterPackage) + "RegexStringComparator");
  pb::RegexStringComparator regex;
  regex.set_pattern("[a");
  regex.set_pattern_flags(0);
  regex.set_charset("UTF-8");
  comparator.set_serialized_comparator(regex.SerializeAsString());
  EXPECT_TRUE(ErrorOf(Message("ValueFilter", value.SerializeAsString()))
                  .starts_with("org.apache.hadoop.hbase.exceptions.DeserializationException: "
                               "java.io.IOException: java.util.regex.PatternSyntaxException: "));

  comparator.set_name(std::string(kFilterPackage) + "LongComparator");
  pb::LongComparator number;
  number.mutable_comparable()->set_value("abc");
  comparator.set_serialized_comparator(number.SerializeAsString());
  EXPECT_TRUE(ErrorOf(Message("ValueFilter", value.SerializeAsString()))
                  .ends_with("java.lang.IllegalArgumentException: Wrong length: 3, expected 8"));
}

TEST(FilterCodecTest, DepthIsBounded) {
  const auto nested = [](int depth) {
    pb::Filter message = Message("FirstKeyOnlyFilter");
    for (int i = 1; i < depth; ++i) {
      pb::FilterList list;
      list.set_operator_(pb::FilterList::MUST_PASS_ALL);
      *list.add_filters() = std::move(message);
      message = Message("FilterList", list.SerializeAsString());
    }
    return message;
  };
  EXPECT_EQ(ErrorOf(nested(kMaxFilterDepth)), "");
  EXPECT_TRUE(ErrorOf(nested(kMaxFilterDepth + 1)).ends_with("nested more than 200 deep"));
}

TEST(FilterCodecTest, FiltersOfOnesOwnCannotBeSent) {
  class Own : public Filter {
   public:
    std::unique_ptr<Filter> Clone() const override { return std::make_unique<Own>(); }
  };
  EXPECT_EQ(SerializeFilter(Own()).status().code(), StatusCode::kInvalidArgument);
  EXPECT_FALSE(SerializeFilter(*filters::All({std::make_shared<Own>()})).ok());
}

TEST(FilterCodecTest, ABareWrapperIsWhatItWraps) {
  pb::FilterWrapper wrapper;
  *wrapper.mutable_filter() = *SerializeFilter(*filters::Prefix("p"));
  const auto parsed = ParseFilter(Message("FilterWrapper", wrapper.SerializeAsString()));
  ASSERT_TRUE(parsed.ok()) << parsed.status().ToString();
  EXPECT_EQ(SerializeFilter(**parsed)->name(), std::string(kFilterPackage) + "PrefixFilter");
}

}  // namespace
}  // namespace basalt::wire
