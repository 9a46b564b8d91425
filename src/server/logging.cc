#include "server/logging.h"

#include <memory>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include "base/check.h"

namespace basalt::server {

Status StartLog(const ServerConfig& config) {
  spdlog::sink_ptr sink;
  if (config.log_file.empty()) {
    sink = std::make_shared<spdlog::sinks::stderr_color_sink_mt>();
  } else {
    try {
      sink = std::make_shared<spdlog::sinks::basic_file_sink_mt>(config.log_file);
    } catch (const spdlog::spdlog_ex& error) {
      return {StatusCode::kIoError,
              fmt::format("log.file = {}: {}", config.log_file, error.what())};
    }
  }
  auto logger = std::make_shared<spdlog::logger>("", std::move(sink));
  logger->set_level(spdlog::level::from_str(config.log_level));
  // Lines are few, and a reader of a running server's log needs the last one.
  logger->flush_on(spdlog::level::info);
  spdlog::set_default_logger(std::move(logger));
  base::SetCheckHook([](std::string_view message) { spdlog::critical("{}", message); });
  return {};
}

}  // namespace basalt::server
