#include "server/logging.h"

#include <memory>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/dist_sink.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include "base/check.h"

namespace basalt::server {
namespace {

// Passes lines on to the file or to standard error, which can be replaced while others write.
using LogSink = spdlog::sinks::dist_sink_mt;

Result<spdlog::sink_ptr> OpenSink(const std::string& file) {
  if (file.empty())
    return spdlog::sink_ptr(std::make_shared<spdlog::sinks::stderr_color_sink_mt>());
  try {
    return spdlog::sink_ptr(std::make_shared<spdlog::sinks::basic_file_sink_mt>(file));
  } catch (const spdlog::spdlog_ex& error) {
    return Status(StatusCode::kIoError, fmt::format("log.file = {}: {}", file, error.what()));
  }
}

}  // namespace

Status StartLog(const ServerConfig& config) {
  BASALT_ASSIGN_OR_RETURN(auto sink, OpenSink(config.log_file));
  auto sinks = std::make_shared<LogSink>();
  sinks->add_sink(std::move(sink));
  auto logger = std::make_shared<spdlog::logger>("", std::move(sinks));
  logger->set_level(spdlog::level::from_str(config.log_level));
  // Lines are few, and a reader of a running server's log needs the last one.
  logger->flush_on(spdlog::level::info);
  spdlog::set_default_logger(std::move(logger));
  base::SetCheckHook([](std::string_view message) { spdlog::critical("{}", message); });
  return {};
}

Status ReopenLog(const ServerConfig& config) {
  const auto logger = spdlog::default_logger();
  if (logger == nullptr || logger->sinks().empty()) return {};
  const auto sinks = std::dynamic_pointer_cast<LogSink>(logger->sinks().front());
  if (sinks == nullptr) return {};
  BASALT_ASSIGN_OR_RETURN(auto sink, OpenSink(config.log_file));
  sinks->set_sinks({std::move(sink)});
  logger->set_level(spdlog::level::from_str(config.log_level));
  return {};
}

}  // namespace basalt::server
