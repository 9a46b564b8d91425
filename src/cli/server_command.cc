#include <csignal>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
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
            fmt::format("--advertise {}: give HOST or HOST:PORT", text)};
  }
  // Every port answers every service, so one mapped port is enough.
  config.advertise_rpc_port = static_cast<uint16_t>(port);
  config.advertise_master_port = static_cast<uint16_t>(port);
  return {};
}

// Precedence: file, environment, --set, then the dedicated options.
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
  BASALT_RETURN_IF_ERROR(ParseAdvertise(options.advertise, config));
  return config;
}

// One thread receives signals. SIGINT and SIGTERM stop the server, and a second one ends the
// process at once; SIGHUP reopens the log and reads the settings again.
class SignalWatch {
 public:
  SignalWatch() {
    sigemptyset(&signals_);
    sigaddset(&signals_, SIGINT);
    sigaddset(&signals_, SIGTERM);
    sigaddset(&signals_, SIGHUP);
    // SIGUSR1 ends the watching thread itself.
    sigaddset(&signals_, SIGUSR1);
    // Before any thread starts, so that all threads inherit the mask.
    pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
    std::signal(SIGPIPE, SIG_IGN);
  }
  // The server must outlive the thread.
  void Start(server::Server& server) {
    thread_ = std::thread([this, &server] {
      bool asked = false;
      while (true) {
        int signal = 0;
        sigwait(&signals_, &signal);
        if (signal == SIGUSR1) return;
        if (signal == SIGHUP) {
          (void)server.Reload();  // it logs what is wrong
          continue;
        }
        if (std::exchange(asked, true)) std::_Exit(130);
        server.RequestStop();
      }
    });
  }
  void Stop() {
    if (!thread_.joinable()) return;
    pthread_kill(thread_.native_handle(), SIGUSR1);
    thread_.join();
  }
  ~SignalWatch() { Stop(); }

 private:
  sigset_t signals_{};
  std::thread thread_;
};

void Announce(const Environment& env, const server::ServerConfig& config, bool ephemeral,
              const server::Server& server) {
  const server::ListeningPorts& ports = server.ports();
  // As in a URL: an IPv6 address has brackets.
  const bool is_v6 = server.address().find(':') != std::string::npos;
  const std::string address = is_v6 ? "[" + server.address() + "]" : server.address();
  // The log has the warning, too; when that is a file nobody sees it at the start.
  if (const std::string warning = server.ExposureWarning();
      !warning.empty() && !config.log_file.empty()) {
    env.err << "basalt: warning: " << warning << std::endl;
  }
  if (ephemeral) {
    // Programs dial it: an address that means all of them is not one to dial.
    const bool any = server.address() == "0.0.0.0" || server.address() == "::";
    env.out << fmt::format(
        R"({{"host":"{}","rpc_port":{},"master_port":{},"zookeeper_port":{},"data":"{}"}})",
        any ? "127.0.0.1" : server.address(), ports.rpc, ports.master, ports.zookeeper,
        config.data_dir);
    env.out << std::endl;
    return;
  }
  env.out << fmt::format("basalt: serving {}\n", config.data_dir)
          << fmt::format("  HBase RPC (regions, registry)  {}:{}\n", address, ports.rpc)
          << fmt::format("  HBase RPC (master)             {}:{}\n", address, ports.master);
  if (ports.zookeeper != 0) {
    env.out << fmt::format("  ZooKeeper façade               {}:{}{}\n", address, ports.zookeeper,
                           config.znode_parent);
  }
  if (!config.registration.quorum.empty()) {
    env.out << fmt::format("  registered in ZooKeeper        {}{}\n", config.registration.quorum,
                           config.znode_parent);
  }
  env.out << std::flush;
}

Status Serve(const ServerOptions& options, const Environment& env) {
  std::optional<TemporaryDirectory> scratch;
  if (options.ephemeral) {
    BASALT_ASSIGN_OR_RETURN(TemporaryDirectory made, TemporaryDirectory::Create("basalt-server"));
    scratch.emplace(std::move(made));
  }
  const auto make_config = [&options, &scratch]() -> Result<server::ServerConfig> {
    BASALT_ASSIGN_OR_RETURN(server::ServerConfig config, MakeConfig(options));
    if (scratch) config.data_dir = scratch->path();
    return config;
  };
  BASALT_ASSIGN_OR_RETURN(const server::ServerConfig config, make_config());
  BASALT_RETURN_IF_ERROR(server::StartLog(config));
  SignalWatch signals;
  BASALT_ASSIGN_OR_RETURN(const auto server, server::Server::Start(config, make_config));
  signals.Start(*server);
  Announce(env, config, options.ephemeral, *server);
  server->Wait();
  if (!options.ephemeral) env.out << "basalt: stopping" << std::endl;
  server->Stop();
  signals.Stop();
  return {};
}

}  // namespace

void AddServerCommand(CLI::App& app, Work& work) {
  auto options = std::make_shared<ServerOptions>();
  CLI::App* command =
      app.add_subcommand("server", "Serve a directory to HBase's clients, tools and shell");
  command->add_option("--data", options->data_dir,
                      "Data directory; created if it does not exist (default: ./basalt-data)");
  command->add_option("--config", options->config_file,
                      "TOML file with settings; see docs/configuration.md");
  command->add_option("--set", options->assignments,
                      "KEY=VALUE: one setting, by its own or its HBase name; may be repeated");
  command->add_option("--bind", options->bind_address,
                      "Address or name to listen at (default: 127.0.0.1,\n"
                      "which only this machine can reach; 0.0.0.0: all)");
  command->add_option("--rpc-port", options->rpc_port,
                      "Port for regions and registry; 0: a free one (default: 16020)");
  command->add_option("--master-port", options->master_port,
                      "Port for the master; 0: a free one (default: 16000)");
  command->add_option("--zookeeper-port", options->zookeeper_port,
                      "Port of the ZooKeeper façade; 0: a free one (default: 2181)");
  command->add_flag("--no-zookeeper", options->no_zookeeper, "Disable the ZooKeeper façade");
  command->add_option(
      "--zookeeper", options->zookeeper_quorum,
      "HOST:PORT,...: register in this ZooKeeper ensemble instead of using the façade");
  command->add_option(
      "--advertise", options->advertise,
      "HOST[:PORT] that clients are told, instead of the address they connected to");
  command->add_flag("--ephemeral", options->ephemeral,
                    "Serve a temporary directory that is removed at the end, on free ports unless\n"
                    "ports are given; print the ports as one line of JSON");
  command->callback([options, &work] {
    work = [options](const Environment& env) { return Serve(*options, env); };
  });
}

}  // namespace basalt::cli
