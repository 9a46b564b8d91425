#include "server/config.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/testing.h"
#include "server/config_table.h"

namespace basalt::server {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

class ConfigTest : public testing::Test {
 protected:
  Result<ServerConfig> Load(std::string_view toml,
                            std::vector<std::pair<std::string, std::string>> environment = {},
                            std::vector<std::string> assignments = {}) {
    ConfigInput input;
    input.file = directory_.Sub("basalt.toml");
    std::ofstream(input.file) << toml;
    input.environment = std::move(environment);
    input.assignments = std::move(assignments);
    return LoadConfig(input);
  }
  // The message without the directory before the file's name.
  std::string Refusal(std::string_view toml,
                      std::vector<std::pair<std::string, std::string>> environment = {},
                      std::vector<std::string> assignments = {}) {
    auto config = Load(toml, std::move(environment), std::move(assignments));
    if (config.ok()) return "accepted";
    EXPECT_EQ(config.status().code(), StatusCode::kInvalidArgument);
    std::string message = config.status().message();
    size_t at = message.find(directory_.path());
    if (at != std::string::npos) message.erase(at, directory_.path().size() + 1);
    return message;
  }

  base::TempDir directory_;
};

TEST_F(ConfigTest, NothingGivenIsTheDefaults) {
  auto config = LoadConfig({});
  ASSERT_TRUE(config.ok());
  EXPECT_EQ(config->master_port, 16000);
  EXPECT_EQ(config->rpc_port, 16020);
  EXPECT_EQ(config->zookeeper_port, 2181);
  EXPECT_EQ(config->znode_parent, "/hbase");
  EXPECT_EQ(config->rpc.max_request_bytes, 268435456U);
  EXPECT_EQ(config->rpc.max_bytes_in_flight, 1073741824U);
  EXPECT_EQ(config->scanner_lease_ms, 60000);
  EXPECT_EQ(config->scanner_max_result_bytes, 104857600U);
  EXPECT_EQ(config->store.max_cell_bytes, 10485760);
  EXPECT_EQ(config->nonce_window_ms, 1800000);
}

TEST_F(ConfigTest, LaterSourcesWin) {
  const std::string toml = R"(
[server]
master_port = 1
rpc_port = 2
data_dir = "/data"
[zookeeper]
port = 3
enabled = false
)";
  auto config = Load(toml, {{"BASALT_SERVER_RPC_PORT", "20"}, {"BASALT_ZOOKEEPER_PORT", "30"}},
                     {"zookeeper.port=300", "log.level=debug", "zookeeper.port=301"});
  ASSERT_TRUE(config.ok()) << config.status().ToString();
  EXPECT_EQ(config->master_port, 1);
  EXPECT_EQ(config->rpc_port, 20);
  EXPECT_EQ(config->zookeeper_port, 301);
  EXPECT_FALSE(config->zookeeper_enabled);
  EXPECT_EQ(config->data_dir, "/data");
  EXPECT_EQ(config->log_level, "debug");
}

TEST_F(ConfigTest, HbasesNamesMeanTheSame) {
  auto config = Load(R"(
"hbase.regionserver.port" = 11
hbase.master.port = 12
"hbase.zookeeper.property.clientPort" = 13
"zookeeper.znode.parent" = "/other"
"hbase.regionserver.handler.count" = 14
"hbase.ipc.max.request.size" = 150000
"hbase.client.scanner.timeout.period" = 16
"hbase.server.keyvalue.maxsize" = 17
"hbase.server.scanner.max.result.size" = 18000
"hbase.hregion.memstore.flush.size" = 19000000
"hbase.wal.hsync" = true
)",
                     {}, {"hbase.ipc.server.max.callqueue.length=20"});
  ASSERT_TRUE(config.ok()) << config.status().ToString();
  EXPECT_EQ(config->rpc_port, 11);
  EXPECT_EQ(config->master_port, 12);
  EXPECT_EQ(config->zookeeper_port, 13);
  EXPECT_EQ(config->znode_parent, "/other");
  EXPECT_EQ(config->rpc.handler_threads, 14U);
  EXPECT_EQ(config->rpc.max_request_bytes, 150000U);
  EXPECT_EQ(config->scanner_lease_ms, 16);
  EXPECT_EQ(config->store.max_cell_bytes, 17);
  EXPECT_EQ(config->scanner_max_result_bytes, 18000U);
  EXPECT_EQ(config->store.memstore_flush_bytes, 19000000U);
  EXPECT_TRUE(config->store.sync_wal_to_disk);
  EXPECT_EQ(config->rpc.max_queued_calls, 20U);
}

