// abuse_test: a server with clients that are many, greedy, slow, broken or hostile. The server must
// keep answering well-behaved clients, keep its memory bounded, and have intact data at the end.
//
//   abuse_test --basalt PROGRAM [--seconds N] [--connections N]
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "hbase/client.pb.h"
#include "hbase/filter.pb.h"
#include "hbase/rpc.pb.h"
#include "rpc/load_client.h"
#include "rpc/server_process.h"
#include "rpc/test_table.h"
#include "wire/big_endian.h"
#include "wire/frame.h"

namespace basalt::bench {
namespace {

struct Options {
  std::string program = "basalt";
  double seconds = 5;
  int connections = 200;
};

constexpr int kRows = 20000;
// What 200 connections may cost beyond the server at rest and its caches.
constexpr long kMaxPeakKb = 1200L << 10;

int failures = 0;
void Check(bool good, const std::string& what) {
  if (good) return;
  ++failures;
  std::cout << "FAILED: " << what << '\n';
}

hbase::pb::GetRequest GetFor(const std::string& region, int row) {
  hbase::pb::GetRequest request;
  *request.mutable_region() = RegionNamed(region);
  request.mutable_get()->set_row(RowKey(row));
  return request;
}

std::string ScanFrame(const std::string& region, uint32_t rows) {
  hbase::pb::ScanRequest request;
  *request.mutable_region() = RegionNamed(region);
  request.set_number_of_rows(rows);
  request.set_close_scanner(true);
  request.set_client_handles_partials(true);
  request.set_client_handles_heartbeats(true);
  request.mutable_scan()->set_max_result_size(2 << 20);
  return MakeFrame("Scan", request);
}

// Latencies of gets, one after another, for a while; sorted.
std::vector<double> LightClient(const ServerProcess& server, const std::string& region,
                                double seconds) {
  LoadClient client(server.port(), "ClientService");
  std::mt19937 random(1);
  std::vector<double> latencies;
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  while (std::chrono::steady_clock::now() < end) {
    const std::string frame = MakeFrame("Get", GetFor(region, static_cast<int>(random() % kRows)));
    const auto start = std::chrono::steady_clock::now();
    client.Send(frame);
    client.Receive();
    latencies.push_back(
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
            .count());
  }
  std::sort(latencies.begin(), latencies.end());
  return latencies;
}

double At(const std::vector<double>& sorted, double part) {
  if (sorted.empty()) return 0;
  return sorted[std::min(sorted.size() - 1,
                         static_cast<size_t>(static_cast<double>(sorted.size()) * part))];
}

// Many connections, each with several calls of every kind under way.
void Storm(const Options& options, const ServerProcess& server, const std::string& region) {
  std::atomic<uint64_t> calls{0};
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  const std::string value(100, 'w');
  constexpr int kPerThread = 25;
  for (int t = 0; t * kPerThread < options.connections; ++t) {
    threads.emplace_back([&, t] {
      std::mt19937 random(static_cast<unsigned>(t));
      std::vector<std::unique_ptr<LoadClient>> clients;
      for (int i = 0; i < kPerThread; ++i) {
        clients.push_back(std::make_unique<LoadClient>(server.port(), "ClientService"));
      }
      while (!stop) {
        for (const auto& client : clients) {
          for (int i = 0; i < 4; ++i) {
            client->Send(MakeFrame("Get", GetFor(region, static_cast<int>(random() % kRows))));
          }
          client->Send(MultiPut(region, {static_cast<int>(random() % kRows)}, value));
          client->Send(ScanFrame(region, 20));
        }
        for (const auto& client : clients) {
          for (int i = 0; i < 6; ++i) client->Receive();
          calls += 6;
        }
      }
    });
  }
  const std::vector<double> light = LightClient(server, region, options.seconds);
  stop = true;
  for (std::thread& thread : threads) thread.join();
  Check(calls > 0, "the storm was not answered");
  Check(!light.empty(), "the light client was not answered in the storm");
  std::cout << fmt::format(
      "storm: {} connections, {} calls; a light client beside them: p50 {:.2f} ms, p99 {:.2f} ms\n",
      options.connections, calls.load(), At(light, 0.5), At(light, 0.99));
  std::cout << fmt::format("proof: overload {} calls of {} connections\n", calls.load(),
                           options.connections);
}

// Scanners of the whole table beside a client of single rows.
void Fairness(const Options& options, const ServerProcess& server, const std::string& region) {
  const std::vector<double> alone = LightClient(server, region, options.seconds / 2);
  std::atomic<bool> stop{false};
  std::vector<std::thread> scanners;
  for (int i = 0; i < 4; ++i) {
    scanners.emplace_back([&] {
      LoadClient client(server.port(), "ClientService");
      while (!stop) {
        client.Send(ScanFrame(region, 1000000));
        client.Receive();
      }
    });
  }
  const std::vector<double> beside = LightClient(server, region, options.seconds / 2);
  stop = true;
  for (std::thread& thread : scanners) thread.join();
  Check(!beside.empty(), "the light client was not answered beside scanners");
  std::cout << fmt::format(
      "fairness: gets alone p50 {:.2f} ms p99 {:.2f} ms; beside 4 scanners p50 {:.2f} ms p99 "
      "{:.2f} "
      "ms\n",
      At(alone, 0.5), At(alone, 0.99), At(beside, 0.5), At(beside, 0.99));
}

// A bare socket, for what no client would send.
class RawSocket {
 public:
  explicit RawSocket(uint16_t port) : socket_(ConnectTo(port)) {}
  ~RawSocket() { ::close(socket_); }
  RawSocket(const RawSocket&) = delete;
  RawSocket& operator=(const RawSocket&) = delete;
  void Send(const std::string& bytes) {
    (void)::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
  }

