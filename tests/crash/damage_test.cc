// Damaged files: reported by name or harmless; never a crash, never silently wrong data.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "test_store.h"

namespace basalt::crash {
namespace {

namespace fs = std::filesystem;

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void WriteFile(const std::string& path, const std::string& content) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
}

// Two stores with store files, blobs and unflushed data in logs: one that was closed, and one that
// a killed process has left. Made once; tests work on copies.
class Images {
 public:
  static const Images& Get() {
    static const Images images;
    return images;
  }
  std::string closed() const { return work_.Sub("closed"); }
  std::string killed() const { return work_.Sub("killed"); }
  const TestStore::Contents& contents() const { return contents_; }
  static int rows() { return kFlushedRows + kLoggedRows; }
  static std::string Row(int number) { return "r" + std::to_string(1000 + number); }

  // The files of an image with this end or beginning of name, relative to it.
  static std::vector<std::string> Files(const std::string& image, const std::string& kind) {
    std::vector<std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(image)) {
      const std::string path = fs::relative(entry.path(), image).string();
      const std::string name = entry.path().filename().string();
      const bool of_kind = name.ends_with(kind) || name.starts_with(kind) || path.starts_with(kind);
      if (entry.is_regular_file() && of_kind) files.push_back(path);
    }
    std::sort(files.begin(), files.end());
    return files;
  }

 private:
  static constexpr int kFlushedRows = 200;
  static constexpr int kLoggedRows = 300;

  Images() {
    TestStore store;
    store.options().automatic_compactions = false;
    store.Open();
    store.CreateTable({FamilyDescriptor("a"), FamilyDescriptor("m").SetMob(100)});
    for (int i = 0; i < rows(); ++i) {
      const Bytes value = "value" + std::to_string(i) + std::string(150, 'x');
      MustBeOk(
          store.table()->Put(Put(Row(i)).AddColumn("a", "q", value).AddColumn("m", "q", value)));
      if (i == kFlushedRows / 2 || i == kFlushedRows) {
        MustBeOk(store.admin().Flush(TestStore::name()));
      }
    }
    contents_ = MustGet(store.Read());
    fs::copy(store.directory(), killed(), fs::copy_options::recursive);
    store.Close();
    fs::copy(store.directory(), closed(), fs::copy_options::recursive);
  }

  WorkDirectory work_;
  TestStore::Contents contents_;
};

class Damage : public testing::Test {
 protected:
  // What becomes of a store one of whose files has been changed.
  struct Report {
    Status status;
    bool right = false;  // no error, and all data as it was
    bool cut = false;    // no error, and the rows up to some row, whole; the rest of a log is kept
  };

  Report Try(const std::string& image, const std::string& file,
             const std::function<void(const std::string& path)>& change) {
    TestStore store;
    store.options().block_cache_bytes = 4 << 20;
    store.options().automatic_compactions = false;
    fs::copy(image, store.directory(), fs::copy_options::recursive);
    change(store.directory() + "/" + file);
    Report report;
    std::error_code ignored;
    report.status = store.TryOpen();
    if (!report.status.ok()) return report;
    report.status = ReadAll(store, report.right);
    report.cut = !fs::is_empty(store.directory() + "/cut", ignored) && !ignored && IsPrefix(store);
    return report;
  }

  // Reported with the file's name, or as if nothing had happened.
  void ExpectReportedOrHarmless(const Report& report, const std::string& file,
                                const std::string& what) {
    if (report.status.ok()) {
      // Logs are cut where writes that were not synced are not whole.
      const bool may_cut = file.ends_with(".log");
      EXPECT_TRUE(report.right || (may_cut && report.cut)) << what << " changed data in silence";
    } else {
      ExpectReported(report, file, what);
    }
  }
  void ExpectReported(const Report& report, const std::string& file, const std::string& what) {
    const StatusCode code = report.status.code();
    EXPECT_TRUE(code == StatusCode::kCorruption || code == StatusCode::kIoError ||
                (file == "FORMAT" && code == StatusCode::kNewerFormat))
        << what << ": " << report.status.ToString();
    EXPECT_NE(report.status.message().find(fs::path(file).filename().string()), std::string::npos)
        << what << ": " << report.status.ToString();
  }

  static void Flip(const std::string& path, size_t offset, char mask) {
    std::string content = ReadFile(path);
    content[offset] = static_cast<char>(content[offset] ^ mask);
    WriteFile(path, content);
  }
  // Places to damage: all of a small file, some of a large one, always many at its end.
  static std::vector<size_t> Places(size_t size) {
    std::vector<size_t> places;
    const size_t step = std::max<size_t>(1, size / 40);
    for (size_t at = 0; at < size; at += step) places.push_back(at);
    for (size_t back = 1; back <= std::min<size_t>(size, 60); back += 7)
      places.push_back(size - back);
    return places;
  }

