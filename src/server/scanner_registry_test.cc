#include "server/scanner_registry.h"

#include <gtest/gtest.h>

namespace basalt::server {
namespace {

using std::chrono::milliseconds;
using Clock = ScannerRegistry::SteadyClock;

// Long, so that the room's own thread does not interfere with what the tests decide.
constexpr milliseconds kLease{600000};

std::shared_ptr<OpenScanner> NewScanner(ScannerRegistry& room) {
  auto scanner = std::make_shared<OpenScanner>();
  EXPECT_TRUE(room.Add(scanner).ok());
  return scanner;
}

TEST(ScannerRoomTest, ALeaseEndsWhenNobodyAsks) {
  ScannerRegistry room(kLease, 10, 1);
  const uint64_t id = NewScanner(room)->id;
  room.Release(id);
  room.Expire(Clock::now());
  EXPECT_TRUE(room.Take(id).ok());
  room.Release(id);
  room.Expire(Clock::now() + kLease + milliseconds(1));
  EXPECT_EQ(room.Take(id).status().code(), StatusCode::kUnknownScanner);
  EXPECT_EQ(room.size(), 0U);
}

TEST(ScannerRoomTest, ALeaseRestsDuringACall) {
  ScannerRegistry room(kLease, 10, 1);
  const uint64_t id = NewScanner(room)->id;
  room.Expire(Clock::now() + 10 * kLease);
  EXPECT_TRUE(room.Take(id).ok());
}

TEST(ScannerRoomTest, AScannerThatEndedIsRememberedForALease) {
  ScannerRegistry room(kLease, 10, 1);
  const uint64_t id = NewScanner(room)->id;
  room.Remove(id, true, 7);
  const auto found = room.Take(id);
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->scanner, nullptr);
  EXPECT_EQ(found->next_sequence, 7U);
  room.Expire(Clock::now() + kLease + milliseconds(1));
  EXPECT_FALSE(room.Take(id).ok());
}

TEST(ScannerRoomTest, ThereIsAMost) {
  ScannerRegistry room(kLease, 2, 1);
  NewScanner(room);
  const uint64_t second = NewScanner(room)->id;
  const auto third = std::make_shared<OpenScanner>();
  EXPECT_EQ(room.Add(third).code(), StatusCode::kRegionTooBusy);
  room.Remove(second, true, 0);
  EXPECT_TRUE(room.Add(third).ok());
}

TEST(ScannerRoomTest, IdsOfAnotherStartAreOthers) {
  ScannerRegistry first(kLease, 10, 1700000000000);
  ScannerRegistry second(kLease, 10, 1700000000001);
  EXPECT_NE(NewScanner(first)->id, NewScanner(second)->id);
}

}  // namespace
}  // namespace basalt::server
