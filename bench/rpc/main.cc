// rpc_bench: the cost of a call. Drives a server process over loopback with prepared frames and
// measures the server's CPU time; for comparison, the same server code with a verb that does
// nothing, and the same reads and writes on a store in this process.
//
//   rpc_bench [--basalt PROGRAM] [--seconds N] [--connections N] [--rows N] [--json FILE]
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "basalt/connection.h"
#include "base/thread_pool.h"
#include "hbase/client.pb.h"
#include "hbase/master.pb.h"
#include "rpc/load_client.h"
#include "rpc/server_process.h"
#include "rpc/test_table.h"
#include "server/net/rpc_server.h"
#include "wire/cell_block.h"

namespace basalt::bench {
namespace {

struct Options {
  std::string program = "basalt";
  double seconds = 3;
  int connections = 2;
  int rows = 100000;
  std::string json;
};

constexpr size_t kValueBytes = 1000;

// The same sockets and threads as the server's, with one verb that does nothing.
[[noreturn]] void RunEchoServer() {
  server::VerbTable verbs;
  verbs.Add<hbase::pb::IsMasterRunningRequest, hbase::pb::IsMasterRunningResponse>(
      "MasterService", "IsMasterRunning", server::Lane::kInline,
      [](const server::Call&, const hbase::pb::IsMasterRunningRequest&,
         hbase::pb::IsMasterRunningResponse& response, Bytes&) {
        response.set_is_master_running(true);
        return Status();
      });
  server::RpcOptions options;
  base::ThreadPool pool(1, 10);
  std::atomic<uint64_t> requests{0};
  server::RpcServer rpc({.options = options,
                         .verbs = verbs,
                         .handlers = pool,
                         .write_handlers = pool,
                         .cluster_id = "echo",
                         .writes_may_wait = [] { return false; },
                         .requests = requests});
  const auto port = rpc.Listen("127.0.0.1", 0);
  rpc.Start();
  std::cout << fmt::format(R"({{"rpc_port":{}}})", *port) << std::endl;
  while (true) ::pause();
}

// --- measuring

struct Measure {
  std::string name;
  double operations_per_second = 0;
  double server_cpu_us = 0;
  double p50_us = 0;
  double p99_us = 0;
  double store_us = 0;  // the same in this process, where there is such a thing
};

using FrameMaker = std::function<std::string(std::mt19937_64&)>;

Measure Drive(const Options& options, const ServerProcess& server, std::string name,
              const std::string& service, int per_frame, const FrameMaker& make) {
  std::atomic<bool> stop{false};
  std::atomic<uint64_t> frames{0};
  std::vector<std::vector<double>> latencies(static_cast<size_t>(options.connections));
  std::vector<std::thread> threads;
  std::atomic<bool> measuring{false};
  for (int c = 0; c < options.connections; ++c) {
    threads.emplace_back([&, c] {
      std::mt19937_64 random(static_cast<uint64_t>(c) + 1);
      LoadClient client(server.port(), service);
      std::vector<double>& mine = latencies[static_cast<size_t>(c)];
      while (!stop) {
        const std::string frame = make(random);
        const auto start = std::chrono::steady_clock::now();
        client.Send(frame);
        client.Receive();
        if (measuring) {
          frames.fetch_add(1, std::memory_order_relaxed);
          mine.push_back(
              std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start)
                  .count());
        }
      }
    });
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  measuring = true;
  const double cpu = server.CpuSeconds();
  const auto start = std::chrono::steady_clock::now();
  std::this_thread::sleep_for(std::chrono::duration<double>(options.seconds));
  measuring = false;
  const double elapsed =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const double spent = server.CpuSeconds() - cpu;
  stop = true;
  for (std::thread& thread : threads) thread.join();
  std::vector<double> all;
  for (const auto& each : latencies) all.insert(all.end(), each.begin(), each.end());
  std::sort(all.begin(), all.end());
  const double operations = static_cast<double>(frames) * per_frame;
  Measure measure;
  measure.name = std::move(name);
  measure.operations_per_second = operations / elapsed;
  measure.server_cpu_us = spent * 1e6 / std::max(1.0, operations);
  if (!all.empty()) {
    measure.p50_us = all[all.size() / 2];
    measure.p99_us = all[all.size() * 99 / 100];
  }
  return measure;
}

double ThreadCpuUs() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_nsec) / 1e3;
}

