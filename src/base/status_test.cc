#include "basalt/status.h"

#include <memory>
#include <string>

#include <gtest/gtest.h>

namespace basalt {
namespace {

TEST(StatusTest, OkIsEmptyAndErrorsKeepTheirContext) {
  EXPECT_TRUE(Status().ok());
  EXPECT_EQ(Status().message(), "");
  EXPECT_TRUE(Status().WithContext("reading").ok());
  const Status error = Status(StatusCode::kIoError, "broken").WithContext("reading");
  EXPECT_EQ(error.code(), StatusCode::kIoError);
  EXPECT_EQ(error.message(), "reading: broken");
}

TEST(ResultTest, IsAValueOrAnError) {
  const Result<int> value = 7;
  EXPECT_TRUE(value.ok());
  EXPECT_TRUE(value.status().ok());
  EXPECT_EQ(*value, 7);
  const Result<int> error = Status(StatusCode::kIoError, "broken");
  EXPECT_FALSE(error.ok());
  EXPECT_EQ(error.status().message(), "broken");
  Result<std::unique_ptr<int>> owner = std::make_unique<int>(8);
  EXPECT_EQ(**std::move(owner), 8);
}

TEST(ResultTest, AnOkStatusIsNoValue) {
  const Result<std::string> neither = Status();
  EXPECT_FALSE(neither.ok());
  EXPECT_EQ(neither.status().code(), StatusCode::kInternal);
  EXPECT_NE(neither.status().message(), "");
  Result<int> assigned = 1;
  assigned = Status::Ok();
  EXPECT_EQ(assigned.status().code(), StatusCode::kInternal);
}

TEST(ResultDeathTest, TheValueOfAnErrorEndsTheProcess) {
  const Result<int> error = Status(StatusCode::kIoError, "broken");
  EXPECT_DEATH((void)*error, "holds an error: IO_ERROR: broken");
}

}  // namespace
}  // namespace basalt
