#include "shell/key_format.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shell/test_shell.h"

namespace basalt::shell {
namespace {

using testing::HasSubstr;
using testing::Not;

// Keys of the table 'orders' are "<customer>-<number>".
class OrderKeys : public KeyFormat {
 public:
  std::shared_ptr<const KeyRenderer> RendererFor(const TableName& table,
                                                 const CallOptions& /*options*/) override {
    struct Renderer : KeyRenderer {
      std::optional<std::string> Render(BytesView row) const override {
        const size_t dash = row.find('-');
        if (dash == BytesView::npos) return std::nullopt;
        return "customer=" + std::string(row.substr(0, dash)) +
               " number=" + std::string(row.substr(dash + 1));
      }
    };
    if (table.ToString() != "orders") return nullptr;
    return std::make_shared<Renderer>();
  }
  Result<std::vector<std::string>> Explain(const TableName& table, BytesView question,
                                           const CallOptions& /*options*/) override {
    if (question == "?") return Status(StatusCode::kInvalidArgument, "that is no key");
    return std::vector<std::string>{table.ToString() + ": customer, number",
                                    "asked: " + std::string(question)};
  }
};

class KeyFormatTest : public testing::Test {
 protected:
  static SessionOptions Options(KeyFormat* keys, Format format = Format::kShell) {
    SessionOptions options;
    options.keys = keys;
    options.format = format;
    return options;
  }
  static void Fill(TestShell& shell) {
    shell.Run("create 'orders', 'f'; create 'other', 'f'");
    shell.Run("put 'orders', 'ada-7', 'f:a', 'v', 1; put 'orders', 'nodash', 'f:a', 'v', 1");
    shell.Run("put 'other', 'ada-7', 'f:a', 'v', 1");
  }
  OrderKeys keys_;
};

TEST_F(KeyFormatTest, ScanRendersKeysByTheirSchema) {
  TestShell shell(Options(&keys_));
  Fill(shell);
  const std::string scan = shell.Run("scan 'orders'");
  EXPECT_THAT(scan, HasSubstr(" customer=ada number=7 column=f:a"));
  EXPECT_THAT(scan, HasSubstr(" nodash               column=f:a")) << "not of the schema";
  EXPECT_THAT(shell.Run("scan 'other'"), HasSubstr(" ada-7                column=f:a"));
  EXPECT_THAT(shell.Run("scan 'orders', {FORMATTER => 'toHex'}"), Not(HasSubstr("customer=")));
}

TEST_F(KeyFormatTest, StructuredFormatsHaveAKeyColumn) {
  TestShell shell(Options(&keys_, Format::kCsv));
  Fill(shell);
  EXPECT_EQ(shell.Run("get 'orders', 'ada-7'"),
            "ROW,COLUMN,TIMESTAMP,TYPE,VALUE,KEY\r\nada-7,f:a,1,Put,v,customer=ada number=7\r\n");
  EXPECT_EQ(shell.Run("get 'other', 'ada-7'"),
            "ROW,COLUMN,TIMESTAMP,TYPE,VALUE\r\nada-7,f:a,1,Put,v\r\n");
}

TEST_F(KeyFormatTest, Explain) {
  TestShell shell(Options(&keys_));
  Fill(shell);
  EXPECT_EQ(shell.Run("explain 'orders', 'ada-7'"), "orders: customer, number\nasked: ada-7\n");
  EXPECT_EQ(shell.Run("explain 'orders', '?'"), "ERROR: that is no key\n");
  EXPECT_EQ(shell.Run("explain 'other'"),
            "ERROR: nothing is known about the keys of other: there is no schema of them, they are "
            "bytes\n");
  EXPECT_EQ(shell.Run("explain 'nothing'"), "ERROR: Unknown table nothing!\n");
}

TEST_F(KeyFormatTest, WithoutAKeyFormatKeysAreBytes) {
  TestShell shell(Options(nullptr));
  Fill(shell);
  EXPECT_THAT(shell.Run("scan 'orders'"), HasSubstr(" ada-7                column=f:a"));
  EXPECT_THAT(shell.Run("explain 'orders'"), HasSubstr("there is no schema of them"));
}

}  // namespace
}  // namespace basalt::shell
