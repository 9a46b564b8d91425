#include "catalog/procedure_journal.h"

#include "catalog/test_catalog.h"

namespace basalt::catalog {
namespace {

class ProcedureJournalTest : public testing::Test {
 protected:
  ProcedureJournalTest() { Open(); }

  void Open() {
    journal_ = std::make_unique<ProcedureJournal>(catalog_.store());
    const Status status = journal_->Load();
    ASSERT_TRUE(status.ok()) << status.ToString();
  }
  void Reopen() {
    journal_.reset();
    catalog_.Reopen();
    Open();
  }
  uint64_t Create(std::string_view table, uint64_t nonce = 0) {
    return journal_->Run("Create", 7, nonce, [&](Procedure& procedure) {
      return catalog_->tables().Create(Descriptor(table), {}, &procedure);
    });
  }

  TestCatalog catalog_;
  std::unique_ptr<ProcedureJournal> journal_;
};

TEST_F(ProcedureJournalTest, OutcomesOutliveTheProcess) {
  const uint64_t good = Create("t");
  const uint64_t bad = Create("t");
  EXPECT_NE(good, bad);
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(journal_->Find(good) && journal_->Find(bad));
    EXPECT_EQ(journal_->Find(good)->name, "Create");
    EXPECT_EQ(journal_->Find(good)->submitted_ms, TestCatalog::kStart);
    EXPECT_TRUE(journal_->Find(good)->outcome->ok());
    EXPECT_EQ(journal_->Find(bad)->outcome->code(), StatusCode::kTableExists);
    EXPECT_EQ(journal_->Find(bad)->outcome->message(), "t");
    Reopen();
  }
  EXPECT_EQ(journal_->List().size(), 2U);
  EXPECT_FALSE(journal_->Find(1));
}

TEST_F(ProcedureJournalTest, ANonceRunsOnce) {
  const uint64_t first = Create("t", 5);
  EXPECT_EQ(Create("t", 5), first);
  Reopen();
  EXPECT_EQ(Create("t", 5), first);
  EXPECT_TRUE(journal_->Find(first)->outcome->ok());
  EXPECT_NE(Create("t", 6), first);
}

TEST_F(ProcedureJournalTest, WhatWasNotEndedChangedNothing) {
  ProcedureJournal::Entry open;
  open.name = "Create";
  open.nonce = 9;
  ASSERT_TRUE(catalog_.store().PutRecord("procedure/0000000000000010", open.Encode()).ok());
  Reopen();
  ASSERT_TRUE(journal_->Find(16));
  EXPECT_EQ(journal_->Find(16)->outcome->code(), StatusCode::kDoNotRetry);
  // And it is not run later, when its client has long given up.
  const auto never = [](Procedure&) { return Status(StatusCode::kInternal, "ran"); };
  EXPECT_EQ(journal_->Run("Create", 0, 9, never), 16U);
  EXPECT_EQ(journal_->Find(16)->outcome->code(), StatusCode::kDoNotRetry);
}

TEST_F(ProcedureJournalTest, TookEffectIsWrittenWithTheChange) {
  const uint64_t id = journal_->Run("Create", 0, 0, [&](Procedure& procedure) -> Status {
    BASALT_RETURN_IF_ERROR(catalog_->tables().Create(Descriptor("t"), {}, &procedure));
    // As the record stands before the procedure has ended.
    bool written = false;
    BASALT_RETURN_IF_ERROR(
        catalog_.store().ForEachRecord("procedure/", [&](BytesView, BytesView value) -> Status {
          BASALT_ASSIGN_OR_RETURN(const auto entry, ProcedureJournal::Entry::Decode(value));
          written = entry.outcome && entry.outcome->ok();
          return {};
        }));
    return written ? Status() : Status(StatusCode::kInternal, "not written");
  });
  EXPECT_TRUE(journal_->Find(id)->outcome->ok()) << journal_->Find(id)->outcome->ToString();
}

TEST_F(ProcedureJournalTest, OldOnesAreForgotten) {
  const auto nothing = [](Procedure&) { return Status(); };
  const uint64_t first = journal_->Run("Nothing", 0, 1, nothing);
  uint64_t last = first;
  for (int i = 0; i < 1001; ++i) last = journal_->Run("Nothing", 0, 0, nothing);
  EXPECT_FALSE(journal_->Find(first));
  EXPECT_TRUE(journal_->Find(last));
  EXPECT_GT(journal_->Run("Nothing", 0, 1, nothing), last);
  Reopen();
  EXPECT_LE(journal_->List().size(), 1001U);
  EXPECT_TRUE(journal_->Find(last));
}

TEST_F(ProcedureJournalTest, DamageCostsTheOutcomeOfOneProcedure) {
  ASSERT_TRUE(catalog_.store().PutRecord("procedure/0000000000000010", "\x01").ok());
  ProcedureJournal journal(catalog_.store());
  EXPECT_TRUE(journal.Load().ok());
  EXPECT_FALSE(journal.Find(0x10));
  ASSERT_TRUE(catalog_.store().PutRecord("procedure/0000000000000010", "\x02").ok());
  EXPECT_EQ(journal.Load().code(), StatusCode::kNewerFormat);
}

}  // namespace
}  // namespace basalt::catalog
