#include "history.h"

#include <chrono>
#include <cstdlib>

#include <nlohmann/json.hpp>

namespace basalt::history {

int64_t NowNs() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

Recorder::Recorder(const std::string& path) : file_(std::fopen(path.c_str(), "w")) {
  if (file_ == nullptr) {
    std::perror(path.c_str());
    std::exit(2);
  }
}

Recorder::~Recorder() { std::fclose(file_); }

void Recorder::Write(const Event& event) {
  nlohmann::json line = {
      {"client", event.client}, {"row", event.row}, {"op", event.op}, {"call", event.call_ns}};
  if (event.return_ns) line["return"] = *event.return_ns;
  if (!event.known) line["unknown"] = true;
  if (!event.value.empty()) line["value"] = event.value;
  if (event.expected) line["expected"] = *event.expected;
  if (event.amount != 0) line["amount"] = event.amount;
  if (!event.snapshot.empty()) line["snapshot"] = event.snapshot;
  if (event.first) line["first"] = *event.first;
  if (event.second) line["second"] = *event.second;
  if (event.number) line["number"] = *event.number;
  if (event.applied) line["applied"] = true;
  const std::string text = line.dump() + "\n";
  const std::lock_guard lock(mutex_);
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) {
    std::perror("history");
    std::exit(2);
  }
  ++operations_;
  if (!event.known) ++unknown_;
}

}  // namespace basalt::history
