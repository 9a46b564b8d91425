#include "wire/compression.h"

#include <gtest/gtest.h>

namespace basalt::wire {
namespace {

constexpr Compressor kAll[] = {Compressor::kNone, Compressor::kGzip, Compressor::kDeflate,
                               Compressor::kSnappy, Compressor::kLz4};

TEST(CompressionTest, WhatWasCompressedComesBack) {
  for (const size_t size : {1U, 100U, 131072U, 300000U}) {
    Bytes block;
    for (size_t i = 0; i < size; ++i) block.push_back(static_cast<char>(i * i / 7));
    for (const Compressor compressor : kAll) {
      Bytes compressed;
      ASSERT_TRUE(Compress(compressor, block, compressed).ok());
      Bytes back;
      ASSERT_TRUE(Decompress(compressor, compressed, size, back).ok())
          << static_cast<int>(compressor) << " of " << size;
      EXPECT_EQ(back, block);
    }
  }
}

TEST(CompressionTest, ABombIsRefused) {
  const Bytes block(10 << 20, 'x');
  for (const Compressor compressor :
       {Compressor::kGzip, Compressor::kDeflate, Compressor::kSnappy, Compressor::kLz4}) {
    Bytes compressed;
    ASSERT_TRUE(Compress(compressor, block, compressed).ok());
    Bytes back;
    EXPECT_FALSE(Decompress(compressor, compressed, 1 << 20, back).ok());
    EXPECT_LE(back.capacity(), 4U << 20);
  }
}

TEST(CompressionTest, DamageIsAnError) {
  const Bytes block(1000, 'x');
  for (const Compressor compressor :
       {Compressor::kGzip, Compressor::kDeflate, Compressor::kSnappy, Compressor::kLz4}) {
    Bytes compressed;
    ASSERT_TRUE(Compress(compressor, block, compressed).ok());
    Bytes back;
    EXPECT_FALSE(
        Decompress(compressor, BytesView(compressed).substr(0, compressed.size() / 2), 2000, back)
            .ok());
    EXPECT_FALSE(Decompress(compressor, Bytes(50, '\xee'), 2000, back).ok());
  }
}

}  // namespace
}  // namespace basalt::wire
