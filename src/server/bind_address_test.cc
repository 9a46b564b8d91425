#include "server/bind_address.h"

#include <gtest/gtest.h>

namespace basalt::server {
namespace {

TEST(BindAddress, AddressesStandForThemselves) {
  EXPECT_EQ(*ResolveBindAddress("127.0.0.1"), "127.0.0.1");
  EXPECT_EQ(*ResolveBindAddress("0.0.0.0"), "0.0.0.0");
  EXPECT_EQ(*ResolveBindAddress("::"), "::");
}

// It was refused before: "cannot understand the address".
TEST(BindAddress, NamesAreLookedUp) { EXPECT_TRUE(IsLoopback(*ResolveBindAddress("localhost"))); }

TEST(BindAddress, UnknownNamesAreRefused) {
  const auto address = ResolveBindAddress("no such host.invalid");
  ASSERT_FALSE(address.ok());
  EXPECT_EQ(address.status().code(), StatusCode::kInvalidArgument);
  EXPECT_TRUE(address.status().message().starts_with("server.bind_address = no such host.invalid"));
}

TEST(BindAddress, Loopback) {
  EXPECT_TRUE(IsLoopback("127.0.0.1"));
  EXPECT_TRUE(IsLoopback("127.1.2.3"));
  EXPECT_TRUE(IsLoopback("::1"));
  EXPECT_FALSE(IsLoopback("0.0.0.0"));
  EXPECT_FALSE(IsLoopback("::"));
  EXPECT_FALSE(IsLoopback("10.0.0.1"));
  EXPECT_FALSE(IsLoopback("localhost")) << "a name is looked up first";
}

}  // namespace
}  // namespace basalt::server