 private:
  const int socket_;
};

std::string ClientOpening() {
  hbase::pb::ConnectionHeader header;
  header.set_service_name("ClientService");
  header.set_cell_block_codec_class("org.apache.hadoop.hbase.codec.KeyValueCodec");
  return wire::Opening(header);
}

std::string RandomBytes(std::mt19937& random, size_t length) {
  std::string bytes(length, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

void Hostility(const ServerProcess& server, const std::string& region) {
  std::mt19937 random(7);
  int sent = 0;
  const int files = server.OpenFiles();
  // Noise before and after an opening; frames cut short, with lengths of every kind.
  for (int i = 0; i < 400; ++i) {
    RawSocket socket(server.port());
    switch (i % 8) {
      case 0: socket.Send(RandomBytes(random, random() % 2000)); break;
      case 1: socket.Send(ClientOpening() + RandomBytes(random, random() % 2000)); break;
      case 2: socket.Send(ClientOpening().substr(0, random() % 40)); break;
      case 3: {
        std::string frame = MakeFrame("Get", GetFor(region, 1));
        frame[4 + random() % (frame.size() - 4)] = static_cast<char>(random());
        socket.Send(ClientOpening() + frame);
        break;
      }
      case 4: {
        std::string length;
        wire::AppendBigEndian(length, static_cast<uint32_t>(random()));
        socket.Send(ClientOpening() + length + RandomBytes(random, 100));
        break;
      }
      case 5: {
        const std::string frame = MultiPut(region, {1, 2, 3}, "v");
        socket.Send(ClientOpening() + frame.substr(0, random() % frame.size()));
        break;
      }
      case 6: {
        std::string frame = MultiPut(region, {1, 2, 3}, "v");
        for (int k = 0; k < 5; ++k) frame[4 + random() % (frame.size() - 4)] ^= 1 << (random() % 8);
        socket.Send(ClientOpening() + frame);
        break;
      }
      default: socket.Send(std::string("GET / HTTP/1.1\r\nHost: x\r\n\r\n")); break;
    }
    ++sent;
  }
  // Large frames announced by many, sent by none.
  std::vector<std::unique_ptr<RawSocket>> slow;
  for (int i = 0; i < 100; ++i) {
    slow.push_back(std::make_unique<RawSocket>(server.port()));
    std::string length;
    wire::AppendBigEndian(length, uint32_t{200 << 20});
    slow.back()->Send(ClientOpening() + length + RandomBytes(random, 1000));
    ++sent;
  }
  // A message nested as deep as it goes.
  std::string nested = "x";
  for (int i = 0; i < 1000; ++i) {
    hbase::pb::FilterList list;
    list.set_operator_(hbase::pb::FilterList::MUST_PASS_ALL);
    auto& inner = *list.add_filters();
    inner.set_name("org.apache.hadoop.hbase.filter.FilterList");
    inner.set_serialized_filter(nested);
    nested = list.SerializeAsString();
  }
  hbase::pb::GetRequest bomb = GetFor(region, 1);
  bomb.mutable_get()->mutable_filter()->set_name("org.apache.hadoop.hbase.filter.FilterList");
  bomb.mutable_get()->mutable_filter()->set_serialized_filter(nested);
  LoadClient client(server.port(), "ClientService");
  client.Send(MakeFrame("Get", bomb));
  Check(client.ReceiveAny().find("DoNotRetryIOException") != std::string::npos,
        "a filter nested too deep was not refused");
  // The same connection, and the server, go on.
  client.Send(MakeFrame("Get", GetFor(region, 1)));
  Check(client.ReceiveAny().find("Exception") == std::string::npos, "a good call after bad ones");
  slow.clear();
  Check(server.Alive(), "the server is gone");
  std::cout << fmt::format("hostility: {} bad connections; files open before {} and now {}\n", sent,
                           files, server.OpenFiles());
  std::cout << fmt::format("proof: bad-frames {} bad connections\n", sent);
}

int Run(const Options& options) {
  const ServerProcess server({options.program, "server", "--ephemeral", "--bind", "127.0.0.1",
                              "--no-zookeeper", "--set", "store.block_cache_bytes=33554432"});
  const long rest_kb = server.ResidentKb();
  const std::string region = CreateAndFill(server.port(), kRows, std::string(1000, 'v'));
  Storm(options, server, region);
  Fairness(options, server, region);
  Hostility(server, region);
  const long peak_kb = server.PeakKb();
  Check(peak_kb < kMaxPeakKb, fmt::format("the server's memory grew to {} KB", peak_kb));
  std::cout << fmt::format("abuse: {} MB at rest, {} MB at most, {} failures\n", rest_kb >> 10,
                           peak_kb >> 10, failures);
  return failures == 0 ? 0 : 1;
}

}  // namespace
}  // namespace basalt::bench

int main(int argc, char** argv) {
  basalt::bench::Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const std::string value = i + 1 < argc ? argv[i + 1] : "";
    if (argument == "--basalt") {
      options.program = value;
      ++i;
    } else if (argument == "--seconds") {
      options.seconds = std::atof(value.c_str());
      ++i;
    } else if (argument == "--connections") {
      options.connections = std::atoi(value.c_str());
      ++i;
    } else {
      std::cerr << "usage: abuse_test --basalt PROGRAM [--seconds N] [--connections N]\n";
      return argument == "--help" ? 0 : 2;
    }
  }
  return basalt::bench::Run(options);
}