 private:
  // Whether the rows up to one are there, and none after it.
  static bool IsPrefix(TestStore& store) {
    const auto& expected = Images::Get().contents();
    const auto contents = store.Read();
    if (!contents.ok() || contents->size() % 2 != 0) return false;
    for (size_t i = 0; i < contents->size() / 2; ++i) {
      for (const char* column : {"/a:q", "/m:q"}) {
        const auto cell = contents->find(Images::Row(static_cast<int>(i)) + column);
        if (cell == contents->end() || cell->second != expected.at(cell->first)) return false;
      }
    }
    return true;
  }

  // Forwards, backwards and row by row.
  static Status ReadAll(TestStore& store, bool& right) {
    const auto& expected = Images::Get().contents();
    BASALT_ASSIGN_OR_RETURN(const auto contents, store.Read());
    BASALT_ASSIGN_OR_RETURN(const auto table, store.connection().GetTable(TestStore::name()));
    BASALT_ASSIGN_OR_RETURN(auto scanner, table->GetScanner(Scan().SetReversed()));
    int rows = 0;
    for (const RowResult& row : scanner) rows += row.size() == 2 ? 1 : 0;
    BASALT_RETURN_IF_ERROR(scanner.status());
    right = contents == expected && rows == Images::rows();
    for (int i = 0; i < Images::rows(); ++i) {
      BASALT_ASSIGN_OR_RETURN(const RowResult row, table->Get(Get(Images::Row(i))));
      for (const char* family : {"a", "m"}) {
        const auto wanted = expected.find(Images::Row(i) + "/" + family + ":q");
        right = right && row.GetValue(family, "q") == wanted->second;
      }
    }
    return {};
  }
};

// Files whose every bit matters or is checked.
class DamageOf : public Damage, public testing::WithParamInterface<const char*> {
 protected:
  void FlipEverywhere(const std::string& image) {
    const auto files = Images::Files(image, GetParam());
    ASSERT_FALSE(files.empty());
    int flips = 0;
    for (const std::string& file : files) {
      for (const size_t at : Places(fs::file_size(fs::path(image) / file))) {
        const char mask = at % 2 == 0 ? '\x01' : '\x40';
        const Report report =
            Try(image, file, [&](const std::string& path) { Flip(path, at, mask); });
        ExpectReportedOrHarmless(report, file,
                                 "a flip at byte " + std::to_string(at) + " of " + file);
        ++flips;
      }
    }
    std::cout << "proof: damage " << flips << " flipped bits\n";
  }
};

TEST_P(DamageOf, FlippedBitsInAClosedStore) { FlipEverywhere(Images::Get().closed()); }
TEST_P(DamageOf, FlippedBitsAfterAKill) { FlipEverywhere(Images::Get().killed()); }

TEST_P(DamageOf, MissingOrCutInAClosedStore) {
  const std::string image = Images::Get().closed();
  for (const std::string& file : Images::Files(image, GetParam())) {
    const size_t size = fs::file_size(fs::path(image) / file);
    // The catalog's own store files are made anew.
    const bool may_be_harmless = file == "FORMAT" || file.ends_with(".sst");
    const Report without = Try(image, file, [](const std::string& path) { fs::remove(path); });
    if (file.ends_with(".sst")) {
      ExpectReportedOrHarmless(without, file, "without " + file);
    } else {
      ExpectReported(without, file, "without " + file);
    }
    for (const size_t length : {size_t{0}, size / 2, size - 1}) {
      if (size == 0) continue;
      const Report report =
          Try(image, file, [&](const std::string& path) { fs::resize_file(path, length); });
      const std::string what = file + " cut to " + std::to_string(length) + " bytes";
      if (may_be_harmless) {
        ExpectReportedOrHarmless(report, file, what);
      } else {
        ExpectReported(report, file, what);
      }
    }
    const Report zeros = Try(
        image, file, [&](const std::string& path) { WriteFile(path, std::string(size, '\0')); });
    if (file.ends_with(".sst")) {
      ExpectReportedOrHarmless(zeros, file, file + " full of zeros");
    } else if (size > 0) {
      ExpectReported(zeros, file, file + " full of zeros");
    }
    const Report longer = Try(
        image, file, [&](const std::string& path) { WriteFile(path, ReadFile(path) + "garbage"); });
    ExpectReportedOrHarmless(longer, file, file + " with garbage after it");
  }
}

INSTANTIATE_TEST_SUITE_P(Files, DamageOf,
                         testing::Values(".sst", ".blob", ".log", "MANIFEST", "CURRENT", "FORMAT"),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::erase(name, '.');
                           return name;
                         });

// Files that the store can do without.
class DamageOfSpare : public Damage, public testing::WithParamInterface<const char*> {};

