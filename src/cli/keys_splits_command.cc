#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "basalt/key_splits.h"
#include "basalt/split_algorithm.h"
#include "cli/keys_command.h"
#include "cli/keys_input.h"
#include "design/sample/key_reservoir.h"
#include "design/sample/memory_dictionary.h"
#include "design/splits/split_histogram.h"

namespace basalt::cli {
namespace {

constexpr size_t kSampleKeys = 1'000'000;
constexpr double kHistogramKeys = 1'000'000;

struct SplitsOptions {
  KeysArguments arguments;
  int regions = 0;
  int hex = 0;
  int uniform = 0;
  int decimal = 0;
  std::string sample;
  bool keys = false;
  bool by_bytes = false;
  uint64_t region_bytes = 0;
  uint64_t total_bytes = 0;
  bool compare = false;
};

// The keys of a sample, and the size of all records.
struct Sample {
  std::vector<WeightedKey> keys;
  uint64_t bytes = 0;
};

// Reads keys, one per line.
Result<Sample> ReadKeys(std::istream& in) {
  design::KeyReservoir kept(kSampleKeys);
  Sample sample;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty()) continue;
    const Bytes key = FromStringBinary(line);
    kept.Add(key, 1);
    sample.bytes += key.size();
  }
  sample.keys = kept.Take();
  return sample;
}

// Reads records and encodes them with the schema.
Result<Sample> ReadRecords(const Environment& env, const SplitsOptions& options,
                           const KeySchema& schema, std::istream& in) {
  design::RecordReader reader(in, design::FieldNames(schema), options.arguments.record_format());
  design::KeyReservoir kept(kSampleKeys);
  design::MemoryDictionary dictionary;
  Sample sample;
  Bytes key;
  BASALT_RETURN_IF_ERROR(
      ForEachRecord(env, reader, [&](const design::SampleRecord& record) -> Status {
        BASALT_ASSIGN_OR_RETURN(const KeyRecord values, design::ParseRecord(schema, record));
        const Status status = schema.Encode(values, {.dictionary = &dictionary, .salt = {}}, key);
        if (!status.ok()) return status.WithContext(fmt::format("line {}", record.line));
        const uint64_t row_bytes = record.text.size();
        kept.Add(key, options.by_bytes ? row_bytes : 1);
        sample.bytes += row_bytes;
        return {};
      }));
  sample.keys = kept.Take();
  return sample;
}

void Print(const Environment& env, const SplitsOptions& options, const KeySplits& splits) {
  if (options.arguments.json) {
    nlohmann::ordered_json keys = nlohmann::ordered_json::array();
    for (const Bytes& key : splits.keys) keys.push_back(ToStringBinary(key));
    env.out << nlohmann::ordered_json{{"regions", splits.keys.size() + 1},
                                      {"splits", std::move(keys)},
                                      {"notes", splits.notes}}
                   .dump()
            << '\n';
    return;
  }
  for (const Bytes& key : splits.keys) env.out << ToStringBinary(key) << '\n';
  // On standard error, as the keys may be redirected to a file.
  for (const std::string& note : splits.notes) env.err << "note: " << note << '\n';
}

void PrintHistograms(const Environment& env, const SplitsOptions& options,
                     const std::vector<design::SplitHistogram>& histograms) {
  if (!options.arguments.json) {
    for (size_t i = 0; i < histograms.size(); ++i) {
      env.out << (i > 0 ? "\n" : "") << design::Draw(histograms[i]);
    }
    return;
  }
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const design::SplitHistogram& histogram : histograms) {
    nlohmann::ordered_json regions = nlohmann::ordered_json::array();
    for (size_t i = 0; i < histogram.keys.size(); ++i) {
      regions.push_back({{"begins", i == 0 ? "" : ToStringBinary(histogram.splits[i - 1])},
                         {"keys", histogram.keys[i]}});
    }
    list.push_back({{"title", histogram.title}, {"regions", std::move(regions)}});
  }
  env.out << list.dump() << '\n';
}

// The sample's keys per region, for uniform splits by bytes and for these splits.
Result<std::vector<design::SplitHistogram>> CompareOnSample(const Sample& sample,
                                                            const KeySplits& splits) {
  const auto [low, high] =
      std::minmax_element(sample.keys.begin(), sample.keys.end(),
                          [](const WeightedKey& a, const WeightedKey& b) { return a.key < b.key; });
  BASALT_ASSIGN_OR_RETURN(
      auto naive, SplitKeysBetween(low->key, high->key, static_cast<int>(splits.keys.size() + 1)));
  const auto histogram = [&](std::string title, const std::vector<Bytes>& keys) {
    const auto weights = WeightByRegion(keys, sample.keys);
    return design::SplitHistogram{std::move(title), keys, {weights.begin(), weights.end()}};
  };
  return std::vector<design::SplitHistogram>{
      histogram("naive: uniform splits by bytes between the lowest key and the highest", naive),
      histogram("these splits", splits.keys)};
}

Result<int> Regions(const SplitsOptions& options, const std::optional<Sample>& sample) {
  if (options.regions > 0) return options.regions;
  if (options.region_bytes == 0) {
    return Status::InvalidArgument(
        "give the number of regions: --regions N, or --region-size with --total-bytes; or --hex N, "
        "--decimal N, --uniform N without a schema");
  }
  if (options.total_bytes == 0 && !sample) {
    return Status::InvalidArgument("--region-size needs --total-bytes, or all records as --sample");
  }
  return RegionsForSize(options.total_bytes > 0 ? options.total_bytes : sample->bytes,
                        options.region_bytes);
}