// Processor time of one operation on the store in this process.
double InProcess(double seconds, const std::function<int(std::mt19937_64&)>& operation) {
  std::mt19937_64 random(99);
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  const double start = ThreadCpuUs();
  double operations = 0;
  while (std::chrono::steady_clock::now() < end) operations += operation(random);
  return (ThreadCpuUs() - start) / std::max(1.0, operations);
}

void Print(const std::vector<Measure>& measures, double empty_us, std::ostream& out) {
  out << fmt::format("{:<14}{:>12}{:>14}{:>10}{:>10}{:>12}{:>12}\n", "call", "ops/s",
                     "server us/op", "p50 us", "p99 us", "to empty", "to store");
  for (const Measure& each : measures) {
    out << fmt::format(
        "{:<14}{:>12.0f}{:>14.2f}{:>10.0f}{:>10.0f}{:>12}{:>12}\n", each.name,
        each.operations_per_second, each.server_cpu_us, each.p50_us, each.p99_us,
        fmt::format("{:.2f}", each.server_cpu_us / empty_us),
        each.store_us > 0 ? fmt::format("{:.2f}", each.server_cpu_us / each.store_us) : "-");
  }
}

void WriteJson(const std::vector<Measure>& measures, long rest_kb, long load_kb,
               const std::string& file) {
  std::ofstream out(file);
  out << "{\"resident_at_rest_kb\":" << rest_kb << ",\"resident_under_load_kb\":" << load_kb
      << ",\"calls\":[";
  for (size_t i = 0; i < measures.size(); ++i) {
    const Measure& each = measures[i];
    out << (i == 0 ? "" : ",")
        << fmt::format(
               R"({{"name":"{}","ops_per_second":{:.0f},"server_cpu_us":{:.3f},"p50_us":{:.1f},"p99_us":{:.1f},"store_us":{:.3f}}})",
               each.name, each.operations_per_second, each.server_cpu_us, each.p50_us, each.p99_us,
               each.store_us);
  }
  out << "]}\n";
}

