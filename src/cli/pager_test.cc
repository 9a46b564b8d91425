#include "cli/pager.h"

#include <deque>
#include <sstream>

#include <gtest/gtest.h>

namespace basalt::cli {
namespace {

using Answer = Pager::Answer;
using namespace std::chrono_literals;

class PagerTest : public ::testing::Test {
 protected:
  // Lines 1 to n.
  void Print(int n) {
    for (int i = 1; i <= n; ++i) stream_ << "line " << i << '\n';
  }
  int LinesShown() const {
    const std::string text = shown_.str();
    return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
  }

  int rows_ = 6;
  int asked_ = 0;
  int quits_ = 0;
  std::chrono::nanoseconds now_{};
  std::deque<Answer> answers_;
  std::ostringstream shown_;
  Pager pager_{shown_,
               {.rows = [this] { return rows_; },
                .columns = [] { return 20; },
                .ask =
                    [this] {
                      ++asked_;
                      if (answers_.empty()) return Answer::kAll;
                      const Answer answer = answers_.front();
                      answers_.pop_front();
                      return answer;
                    },
                .quit = [this] { ++quits_; },
                .now = [this] { return std::chrono::steady_clock::time_point(now_ += 5s); }}};
  std::ostream stream_{&pager_};
};

TEST_F(PagerTest, AsksOnlyWhenAPageIsFull) {
  Print(4);
  EXPECT_EQ(asked_, 0);
  pager_.NewPage();
  answers_ = {Answer::kPage, Answer::kPage};
  Print(12);
  EXPECT_EQ(asked_, 2);
  EXPECT_EQ(LinesShown(), 16);
}

TEST_F(PagerTest, SaysHowLongItHasWaited) {
  EXPECT_EQ(pager_.waited(), 0s);
  answers_ = {Answer::kPage, Answer::kPage};
  Print(12);
  EXPECT_EQ(pager_.waited(), 10s);
}

TEST_F(PagerTest, ALineMore) {
  answers_ = {Answer::kLine, Answer::kLine, Answer::kAll};
  Print(100);
  EXPECT_EQ(asked_, 3);
  EXPECT_EQ(LinesShown(), 100);
}

TEST_F(PagerTest, EnoughDropsTheRestOfTheCommand) {
  answers_ = {Answer::kQuit};
  Print(100);
  EXPECT_EQ(quits_, 1);
  EXPECT_EQ(LinesShown(), 5);
  pager_.NewPage();
  Print(2);
  EXPECT_EQ(LinesShown(), 7);
}

TEST_F(PagerTest, LongLinesTakeSeveral) {
  answers_ = {Answer::kQuit};
  stream_ << std::string(60, 'x') << '\n' << std::string(21, 'y') << '\n' << "z\n";
  EXPECT_EQ(asked_, 1);
  EXPECT_EQ(LinesShown(), 2);
}

TEST_F(PagerTest, UnknownHeightIsNeverFull) {
  rows_ = 0;
  Print(1000);
  EXPECT_EQ(asked_, 0);
}

}  // namespace
}  // namespace basalt::cli
