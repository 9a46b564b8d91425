#include <csignal>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/temporary_directory.h"
#include "server/logging.h"
#include "server/server.h"

namespace basalt::cli {
namespace {

struct ServerOptions {
  std::string config_file;
  std::vector<std::string> assignments;
  std::optional<std::string> data_dir;
  std::optional<std::string> bind_address;
  std::optional<uint16_t> rpc_port;
  std::optional<uint16_t> master_port;
  std::optional<uint16_t> zookeeper_port;
  std::optional<std::string> zookeeper_quorum;
  std::string advertise;
  bool ephemeral = false;
  bool no_zookeeper = false;
};

// File, environment and --set first; options of their own have the last word.
Result<server::ServerConfig> MakeConfig(const ServerOptions& options) {
  BASALT_ASSIGN_OR_RETURN(
      server::ServerConfig config,
      server::LoadConfig({options.config_file, server::ProcessEnvironment(), options.assignments}));
  if (options.ephemeral) config.rpc_port = config.master_port = config.zookeeper_port = 0;
  if (options.data_dir) config.data_dir = *options.data_dir;
  if (options.bind_address) config.bind_address = *options.bind_address;
  if (options.rpc_port) config.rpc_port = *options.rpc_port;
  if (options.master_port) config.master_port = *options.master_port;
  if (options.zookeeper_port) config.zookeeper_port = *options.zookeeper_port;
  if (options.zookeeper_quorum) config.registration.quorum = *options.zookeeper_quorum;
  if (options.no_zookeeper || !config.registration.quorum.empty()) config.zookeeper_enabled = false;
  return config;
}

// SIGINT and SIGTERM come to one thread, which asks the server to stop; a second one ends the
// process at once.
class SignalWatch {
 public:
  SignalWatch() {
    sigemptyset(&signals_);
    sigaddset(&signals_, SIGINT);
    sigaddset(&signals_, SIGTERM);
    // SIGUSR1 is how the watch itself is ended.
    sigaddset(&signals_, SIGUSR1);
    // Before any thread starts, so that all of them leave the signals alone.
    pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
    std::signal(SIGPIPE, SIG_IGN);
  }
  void Start(server::Server& server) {
    thread_ = std::thread([this, &server] {
      for (bool asked = false;; asked = true) {
        int signal = 0;
        sigwait(&signals_, &signal);
        if (signal == SIGUSR1) return;
        if (asked) std::_Exit(130);
        server.RequestStop();
      }
    });
  }
  ~SignalWatch() {
    if (!thread_.joinable()) return;
    pthread_kill(thread_.native_handle(), SIGUSR1);
    thread_.join();
  }

 private:
  sigset_t signals_{};
  std::thread thread_;
};

Status ParseAdvertise(const std::string& text, server::ServerConfig& config) {
  if (text.empty()) return {};
  const size_t colon = text.rfind(':');
  config.advertise_host = text.substr(0, colon);
  if (colon == std::string::npos) return {};
  const std::string port_text = text.substr(colon + 1);
  char* end = nullptr;
  const unsigned long port = std::strtoul(port_text.c_str(), &end, 10);
  if (config.advertise_host.empty() || port_text.empty() || *end != '\0' || port == 0 ||
      port > 65535) {
    return {StatusCode::kInvalidArgument,
            fmt::format("--advertise {}: wants HOST or HOST:PORT", text)};
  }
  // Every port answers every service, so one mapped port is enough.
  config.advertise_rpc_port = static_cast<uint16_t>(port);
  config.advertise_master_port = static_cast<uint16_t>(port);
  return {};
}

void Announce(const Environment& env, const server::ServerConfig& config, bool ephemeral,
              const server::ListeningPorts& ports) {
  const std::string& address = config.bind_address;
  if (ephemeral) {
    env.out << fmt::format(
        R"({{"host":"127.0.0.1","rpc_port":{},"master_port":{},"zookeeper_port":{},"data":"{}"}})",
        ports.rpc, ports.master, ports.zookeeper, config.data_dir);
    env.out << std::endl;
    return;
  }
  env.out << fmt::format("basalt: serving {}\n", config.data_dir)
          << fmt::format("  HBase RPC (regions, registry)  {}:{}\n", address, ports.rpc)
          << fmt::format("  HBase RPC (master)             {}:{}\n", address, ports.master);
  if (ports.zookeeper != 0) {
    env.out << fmt::format("  ZooKeeper, as clients know it  {}:{}{}\n", address, ports.zookeeper,
                           config.znode_parent);
  }
  if (!config.registration.quorum.empty()) {
    env.out << fmt::format("  registered in ZooKeeper        {}{}\n", config.registration.quorum,
                           config.znode_parent);
  }
  env.out << std::flush;
}

Status Serve(const ServerOptions& options, const Environment& env) {
  BASALT_ASSIGN_OR_RETURN(server::ServerConfig config, MakeConfig(options));
  BASALT_RETURN_IF_ERROR(ParseAdvertise(options.advertise, config));
  std::optional<TemporaryDirectory> scratch;
  if (options.ephemeral) {
    BASALT_ASSIGN_OR_RETURN(TemporaryDirectory made, TemporaryDirectory::Create("basalt-server"));
    scratch.emplace(std::move(made));
    config.data_dir = scratch->path();
  }
  BASALT_RETURN_IF_ERROR(server::StartLog(config));
  SignalWatch signals;
  BASALT_ASSIGN_OR_RETURN(const auto server, server::Server::Start(config));
  signals.Start(*server);
  Announce(env, config, options.ephemeral, server->ports());
  server->Wait();
  if (!options.ephemeral) env.out << "basalt: stopping" << std::endl;
  server->Stop();
  return {};
}

}  // namespace

void AddServerCommand(CLI::App& app, Work& work) {
  auto options = std::make_shared<ServerOptions>();
  CLI::App* command =
      app.add_subcommand("server", "Serve a directory to HBase's clients, tools and shell");
  command->add_option("--data", options->data_dir,
                      "The directory; made when it is not there (default: ./basalt-data)");
  command->add_option("--config", options->config_file,
                      "A TOML file with settings; see docs/configuration.md");
  command->add_option("--set", options->assignments,
                      "KEY=VALUE: one setting, by its own or its HBase name; may be repeated");
  command->add_option("--bind", options->bind_address, "Address to listen at (default: 0.0.0.0)");
  command->add_option("--rpc-port", options->rpc_port,
                      "Port for regions and registry; 0: a free one (default: 16020)");
  command->add_option("--master-port", options->master_port,
                      "Port for the master; 0: a free one (default: 16000)");
  command->add_option("--zookeeper-port", options->zookeeper_port,
                      "Port that answers like ZooKeeper; 0: a free one (default: 2181)");
  command->add_flag("--no-zookeeper", options->no_zookeeper, "Do not answer like ZooKeeper");
  command->add_option("--zookeeper", options->zookeeper_quorum,
                      "HOST:PORT,...: register in this real ZooKeeper instead");
  command->add_option("--advertise", options->advertise,
                      "HOST[:PORT] to give to clients instead of the address they dialled");
  command->add_flag("--ephemeral", options->ephemeral,
                    "Serve a temporary directory, removed at the end, on free ports unless they\n"
                    "are given; print the ports as one line of JSON");
  command->callback([options, &work] {
    work = [options](const Environment& env) { return Serve(*options, env); };
  });
}

}  // namespace basalt::cli
