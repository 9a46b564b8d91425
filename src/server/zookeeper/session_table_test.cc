#include "server/zookeeper/session_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace basalt::server::zookeeper {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class SessionTableTest : public testing::Test {
 protected:
  SessionTable table_{{.max_sessions = 2, .min_timeout_ms = 100, .max_timeout_ms = 1000},
                      50,
                      [this](size_t size) { return Bytes(size, next_password_++); }};
  char next_password_ = 'a';
};

TEST_F(SessionTableTest, TimeoutsAreKeptInBounds) {
  EXPECT_EQ(table_.Open(1, 1, 0)->timeout_ms, 100);
  EXPECT_EQ(table_.Open(90000, 2, 0)->timeout_ms, 1000);
}

TEST_F(SessionTableTest, IdsAndPasswordsDiffer) {
  auto* first = table_.Open(500, 1, 0);
  auto* second = table_.Open(500, 2, 0);
  EXPECT_EQ(first->id, 50);
  EXPECT_EQ(second->id, 51);
  EXPECT_NE(first->password, second->password);
  EXPECT_EQ(table_.Open(500, 3, 0), nullptr) << "the third is one too many";
  table_.Close(50);
  EXPECT_NE(table_.Open(500, 3, 0), nullptr);
}

TEST_F(SessionTableTest, SilenceEndsASession) {
  table_.Open(500, 1, 0);
  table_.Open(500, 2, 0);
  EXPECT_THAT(table_.Expire(499), IsEmpty());
  table_.Heard(50, 499);
  EXPECT_THAT(table_.Expire(500), ElementsAre(2));
  EXPECT_EQ(table_.size(), 1U);
  EXPECT_THAT(table_.Expire(998), IsEmpty());
  EXPECT_THAT(table_.Expire(999), ElementsAre(1));
}

TEST_F(SessionTableTest, AClientComesBackWithItsPasswordOnly) {
  Bytes password = table_.Open(500, 1, 0)->password;
  table_.Disconnected(50, 1);
  uint64_t replaced = 99;
  EXPECT_EQ(table_.Reopen(50, Bytes(16, 'z'), 500, 2, 10, &replaced), nullptr);
  EXPECT_EQ(table_.Reopen(50, password.substr(1), 500, 2, 10, &replaced), nullptr);
  EXPECT_EQ(table_.Reopen(51, password, 500, 2, 10, &replaced), nullptr);
  auto* session = table_.Reopen(50, password, 700, 2, 10, &replaced);
  ASSERT_NE(session, nullptr);
  EXPECT_EQ(replaced, 0U);
  EXPECT_EQ(session->timeout_ms, 700);
  EXPECT_THAT(table_.Expire(709), IsEmpty());
  // A second connection takes the session from the first, which then has no say any more.
  ASSERT_NE(table_.Reopen(50, password, 700, 3, 20, &replaced), nullptr);
  EXPECT_EQ(replaced, 2U);
  table_.Disconnected(50, 2);
  EXPECT_EQ(session->connection, 3U);
  EXPECT_THAT(table_.Expire(720), ElementsAre(3));
  EXPECT_EQ(table_.Reopen(50, password, 700, 4, 721, &replaced), nullptr);
}

}  // namespace
}  // namespace basalt::server::zookeeper
