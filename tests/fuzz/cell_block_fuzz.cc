// Cell blocks in every codec, and compressed ones. The first byte chooses.
#include <cstdlib>

#include "fuzz/target.h"
#include "wire/cell_block.h"
#include "wire/compression.h"

namespace basalt::fuzz {
namespace {

constexpr wire::CellCodec kCodecs[] = {wire::CellCodec::kKeyValue,
                                       wire::CellCodec::kKeyValueWithTags, wire::CellCodec::kCell,
                                       wire::CellCodec::kCellWithTags, wire::CellCodec::kMessage};
constexpr wire::Compressor kCompressors[] = {wire::Compressor::kGzip, wire::Compressor::kDeflate,
                                             wire::Compressor::kSnappy, wire::Compressor::kLz4};
constexpr size_t kLimit = 1 << 16;

}  // namespace

std::vector<std::string> Samples() {
  const CellView cell{.row = "row",
                      .family = "f",
                      .qualifier = "q",
                      .timestamp = 5,
                      .value = "value",
                      .tags = BytesOf("\0\x09\x08\0\0\0\0\0\0\x03\xe8")};
  std::vector<std::string> samples;
  for (size_t i = 0; i < std::size(kCodecs); ++i) {
    std::string block(1, static_cast<char>(i));
    wire::AppendCell(kCodecs[i], cell, block);
    wire::AppendCell(kCodecs[i], cell, block);
    samples.push_back(block);
  }
  for (size_t i = 0; i < std::size(kCompressors); ++i) {
    std::string block(1, static_cast<char>(std::size(kCodecs) + i));
    (void)wire::Compress(kCompressors[i], std::string(500, 'x'), block);
    samples.push_back(block);
  }
  return samples;
}

void Run(BytesView input) {
  if (input.empty()) return;
  const size_t choice =
      static_cast<uint8_t>(input[0]) % (std::size(kCodecs) + std::size(kCompressors));
  input.remove_prefix(1);
  if (choice >= std::size(kCodecs)) {
    Bytes out;
    if (wire::Decompress(kCompressors[choice - std::size(kCodecs)], input, kLimit, out).ok() &&
        out.size() > kLimit) {
      std::abort();
    }
    return;
  }
  wire::CellBlockReader reader(kCodecs[choice], input);
  while (!reader.AtEnd()) {
    const auto cell = reader.Next();
    if (!cell.ok()) break;
    // What has been read can be written, and read again.
    Bytes again;
    wire::AppendCell(kCodecs[choice], *cell, again);
    if (!wire::CellBlockReader(kCodecs[choice], again).Next().ok()) std::abort();
  }
}

}  // namespace basalt::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  basalt::fuzz::Run(basalt::fuzz::View(data, size));
  return 0;
}
