#include "client/remote/backup_service.h"

#include <gtest/gtest.h>

namespace basalt::client {
namespace {

TEST(BackupServiceTest, OpensHbaseUrls) {
  for (const char* url : {"hbase://", "hbase:///", "hbase://:1234", "hbase://db.example.org",
                          "hbase://db.example.org:16000/"}) {
    EXPECT_TRUE(BackupService::Open(url).ok()) << url;
  }
}

TEST(BackupServiceTest, RefusesWhatIsNoAddress) {
  for (const char* url : {"/data", "zk://host:2181", "hbase://host:port", "hbase://host:99999"}) {
    const auto service = BackupService::Open(url);
    ASSERT_FALSE(service.ok()) << url;
    EXPECT_EQ(service.status().code(), StatusCode::kInvalidArgument);
    EXPECT_NE(service.status().message().find(url), std::string::npos);
  }
}

}  // namespace
}  // namespace basalt::client
