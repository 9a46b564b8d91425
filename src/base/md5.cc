#include "base/md5.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/hex.h"

namespace basalt::base {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr size_t kBlock = 64;

// floor(2^32 * |sin(i + 1)|), as the RFC lists them.
constexpr std::array<uint32_t, 64> kSines = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};

constexpr std::array<std::array<int, 4>, 4> kShifts = {
    {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}}};

using State = std::array<uint32_t, 4>;

// One of the four rounds: `mix` of b, c and d, and the words in the order first + step * i.
template <uint32_t kRound, uint32_t kFirst, uint32_t kStep, typename Mix>
void AddRound(State& state, const std::array<uint32_t, 16>& words, Mix mix) {
  auto [a, b, c, d] = state;
#pragma GCC unroll 16  // so that shifts and words are known: twice as fast
  for (uint32_t i = 0; i < 16; ++i) {
    const uint32_t mixed =
        a + mix(b, c, d) + kSines[16 * kRound + i] + words[(kFirst + kStep * i) % 16];
    a = d;
    d = c;
    c = b;
    b += std::rotl(mixed, kShifts[kRound][i % 4]);
  }
  state = {a, b, c, d};
}

void AddBlock(State& state, const char* block) {
  std::array<uint32_t, 16> words;
  std::memcpy(words.data(), block, kBlock);
  State mixed = state;
  AddRound<0, 0, 1>(mixed, words,
                    [](uint32_t b, uint32_t c, uint32_t d) { return d ^ (b & (c ^ d)); });
  AddRound<1, 1, 5>(mixed, words,
                    [](uint32_t b, uint32_t c, uint32_t d) { return c ^ (d & (b ^ c)); });
  AddRound<2, 5, 3>(mixed, words, [](uint32_t b, uint32_t c, uint32_t d) { return b ^ c ^ d; });
  AddRound<3, 0, 7>(mixed, words, [](uint32_t b, uint32_t c, uint32_t d) { return c ^ (b | ~d); });
  for (size_t i = 0; i < state.size(); ++i) state[i] += mixed[i];
}

}  // namespace

std::array<uint8_t, 16> Md5(BytesView input) {
  State state = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  const uint64_t bits = static_cast<uint64_t>(input.size()) * 8;
  for (; input.size() >= kBlock; input.remove_prefix(kBlock)) AddBlock(state, input.data());
  // What is left, a one bit, zeros, and the length in the last eight bytes of a block.
  std::array<char, 2 * kBlock> tail = {};
  std::copy(input.begin(), input.end(), tail.begin());
  tail[input.size()] = static_cast<char>(0x80);
  const size_t end = input.size() + 1 + sizeof(bits) <= kBlock ? kBlock : 2 * kBlock;
  std::memcpy(tail.data() + end - sizeof(bits), &bits, sizeof(bits));
  for (size_t at = 0; at < end; at += kBlock) AddBlock(state, tail.data() + at);
  return std::bit_cast<std::array<uint8_t, 16>>(state);
}

std::string Md5Hex(BytesView input) {
  const auto digest = Md5(input);
  return ToHex({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

}  // namespace basalt::base