// HBase's split algorithms, which do not depend on a schema.
Status SplitByAlgorithm(const Environment& env, const SplitsOptions& options) {
  if (options.compare && options.uniform > 0) {
    return Status::InvalidArgument("--compare works with --hex, --decimal and --sample");
  }
  if (options.compare) {
    const int regions = options.hex > 0 ? options.hex : options.decimal;
    BASALT_ASSIGN_OR_RETURN(const auto histograms,
                            design::CompareDigitSplits(options.hex > 0, regions, kHistogramKeys));
    if (!options.arguments.json) {
      env.out << fmt::format("of {:.0f} keys of {} digits, all equally likely:\n\n", kHistogramKeys,
                             options.hex > 0 ? "hexadecimal" : "decimal");
    }
    PrintHistograms(env, options, histograms);
    return {};
  }
  const auto [algorithm, regions] =
      options.hex > 0       ? std::pair(SplitAlgorithm::kHexString, options.hex)
      : options.decimal > 0 ? std::pair(SplitAlgorithm::kDecimalString, options.decimal)
                            : std::pair(SplitAlgorithm::kUniform, options.uniform);
  BASALT_ASSIGN_OR_RETURN(auto keys, SplitKeys(algorithm, regions));
  Print(env, options, {std::move(keys), {}});
  return {};
}

Status Splits(SplitsOptions options, const Environment& env) {
  if (options.hex > 0 || options.uniform > 0 || options.decimal > 0) {
    return SplitByAlgorithm(env, options);
  }
  std::optional<KeySchema> schema;
  if (!options.keys) {
    BASALT_ASSIGN_OR_RETURN(schema, options.arguments.TakeSchema());
  }
  if (!options.arguments.words.empty()) {
    return Status::InvalidArgument(
        fmt::format("unexpected argument '{}'", options.arguments.words[0]));
  }
  std::optional<Sample> sample;
  if (!options.sample.empty()) {
    BASALT_ASSIGN_OR_RETURN(KeysInput input, KeysInput::Open(env, options.sample));
    BASALT_ASSIGN_OR_RETURN(sample, schema ? ReadRecords(env, options, *schema, input.stream())
                                           : ReadKeys(input.stream()));
    if (sample->keys.empty()) return Status::InvalidArgument("the sample has no keys");
  } else if (options.keys || options.by_bytes || options.compare) {
    return Status::InvalidArgument(
        "--keys, --by-bytes and --compare need a --sample (or --hex N --compare)");
  }
  BASALT_ASSIGN_OR_RETURN(const int regions, Regions(options, sample));
  if (regions == 1) {
    Print(env, options, {{}, {"one region is enough"}});
    return {};
  }
  BASALT_ASSIGN_OR_RETURN(const KeySplits splits, sample ? SplitsFromSample(sample->keys, regions)
                                                         : SplitsFromSchema(*schema, regions));
  if (!options.compare) {
    Print(env, options, splits);
    return {};
  }
  BASALT_ASSIGN_OR_RETURN(const auto histograms, CompareOnSample(*sample, splits));
  PrintHistograms(env, options, histograms);
  return {};
}

}  // namespace

void AddKeysSplits(CLI::App& keys, Work& work) {
  auto options = std::make_shared<SplitsOptions>();
  CLI::App* command = keys.add_subcommand(
      "splits",
      "Print split keys for a table, one per line as \\xHH text, for use as SPLITS_FILE.\n"
      "Computed from the schema, from a sample of records or keys, or by HBase's algorithms.");
  options->arguments.AddTo(*command, "");
  options->arguments.AddFormatTo(*command);
  const CLI::Range several(2, kMaxSplitRegions);
  command->add_option("-n,--regions", options->regions, "Number of regions")
      ->check(CLI::Range(1, kMaxSplitRegions));
  command->add_option("--hex", options->hex, "Number of regions, for keys of hexadecimal digits")
      ->check(several);
  command
      ->add_option("--decimal", options->decimal, "Number of regions, for keys of decimal digits")
      ->check(several);
  command->add_option("--uniform", options->uniform, "Number of regions, for keys of any bytes")
      ->check(several);
  command->add_option(
      "--sample", options->sample,
      "Sample of records to compute splits from (CSV or JSON lines; - is standard input)");
  command->add_flag("--keys", options->keys,
                    "The sample has keys as \\xHH text, one per line; no SCHEMA needed");
  command->add_flag("--by-bytes", options->by_bytes,
                    "Make regions of equal size in bytes, not of equal row counts");
  command
      ->add_option("--region-size", options->region_bytes, "Maximum size of a region, as in 10GB")
      ->transform(CLI::AsSizeValue(true));
  command
      ->add_option("--total-bytes", options->total_bytes,
                   "Size of the table, as in 2TB (default: that of the sample)")
      ->transform(CLI::AsSizeValue(true));
  command->add_flag("--compare", options->compare,
                    "Show the keys per region, compared with uniform splits by bytes");
  command->callback([options, &work] {
    work = [options](const Environment& env) { return Splits(*options, env); };
  });
}

}  // namespace basalt::cli