TEST_F(ConfigTest, SettingsOfSplitsAndTheNormalizer) {
  const auto config = Load(R"(
[regions]
split_policy = "org.apache.hadoop.hbase.regionserver.DisabledRegionSplitPolicy"
split_jitter_percent = 50
split_by_whole_size = true
heat_split_min_age_s = 7
[normalizer]
merge_max_regions = 5
merge_enabled = false
[rpc]
stall_timeout_s = 9
)");
  ASSERT_TRUE(config.ok()) << config.status().ToString();
  EXPECT_EQ(config->splits.policy, model::SplitPolicy::kDisabled);
  EXPECT_EQ(config->splits.jitter_percent, 50U);
  EXPECT_TRUE(config->splits.whole_region);
  EXPECT_EQ(config->splits.heat_min_age_s, 7U);
  EXPECT_EQ(config->normalizer.merge_max_regions, 5);
  EXPECT_FALSE(config->normalizer.merge);
  EXPECT_EQ(config->rpc.stall_timeout, std::chrono::seconds(9));
  EXPECT_EQ(Refusal("regions.split_policy = \"Mine\"\n"),
            "basalt.toml:1: regions.split_policy = \"Mine\": no split policy has this name");
  EXPECT_THAT(Refusal("regions.split_policy = 5\n"),
              EndsWith("not a text; allowed: text, not empty"));
}

TEST_F(ConfigTest, OldNamesAreAcceptedForOneVersion) {
  const auto from_file = Load("regions.front_warning_after_ms = 7\n");
  ASSERT_TRUE(from_file.ok()) << from_file.status().ToString();
  EXPECT_EQ(from_file->hotspot_warning_after_ms, 7U);
  const auto from_environment = Load("", {{"BASALT_REGIONS_FRONT_WARNING_AFTER_MS", "8"}});
  ASSERT_TRUE(from_environment.ok()) << from_environment.status().ToString();
  EXPECT_EQ(from_environment->hotspot_warning_after_ms, 8U);
}

TEST_F(ConfigTest, UnknownKeysAreRefusedWithTheNearest) {
  EXPECT_EQ(Refusal("[server]\n\nmastr_port = 1\n"),
            "basalt.toml:3: unknown key server.mastr_port; did you mean server.master_port?");
  EXPECT_EQ(Refusal("\"hbase.regionserver.prot\" = 1\n"),
            "basalt.toml:1: unknown key hbase.regionserver.prot; did you mean "
            "hbase.regionserver.port?");
  EXPECT_EQ(Refusal("", {{"BASALT_SERVER_RPCPORT", "1"}}),
            "environment: unknown variable BASALT_SERVER_RPCPORT; did you mean "
            "BASALT_SERVER_RPC_PORT?");
  EXPECT_EQ(Refusal("", {{"BASALT_SANITIZE", "x"}, {"HOME", "/"}, {"BASALT_SERVER", "x"}}),
            "accepted")
      << "variables of others";
  EXPECT_EQ(Refusal("", {}, {"scan.lease=1"}),
            "command line: unknown key scan.lease; did you mean scan.lease_ms?");
}

TEST_F(ConfigTest, WrongTypesAreRefusedWithLineValueAndRange) {
  EXPECT_EQ(
      Refusal("[server]\nmaster_port = \"16000\"\n"),
      "basalt.toml:2: server.master_port = \"16000\": not a whole number; allowed: 0 to 65535");
  EXPECT_EQ(Refusal("[server]\nmaster_port = true\n"),
            "basalt.toml:2: server.master_port = true: not a whole number; allowed: 0 to 65535");
  EXPECT_THAT(Refusal("[server]\nmaster_port = 1.5\n"),
              HasSubstr("of a wrong type; allowed: 0 to"));
  EXPECT_THAT(Refusal("[server]\nmaster_port = [1]\n"),
              HasSubstr("of a wrong type; allowed: 0 to"));
  EXPECT_THAT(Refusal("[server]\ndata_dir = 5\n"),
              EndsWith("server.data_dir = 5: not a text; allowed: text, not empty"));
  EXPECT_THAT(Refusal("[zookeeper]\nenabled = \"yes\"\n"),
              EndsWith("not true or false; allowed: true or false"));
  EXPECT_EQ(Refusal("", {{"BASALT_ZOOKEEPER_ENABLED", "1"}}),
            "environment: BASALT_ZOOKEEPER_ENABLED = 1: not true or false; allowed: true or false");
  EXPECT_EQ(Refusal("", {}, {"server.rpc_port=12x"}),
            "command line: server.rpc_port = 12x: not a whole number; allowed: 0 to 65535");
  EXPECT_EQ(Refusal("", {}, {"server.rpc_port"}), "command line: server.rpc_port is not key=value");
}