int Run(const Options& options, const char* self) {
  const std::string value(kValueBytes, 'v');
  std::vector<Measure> measures;
  {
    const ServerProcess echo({self, "--echo"});
    measures.push_back(Drive(options, echo, "echo", "MasterService", 1, [](std::mt19937_64&) {
      return MakeFrame("IsMasterRunning", hbase::pb::IsMasterRunningRequest());
    }));
  }
  const ServerProcess server({options.program, "server", "--ephemeral", "--bind", "127.0.0.1"});
  const long rest_kb = server.ResidentKb();
  measures.push_back(Drive(options, server, "empty", "MasterService", 1, [](std::mt19937_64&) {
    return MakeFrame("IsMasterRunning", hbase::pb::IsMasterRunningRequest());
  }));
  const double empty_us = measures.back().server_cpu_us;
  std::string region;
  region = CreateAndFill(server.port(), options.rows, value);

  const std::string directory = fmt::format("/tmp/basalt-rpc-bench-{}", ::getpid());
  auto connection = Connection::Open(directory);
  TableDescriptor descriptor(*TableName::Parse("bench"));
  if (!connection.ok() || !descriptor.AddFamily(FamilyDescriptor("f")).ok() ||
      !(*connection)->admin().CreateTable(descriptor).ok()) {
    std::cerr << "cannot make a store in " << directory << '\n';
    return 1;
  }
  const auto table = *(*connection)->GetTable(descriptor.name());
  for (int i = 0; i < options.rows; ++i) {
    if (!table->Put(Put(RowKey(i)).AddColumn("f", "q", value)).ok()) return 1;
  }
  const auto any_row = [&](std::mt19937_64& random) {
    return static_cast<int>(random() % static_cast<uint64_t>(options.rows));
  };

  measures.push_back(
      Drive(options, server, "get", "ClientService", 1, [&](std::mt19937_64& random) {
        hbase::pb::GetRequest request;
        *request.mutable_region() = RegionNamed(region);
        request.mutable_get()->set_row(RowKey(any_row(random)));
        return MakeFrame("Get", request);
      }));
  measures.back().store_us = InProcess(options.seconds, [&](std::mt19937_64& random) {
    return table->Get(Get(RowKey(any_row(random)))).ok() ? 1 : 0;
  });

  measures.push_back(
      Drive(options, server, "put", "ClientService", 1, [&](std::mt19937_64& random) {
        hbase::pb::MutateRequest request;
        *request.mutable_region() = RegionNamed(region);
        auto& mutation = *request.mutable_mutation();
        mutation.set_row(RowKey(any_row(random)));
        mutation.set_mutate_type(hbase::pb::MutationProto::PUT);
        auto& column = *mutation.add_column_value();
        column.set_family("f");
        auto& cell = *column.add_qualifier_value();
        cell.set_qualifier("q");
        cell.set_value(value);
        return MakeFrame("Mutate", request);
      }));
  measures.back().store_us = InProcess(options.seconds, [&](std::mt19937_64& random) {
    return table->Put(Put(RowKey(any_row(random))).AddColumn("f", "q", value)).ok() ? 1 : 0;
  });

  measures.push_back(
      Drive(options, server, "multi put 100", "ClientService", 100, [&](std::mt19937_64& random) {
        std::vector<int> rows;
        for (int i = 0; i < 100; ++i) rows.push_back(any_row(random));
        return MultiPut(region, rows, value);
      }));
  measures.back().store_us = InProcess(options.seconds, [&](std::mt19937_64& random) {
    std::vector<Put> puts;
    for (int i = 0; i < 100; ++i) {
      puts.push_back(Put(RowKey(any_row(random))).AddColumn("f", "q", value));
    }
    return table->Put(puts).ok() ? 100 : 0;
  });

  constexpr int kScanRows = 1000;
  measures.push_back(
      Drive(options, server, "scan row", "ClientService", kScanRows, [&](std::mt19937_64& random) {
        hbase::pb::ScanRequest request;
        *request.mutable_region() = RegionNamed(region);
        request.set_number_of_rows(kScanRows);
        request.set_close_scanner(true);
        request.set_client_handles_partials(true);
        request.set_client_handles_heartbeats(true);
        request.mutable_scan()->set_start_row(RowKey(any_row(random) % (options.rows - kScanRows)));
        return MakeFrame("Scan", request);
      }));
  measures.back().store_us = InProcess(options.seconds, [&](std::mt19937_64& random) {
    auto scanner = table->GetScanner(Scan(RowKey(any_row(random) % (options.rows - kScanRows))));
    RowResult row;
    int rows = 0;
    while (rows < kScanRows && *scanner->Next(row)) ++rows;
    return rows;
  });

  Print(measures, empty_us, std::cout);
  const long load_kb = server.ResidentKb();
  std::cout << fmt::format("resident: {:.1f} MB at rest, {:.1f} MB after the load\n",
                           static_cast<double>(rest_kb) / 1024,
                           static_cast<double>(load_kb) / 1024);
  if (!options.json.empty()) WriteJson(measures, rest_kb, load_kb, options.json);
  (void)std::system(("rm -rf " + directory).c_str());
  return 0;
}

}  // namespace
}  // namespace basalt::bench

int main(int argc, char** argv) {
  basalt::bench::Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const auto next = [&] { return i + 1 < argc ? std::string(argv[++i]) : std::string(); };
    if (argument == "--echo") basalt::bench::RunEchoServer();
    if (argument == "--basalt") {
      options.program = next();
    } else if (argument == "--seconds") {
      options.seconds = std::atof(next().c_str());
    } else if (argument == "--connections") {
      options.connections = std::atoi(next().c_str());
    } else if (argument == "--rows") {
      options.rows = std::atoi(next().c_str());
    } else if (argument == "--json") {
      options.json = next();
    } else {
      std::cerr << "usage: rpc_bench [--basalt PROGRAM] [--seconds N] [--connections N] [--rows N] "
                   "[--json FILE]\n";
      return argument == "--help" ? 0 : 2;
    }
  }
  return basalt::bench::Run(options, argv[0]);
}