TEST_P(DamageOfSpare, IsHarmless) {
  ASSERT_FALSE(Images::Files(Images::Get().closed(), GetParam()).empty());
  for (const std::string& image : {Images::Get().closed(), Images::Get().killed()}) {
    for (const std::string& file : Images::Files(image, GetParam())) {
      const size_t size = fs::file_size(fs::path(image) / file);
      EXPECT_TRUE(Try(image, file, [](const std::string& path) { fs::remove(path); }).right)
          << "without " << file;
      EXPECT_TRUE(Try(image, file, [](const std::string& path) { fs::resize_file(path, 0); }).right)
          << file << " empty";
      for (size_t at = 0; at < size; at += std::max<size_t>(1, size / 10)) {
        const Report report =
            Try(image, file, [&](const std::string& path) { Flip(path, at, '\x01'); });
        EXPECT_TRUE(report.right) << file << " at " << at << ": " << report.status.ToString();
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Files, DamageOfSpare,
                         testing::Values("families/", "IDENTITY", "CLOSED", "lock", "LOGS"),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::erase(name, '/');
                           return name;
                         });

// Damage in a log is found wherever it is: after it there were acknowledged writes. What was synced
// is reported as lost, what was not is cut, and nothing after the damage is kept.
class LogDamage : public Damage {
 protected:
  const std::string image_ = Images::Get().killed();
  // The one that is being written: the last.
  const std::string log_ = Images::Files(image_, ".log").back();
  const size_t size_ = fs::file_size(image_ + "/" + log_);

  void ExpectFound(size_t at, const std::string& what,
                   const std::function<void(std::string& content)>& change) {
    const Report report = Try(image_, log_, [&](const std::string& path) {
      std::string content = ReadFile(path);
      change(content);
      WriteFile(path, content);
    });
    if (report.status.ok()) {
      EXPECT_TRUE(report.cut) << what << " at " << at << " went unseen";
    } else {
      ExpectReported(report, log_, what + " at " + std::to_string(at));
    }
  }
};

TEST_F(LogDamage, OfLengthsAndTypesInTheLastBlock) {
  ASSERT_GT(size_, 2 * 32768U) << "the test wants a log of several blocks";
  // Follows the records { u32 checksum, u16 length, u8 type, payload } of the last block.
  const std::string content = ReadFile(image_ + "/" + log_);
  size_t at = content.size() / 32768 * 32768;
  int records = 0;
  while (at + 7 <= content.size()) {
    const size_t length =
        static_cast<uint8_t>(content[at + 4]) + 256 * static_cast<uint8_t>(content[at + 5]);
    if (++records % 8 == 0 || at + 7 + length == content.size()) {
      for (const size_t byte : {4, 5, 6}) {
        for (const char mask : {'\x01', '\x04', '\x10', '\x80'}) {
          ExpectFound(at, "a wrong length or type", [&](std::string& bytes) {
            bytes[at + byte] = static_cast<char>(bytes[at + byte] ^ mask);
          });
        }
      }
    }
    at += 7 + length;
  }
  EXPECT_GT(records, 8);
}

TEST_F(LogDamage, OfWholeSectors) {
  for (size_t at = 0; at + 1024 < size_; at += size_ / 20) {
    ExpectFound(at, "zeros", [&](std::string& bytes) { bytes.replace(at, 512, 512, '\0'); });
  }
}

// What a kill can leave is not damage.
TEST_F(LogDamage, AnEndCutOffIsNone) {
  const auto& expected = Images::Get().contents();
  for (size_t cut = 1; cut < 400; cut += 13) {
    TestStore store;
    fs::copy(image_, store.directory(), fs::copy_options::recursive);
    fs::resize_file(store.directory() + "/" + log_, size_ - cut);
    store.Open();
    const auto contents = MustGet(store.Read());
    // Whole rows, from the last one backwards.
    EXPECT_LT(contents.size(), expected.size());
    EXPECT_GE(contents.size() + 4, expected.size());
    EXPECT_EQ(contents.size() % 2, 0U) << "half a row";
    for (const auto& [cell, value] : contents) EXPECT_EQ(value, expected.at(cell));
  }
}

// A file that vanishes or shrinks under an open store: an error with its name, and no crash.
TEST_F(Damage, OfAFileInUse) {
  for (const char* kind : {".sst", ".blob"}) {
    TestStore store;
    fs::copy(Images::Get().closed(), store.directory(), fs::copy_options::recursive);
    store.Open();
    // All of them: some belong to the catalog's tables, which this read does not touch.
    const std::vector<std::string> files = Images::Files(store.directory(), kind);
    std::error_code gone;  // what is of no use any more is deleted meanwhile
    for (const std::string& file : files)
      fs::resize_file(store.directory() + "/" + file, 100, gone);
    const auto contents = store.Read();
    ASSERT_FALSE(contents.ok()) << kind;
    EXPECT_TRUE(std::any_of(files.begin(), files.end(), [&](const std::string& file) {
      return contents.status().message().find(fs::path(file).filename().string()) !=
             std::string::npos;
    })) << contents.status().ToString();
  }
}

}  // namespace
}  // namespace basalt::crash