TEST_F(ConfigTest, ValuesOutOfRangeAreRefused) {
  EXPECT_EQ(Refusal("[server]\nrpc_port = 65536\n"),
            "basalt.toml:2: server.rpc_port = 65536: out of range; allowed: 0 to 65535");
  EXPECT_THAT(Refusal("[server]\nrpc_port = -1\n"), HasSubstr("out of range"));
  EXPECT_THAT(Refusal("[server]\nhandler_threads = 0\n"), HasSubstr("allowed: 1 to 1024"));
  EXPECT_THAT(Refusal("", {}, {"server.rpc_port=99999999999999999999"}), HasSubstr("out of range"));
  EXPECT_THAT(Refusal("[log]\nlevel = \"loud\"\n"),
              EndsWith("allowed: trace, debug, info, warn, error, off"));
  EXPECT_THAT(Refusal("[server]\ndata_dir = \"\"\n"), HasSubstr("empty; allowed: text, not empty"));
}

TEST_F(ConfigTest, OneSettingUnderTwoNamesIsRefused) {
  EXPECT_EQ(Refusal("\"hbase.master.port\" = 1\n[server]\nmaster_port = 2\n"),
            "basalt.toml:3: server.master_port is set twice: as hbase.master.port before");
}

TEST_F(ConfigTest, BrokenAndMissingFiles) {
  EXPECT_THAT(Refusal("[server]\nmaster_port =\n"), StartsWith("basalt.toml:"));
  ConfigInput input;
  input.file = directory_.Sub("absent.toml");
  auto config = LoadConfig(input);
  ASSERT_FALSE(config.ok());
  EXPECT_THAT(config.status().message(), HasSubstr("absent.toml"));
}

TEST_F(ConfigTest, SettingsMustFitTogether) {
  EXPECT_EQ(Refusal("[server]\nmaster_port = 5\nrpc_port = 5\n"),
            "server.master_port and server.rpc_port are both 5");
  EXPECT_EQ(Refusal("[server]\nmaster_port = 2181\n"),
            "server.master_port and zookeeper.port are both 2181");
  EXPECT_EQ(Refusal("[server]\nmaster_port = 2181\n[zookeeper]\nenabled = false\n"), "accepted");
  EXPECT_EQ(Refusal("[server]\nmaster_port = 0\nrpc_port = 0\n"), "accepted");
  EXPECT_THAT(Refusal("[zookeeper]\nznode_parent = \"hbase\"\n"), HasSubstr("not a path"));
  EXPECT_THAT(Refusal("[zookeeper]\nquorum = \"a,,b\"\n"), StartsWith("zookeeper.quorum: "));
  EXPECT_THAT(Refusal("[zookeeper]\nmin_session_timeout_ms = 90001\n"), HasSubstr("is above"));
}

TEST(ConfigTableTest, NamesAreUniqueAndEveryDefaultIsAllowed) {
  std::set<std::string> names;
  const ServerConfig defaults;
  for (const ConfigSetting& setting : ConfigSettings()) {
    EXPECT_TRUE(names.insert(std::string(setting.name)).second) << setting.name;
    EXPECT_EQ(std::count(setting.name.begin(), setting.name.end(), '.'), 1) << setting.name;
    EXPECT_FALSE(setting.meaning.empty()) << setting.name;
    for (std::string_view name : HbaseNames(setting)) {
      EXPECT_TRUE(names.insert(std::string(name)).second) << name;
      EXPECT_EQ(FindSetting(name), &setting);
    }
    std::string text = ValueText(setting, defaults);
    if (text.starts_with('"')) text = text.substr(1, text.size() - 2);
    ServerConfig config;
    EXPECT_TRUE(SetFromText(setting, text, &config).ok()) << setting.name;
    EXPECT_EQ(ValueText(setting, config), ValueText(setting, defaults));
  }
}

// The table of the page is made from the one in the code. When this fails, put the text it prints
// into the page.
TEST(ConfigTableTest, ThePageShowsTheTable) {
  std::ifstream file(BASALT_SOURCE_DIR "/docs/configuration.md");
  std::stringstream page;
  page << file.rdbuf();
  EXPECT_NE(page.str().find("\n\n" + SettingsAsMarkdown()), std::string::npos)
      << SettingsAsMarkdown();
}

}  // namespace
}  // namespace basalt::server
