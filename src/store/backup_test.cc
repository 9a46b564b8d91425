// Backups: content, shared files, rejected requests, damage.
#include "store/backup.h"

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rocksdb/db.h>

#include "basalt/mutation.h"
#include "base/testing.h"
#include "store/cell_table.h"
#include "store/maintenance.h"
#include "store/store.h"

namespace basalt::store {
namespace {

namespace fs = std::filesystem;

class BackupTest : public testing::Test {
 protected:
  BackupTest() {
    Open(data_);
    const FamilyDescriptor plain("f");
    FamilyDescriptor mob("m");
    mob.SetMob(100);
    MakeTable({plain, mob});
  }

  void Open(const std::string& path) {
    table_.reset();
    store_.reset();
    StoreOptions options;
    options.clock = &clock_;
    auto store = Store::Open(path, options);
    ASSERT_TRUE(store.ok()) << store.status().ToString();
    store_ = *store;
  }
  void MakeTable(const std::vector<FamilyDescriptor>& families) {
    TableDescriptor descriptor(*TableName::Parse("t"));
    std::vector<std::shared_ptr<Family>> handles;
    for (const FamilyDescriptor& family : families) {
      ASSERT_TRUE(descriptor.AddFamily(family).ok());
      auto handle = store_->FindFamily("1." + family.name());
      if (handle == nullptr) handle = *store_->CreateFamily("1." + family.name(), family);
      ASSERT_TRUE(store_->ConfigureFamily(*handle, family).ok());
      handles.push_back(handle);
    }
    table_ = std::make_unique<CellTable>(store_, 1, descriptor, handles);
  }
  void OpenRestored(const std::string& path) {
    Open(path);
    const FamilyDescriptor plain("f");
    FamilyDescriptor mob("m");
    mob.SetMob(100);
    MakeTable({plain, mob});
  }

  void Put(const std::string& row, const std::string& value,
           Durability durability = Durability::kUseDefault) {
    const Mutation put = basalt::Put(row)
                             .AddColumn("f", "q", value)
                             .AddColumn("m", "q", value + std::string(1000, 'm'))
                             .SetDurability(durability);
    const Status status = table_->MutateRow(row, {&put, 1}).status();
    ASSERT_TRUE(status.ok()) << status.ToString();
  }
  std::string Value(const std::string& row, const char* family = "f") {
    const auto result = table_->Get(Get(row));
    EXPECT_TRUE(result.ok()) << result.status().ToString();
    const auto value = result->GetValue(family, "q");
    return value ? std::string(*value) : "none";
  }
  void Flush() {
    for (const char* family : {"f", "m"}) {
      ASSERT_TRUE(FlushFamily(*store_, *table_->FindFamily(family)->family).ok());
    }
  }

  Result<BackupInfo> Create(bool full = false) {
    BASALT_ASSIGN_OR_RETURN(
        const auto writer,
        BackupWriter::Open({.directory = backups_, .full = full, .bytes_per_second = 0}, *store_));
    return writer->Create();
  }
  BackupInfo MustCreate(bool full = false) {
    auto made = Create(full);
    EXPECT_TRUE(made.ok()) << made.status().ToString();
    return made.ok() ? *made : BackupInfo();
  }
  static uint64_t BytesIn(const std::string& path) {
    uint64_t bytes = 0;
    for (const auto& entry : fs::recursive_directory_iterator(path)) {
      if (entry.is_regular_file()) bytes += entry.file_size();
    }
    return bytes;
  }
  // Changes a byte in the middle of the first file there with that ending.
  static std::string Damage(const std::string& directory, const std::string& extension) {
    for (const auto& entry : fs::recursive_directory_iterator(directory)) {
      if (entry.path().extension() != extension) continue;
      std::fstream file(entry.path(), std::ios::in | std::ios::out | std::ios::binary);
      file.seekp(static_cast<std::streamoff>(entry.file_size() / 2));
      const int old = file.peek();
      file.put(static_cast<char>(old ^ 1));
      return entry.path().filename().string();
    }
    ADD_FAILURE() << "no " << extension << " in " << directory;
    return "";
  }

