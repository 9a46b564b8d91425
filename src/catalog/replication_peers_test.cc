#include "catalog/replication_peers.h"

#include <gtest/gtest.h>

#include "catalog/test_catalog.h"

namespace basalt::catalog {
namespace {

TEST(ReplicationPeers, AreKept) {
  TestCatalog catalog;
  ASSERT_TRUE(catalog->peers().Add({"2", false, "two"}).ok());
  ASSERT_TRUE(catalog->peers().Add({"1", true, "one"}).ok());
  ASSERT_TRUE(catalog->peers().SetEnabled("1", false).ok());
  ASSERT_TRUE(catalog->peers().Update("2", "other").ok());
  catalog.Reopen();
  const auto peers = catalog->peers().List();
  ASSERT_EQ(peers.size(), 2U);
  EXPECT_EQ(peers[0].id, "1");
  EXPECT_FALSE(peers[0].enabled);
  EXPECT_EQ(peers[0].config, "one");
  EXPECT_EQ(peers[1].config, "other");
  ASSERT_TRUE(catalog->peers().Remove("1").ok());
  catalog.Reopen();
  EXPECT_EQ(catalog->peers().List().size(), 1U);
}

TEST(ReplicationPeers, ErrorsAreHBases) {
  TestCatalog catalog;
  auto& peers = catalog->peers();
  ASSERT_TRUE(peers.Add({"1", true, ""}).ok());
  EXPECT_EQ(peers.Add({"1", true, ""}).message(), "Replication peer 1 already exists");
  EXPECT_EQ(peers.Add({"a-b", true, ""}).message(), "Found invalid peer name: a-b");
  EXPECT_EQ(peers.SetEnabled("1", true).message(), "Replication peer 1 has already been enabled");
  ASSERT_TRUE(peers.SetEnabled("1", false).ok());
  EXPECT_EQ(peers.SetEnabled("1", false).message(), "Replication peer 1 has already been disabled");
  for (const Status& status : {peers.Remove("9"), peers.SetEnabled("9", true),
                               peers.Update("9", ""), peers.Find("9").status()}) {
    EXPECT_EQ(status.code(), StatusCode::kPeerNotFound);
    EXPECT_EQ(status.message(), "9");
  }
}

TEST(ReplicationPeers, TheSwitchOutlivesARestart) {
  TestCatalog catalog;
  EXPECT_TRUE(catalog->peers().modification_enabled());
  EXPECT_TRUE(*catalog->peers().SetModificationEnabled(false));
  catalog.Reopen();
  EXPECT_FALSE(catalog->peers().modification_enabled());
  EXPECT_FALSE(*catalog->peers().SetModificationEnabled(true));
  catalog.Reopen();
  EXPECT_TRUE(catalog->peers().modification_enabled());
}

}  // namespace
}  // namespace basalt::catalog
