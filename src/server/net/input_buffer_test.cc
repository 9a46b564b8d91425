#include "server/net/input_buffer.h"

#include <algorithm>
#include <cstring>

#include <gtest/gtest.h>

namespace basalt::server {
namespace {

using Grant = ConnectionMemory::Grant;

class InputBufferTest : public ::testing::Test {
 protected:
  // As if the socket had these bytes; reads as far as memory allows. Returns what was read.
  size_t Receive(BytesView bytes, size_t expected, bool alone = true) {
    size_t read = 0;
    while (read < bytes.size()) {
      last_ = input_.Prepare(expected, alone);
      if (last_ != Grant::kYes) break;
      const auto space = input_.space();
      const size_t part = std::min(space.size(), bytes.size() - read);
      std::memcpy(space.data(), bytes.data() + read, part);
      input_.Commit(part);
      read += part;
    }
    return read;
  }

  MemoryBudget server_{8 << 20};
  ConnectionMemory memory_{server_, 1 << 20};
  InputBuffer input_{memory_};
  Grant last_ = Grant::kYes;
};

TEST_F(InputBufferTest, NothingIsHeldBeforeAnythingIsReceived) {
  EXPECT_EQ(server_.used(), 0U);
  Receive("abc", 0);
  EXPECT_EQ(server_.used(), InputBuffer::kBaseBytes);
  input_.Consume(3);
  input_.ReleaseIfEmpty();
  EXPECT_EQ(server_.used(), 0U);
}

TEST_F(InputBufferTest, AnAdvertisedLengthAllocatesNextToNothing) {
  Receive("abc", 200 << 20);
  ASSERT_EQ(input_.Prepare(200 << 20, true), Grant::kYes);
  EXPECT_LE(server_.used(), 64U << 10);
}

TEST_F(InputBufferTest, MemoryFollowsTheBytesReceived) {
  const Bytes frame(1 << 20, 'f');
  for (size_t sent = 0; sent < frame.size(); sent += 100000) {
    Receive(BytesView(frame).substr(sent, 100000), frame.size());
    EXPECT_LE(server_.used(), 2 * input_.bytes().size() + (64U << 10));
  }
  EXPECT_EQ(input_.bytes(), frame);
}

TEST_F(InputBufferTest, ALargeFrameLeavesWithItsBuffer) {
  const Bytes frame(300 << 10, 'f');
  const Bytes next(100, 'n');
  Receive(frame, frame.size());
  const char* place = input_.bytes().data();
  ASSERT_EQ(input_.CopiedBytes(4, frame.size() - 4), 0U);
  {
    MemoryReservation call(memory_);
    const ReceivedFrame taken = input_.Take(4, frame.size() - 4, call);
    EXPECT_EQ(taken.bytes().data(), place + 4);
    EXPECT_EQ(taken.bytes(), BytesView(frame).substr(4));
    EXPECT_GE(call.held(), frame.size());
    EXPECT_EQ(server_.used(), call.held());
  }
  EXPECT_TRUE(input_.empty());
  EXPECT_EQ(server_.used(), 0U);
  Receive(next, 0);
  EXPECT_EQ(input_.bytes(), next);
}

TEST_F(InputBufferTest, WhatFollowsAFrameStays) {
  const Bytes frame(40 << 10, 'f');
  Receive(frame + "the next", frame.size() + 8);
  MemoryReservation call(memory_);
  const ReceivedFrame taken = input_.Take(0, frame.size(), call);
  EXPECT_EQ(taken.bytes(), frame);
  EXPECT_EQ(input_.bytes(), "the next");
}

TEST_F(InputBufferTest, SmallFramesAreCopied) {
  Receive("aaaabbbbbbcc", 0);
  EXPECT_EQ(input_.CopiedBytes(4, 6), 6U);
  MemoryReservation call(memory_);
  const ReceivedFrame taken = input_.Take(4, 6, call);
  EXPECT_EQ(taken.bytes(), "bbbbbb");
  EXPECT_EQ(call.held(), 0U);
  EXPECT_EQ(input_.bytes(), "cc");
}

TEST_F(InputBufferTest, BesideOtherMemoryTheConnectionsLimitHolds) {
  memory_.Add(900 << 10);
  const Bytes frame(1 << 20, 'f');
  EXPECT_LT(Receive(frame, frame.size(), false), frame.size());
  EXPECT_EQ(last_, Grant::kConnectionFull);
  memory_.Remove(900 << 10);
}

TEST_F(InputBufferTest, TheServersLimitHoldsAlways) {
  const Bytes frame(16 << 20, 'f');
  const size_t received = Receive(frame, frame.size());
  EXPECT_LT(received, frame.size());
  EXPECT_EQ(last_, Grant::kServerFull);
  EXPECT_LE(server_.used(), server_.limit());
  // What has been received is still there.
  EXPECT_EQ(input_.bytes().size(), received);
}

}  // namespace
}  // namespace basalt::server