  base::TempDir dir_;
  base::ManualClock clock_{1'700'000'000'000};
  const std::string data_ = dir_.Sub("data");
  const std::string backups_ = dir_.Sub("backups");
  const std::string restored_ = dir_.Sub("restored");
  std::shared_ptr<Store> store_;
  std::unique_ptr<CellTable> table_;
};

TEST_F(BackupTest, HoldsTheMomentItWasMadeIn) {
  Put("r1", "one");
  ASSERT_TRUE(store_->WriteRecords({{"record", "content"}}).ok());
  Put("r2", "unlogged", Durability::kSkipWal);
  const BackupInfo made = MustCreate();
  EXPECT_EQ(made.id, 1U);
  EXPECT_EQ(made.begun_ms, clock_.NowMs());
  Put("r1", "later");
  Put("r3", "later");

  const auto restored = RestoreBackup(backups_, restored_, {});
  ASSERT_TRUE(restored.ok()) << restored.status().ToString();
  EXPECT_EQ(restored->id, 1U);
  OpenRestored(restored_);
  EXPECT_EQ(Value("r1"), "one");
  EXPECT_EQ(Value("r1", "m"), "one" + std::string(1000, 'm')) << "blob files belong to it";
  EXPECT_EQ(Value("r2"), "unlogged");
  EXPECT_EQ(Value("r3"), "none");
  EXPECT_EQ(*store_->GetRecord("record"), "content");
  // The restored directory is an ordinary store.
  Put("r4", "new");
  OpenRestored(restored_);
  EXPECT_EQ(Value("r4"), "new");
}

TEST_F(BackupTest, SharesFilesUnlessItIsFull) {
  for (int i = 0; i < 500; ++i) Put("r" + std::to_string(i), std::string(1000, 'a'));
  Flush();
  const BackupInfo first = MustCreate();
  const uint64_t after_first = BytesIn(backups_);
  Put("one more", "x");
  const BackupInfo second = MustCreate();
  const uint64_t after_second = BytesIn(backups_);
  const BackupInfo third = MustCreate(true);
  const uint64_t after_third = BytesIn(backups_);

  EXPECT_GT(first.bytes, 500'000U);
  EXPECT_GE(second.bytes, first.bytes);
  EXPECT_LT(after_second - after_first, first.bytes / 10) << "only what is new is copied";
  EXPECT_GE(after_third - after_second, first.bytes) << "a full one shares nothing";
  EXPECT_TRUE(third.full);
  const auto listed = ListBackups(backups_);
  ASSERT_EQ(listed->size(), 3U);
  EXPECT_LT((*listed)[1].own_bytes, first.bytes / 10);
  EXPECT_EQ((*listed)[2].own_bytes, third.bytes);

  // The second backup keeps the shared files of the first.
  ASSERT_TRUE(DeleteBackup(backups_, 1).ok());
  ASSERT_TRUE(VerifyBackup(backups_, 0).ok());
  ASSERT_TRUE(RestoreBackup(backups_, restored_, {.id = 2}).ok());
  OpenRestored(restored_);
  EXPECT_EQ(Value("one more"), "x");
  EXPECT_EQ(Value("r7"), std::string(1000, 'a'));
}

TEST_F(BackupTest, AStoreThatWasRestoredCanBeBackedUpBesideItsOwnPast) {
  Put("r", "first");
  (void)MustCreate();
  Put("r", "second");
  (void)MustCreate();
  ASSERT_TRUE(RestoreBackup(backups_, restored_, {.id = 1}).ok());
  OpenRestored(restored_);
  Put("r", "another second");
  (void)MustCreate();
  for (const auto& [id, value] :
       std::vector<std::pair<uint32_t, std::string>>{{2, "second"}, {3, "another second"}}) {
    const std::string again = dir_.Sub("again" + std::to_string(id));
    ASSERT_TRUE(RestoreBackup(backups_, again, {.id = id}).ok());
    OpenRestored(again);
    EXPECT_EQ(Value("r"), value);
  }
}

TEST_F(BackupTest, FamilySettingsComeBack) {
  Put("r", "x");
  (void)MustCreate();
  ASSERT_TRUE(RestoreBackup(backups_, restored_, {}).ok());
  for (const char* label : {"1.f", "1.m"}) {
    std::ifstream before(data_ + "/families/" + label);
    std::ifstream after(restored_ + "/families/" + label);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(before), {}),
              std::string(std::istreambuf_iterator<char>(after), {}));
  }
  // The store opens without the families files, too.
  fs::remove_all(restored_ + "/families");
  OpenRestored(restored_);
  EXPECT_EQ(Value("r"), "x");
  EXPECT_EQ(Value("r", "m"), "x" + std::string(1000, 'm'));
}

TEST_F(BackupTest, DamageIsFoundAndNamed) {
  for (const char* extension : {".sst", ".blob"}) {
    Put("r", "x");
    (void)MustCreate();
    ASSERT_TRUE(VerifyBackup(backups_, 0).ok());
    const std::string file = Damage(backups_, extension);
    const Status status = VerifyBackup(backups_, 0);
    EXPECT_EQ(status.code(), StatusCode::kCorruption) << status.ToString();
    EXPECT_NE(status.message().find(file), std::string::npos) << status.ToString();
    const auto restored = RestoreBackup(backups_, restored_, {});
    EXPECT_EQ(restored.status().code(), StatusCode::kCorruption) << restored.status().ToString();
    // An incomplete restore is not a store.
    const Status opened = Store::Open(restored_, StoreOptions()).status();
    EXPECT_NE(opened.message().find("did not finish"), std::string::npos) << opened.ToString();
    fs::remove_all(restored_);
    fs::remove_all(backups_);
  }
}

TEST_F(BackupTest, DamagedListOfFilesIsNotTheLatestBackupGone) {
  Put("r", "x");
  (void)MustCreate();
  (void)MustCreate();
  std::ofstream(backups_ + "/meta/2", std::ios::trunc) << "nonsense\n";
  EXPECT_EQ(VerifyBackup(backups_, 0).code(), StatusCode::kCorruption);
  EXPECT_EQ(RestoreBackup(backups_, restored_, {}).status().code(), StatusCode::kCorruption);
  EXPECT_FALSE(fs::exists(restored_));
  EXPECT_TRUE(VerifyBackup(backups_, 1).ok());
  EXPECT_TRUE(RestoreBackup(backups_, restored_, {.id = 1}).ok());
}

TEST_F(BackupTest, WrongPlacesAreRefusedAndLeftAlone) {
  const auto refused = [this](const std::string& directory) {
    return BackupWriter::Open({.directory = directory}, *store_).status();
  };
  EXPECT_EQ(refused(data_).code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(refused(data_ + "/backups").code(), StatusCode::kInvalidArgument);
  EXPECT_FALSE(fs::exists(data_ + "/backups"));
  EXPECT_EQ(refused(dir_.path()).code(), StatusCode::kInvalidArgument);

  const std::string file = dir_.Sub("file");
  std::ofstream(file) << "x";
  EXPECT_EQ(refused(file).code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(refused(file + "/under").code(), StatusCode::kIoError);
  const std::string other = dir_.Sub("other");
  fs::create_directory(other);
  std::ofstream(other + "/notes.txt") << "x";
  const Status not_ours = refused(other);
  EXPECT_NE(not_ours.message().find("holds no backups"), std::string::npos) << not_ours.ToString();
  EXPECT_FALSE(fs::exists(other + "/lock"));

  EXPECT_EQ(ListBackups(other).status().code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(VerifyBackup(dir_.Sub("absent"), 0).code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(DeleteBackup(dir_.Sub("absent"), 1).code(), StatusCode::kInvalidArgument);
  EXPECT_FALSE(fs::exists(dir_.Sub("absent")));

  Put("r", "x");
  (void)MustCreate();
  EXPECT_EQ(VerifyBackup(backups_, 7).code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(DeleteBackup(backups_, 7).code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(RestoreBackup(backups_, restored_, {.id = 7}).status().code(),
            StatusCode::kInvalidArgument);
  EXPECT_FALSE(fs::exists(restored_));
  EXPECT_EQ(RestoreBackup(backups_, other, {}).status().code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(RestoreBackup(backups_, data_, {}).status().code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(RestoreBackup(backups_, backups_ + "/x", {}).status().code(),
            StatusCode::kInvalidArgument);
  EXPECT_EQ(std::distance(fs::directory_iterator(other), {}), 1);
}

TEST_F(BackupTest, OneAtATime) {
  const auto writer = BackupWriter::Open({.directory = backups_}, *store_);
  ASSERT_TRUE(writer.ok());
  EXPECT_EQ(Create().status().code(), StatusCode::kLocked);
  EXPECT_EQ(ListBackups(backups_).status().code(), StatusCode::kLocked);
}

TEST_F(BackupTest, OneThatWasStoppedLeavesNothing) {
  for (int i = 0; i < 100; ++i) Put("r" + std::to_string(i), std::string(1000, 'a'));
  Flush();
  const auto writer = BackupWriter::Open({.directory = backups_}, *store_);
  ASSERT_TRUE(writer.ok());
  (*writer)->Stop();
  EXPECT_EQ((*writer)->Create().status().code(), StatusCode::kCancelled);
  EXPECT_LT(BytesIn(backups_), 1000U);
}

}  // namespace
}  // namespace basalt::store
