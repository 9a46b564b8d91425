// A main for fuzz targets without libFuzzer: mutates the target's samples at random. Prints its
// seed first; a crash ends the process with the input in a file.
//
//   <target> [--seconds N] [--seed S] [FILE...]      FILEs are run as they are, and nothing else
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "fuzz/target.h"

namespace {

using Random = std::mt19937_64;

size_t Below(Random& random, size_t bound) { return bound == 0 ? 0 : random() % bound; }

void Change(Random& random, std::string& input, const std::vector<std::string>& samples) {
  static constexpr unsigned char kTelling[] = {0x00, 0x01, 0x7f, 0x80, 0xff};
  switch (Below(random, 7)) {
    case 0:  // a byte
      if (!input.empty()) input[Below(random, input.size())] = static_cast<char>(random());
      break;
    case 1:  // a byte that lengths stumble over
      if (!input.empty()) {
        input[Below(random, input.size())] =
            static_cast<char>(kTelling[Below(random, std::size(kTelling))]);
      }
      break;
    case 2: input.resize(Below(random, input.size() + 1)); break;
    case 3: input.insert(Below(random, input.size() + 1), 1 + Below(random, 8), '\xff'); break;
    case 4:
      if (!input.empty()) input.erase(Below(random, input.size()), 1 + Below(random, 8));
      break;
    case 5: {  // a piece of another sample
      const std::string& other = samples[Below(random, samples.size())];
      const size_t from = Below(random, other.size() + 1);
      input.insert(Below(random, input.size() + 1), other.substr(from, Below(random, 64)));
      break;
    }
    default:  // a bit
      if (!input.empty())
        input[Below(random, input.size())] ^= static_cast<char>(1 << Below(random, 8));
  }
}

void Feed(const std::string& input) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(input.data()), input.size());
}

}  // namespace

int main(int argc, char** argv) {
  double seconds = 1;
  uint64_t seed = std::random_device()();
  std::vector<std::string> files;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--seconds") == 0 && i + 1 < argc) {
      seconds = std::atof(argv[++i]);
    } else if (std::strcmp(argv[i], "--seed") == 0 && i + 1 < argc) {
      seed = std::strtoull(argv[++i], nullptr, 10);
    } else {
      files.emplace_back(argv[i]);
    }
  }
  for (const std::string& file : files) {
    std::ifstream in(file, std::ios::binary);
    Feed(std::string(std::istreambuf_iterator<char>(in), {}));
  }
  if (!files.empty()) return 0;

  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  std::fflush(stdout);
  Random random(seed);
  const std::vector<std::string> samples = basalt::fuzz::Samples();
  for (const std::string& sample : samples) Feed(sample);
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  uint64_t runs = 0;
  std::string input;
  for (; runs % 256 != 0 || std::chrono::steady_clock::now() < end; ++runs) {
    input = samples[Below(random, samples.size())];
    for (size_t changes = 1 + Below(random, 6); changes > 0; --changes) {
      Change(random, input, samples);
    }
    Feed(input);
  }
  std::printf("proof: bad-bytes %llu inputs\n", static_cast<unsigned long long>(runs));
  return 0;
}
