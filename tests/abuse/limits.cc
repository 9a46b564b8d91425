// limits_test: a server with limits, and clients that would have it exceed them all at once. Its
// memory and its descriptors stay within the limits, other clients are served, and it ends in time.
//
//   limits_test --basalt PROGRAM
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "hbase/client.pb.h"
#include "hbase/comparator.pb.h"
#include "hbase/filter.pb.h"
#include "hbase/rpc.pb.h"
#include "rpc/load_client.h"
#include "rpc/server_process.h"
#include "rpc/test_table.h"
#include "wire/big_endian.h"
#include "wire/compression.h"
#include "wire/frame.h"

namespace basalt::bench {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr int kRows = 20000;
constexpr long kMega = 1 << 20;
// The limits of the server whose memory is measured.
constexpr long kBytesInFlight = 192 * kMega;
constexpr long kBlockCache = 32 * kMega;
constexpr long kMemstores = 64 * kMega;

int failures = 0;
void Check(bool good, const std::string& what) {
  if (good) return;
  ++failures;
  std::cout << "FAILED: " << what << '\n';
}

// A connection that sends what it likes and reads next to nothing.
class Sink {
 public:
  Sink(uint16_t port, const std::string& compressor = "") : socket_(ConnectTo(port)) {
    hbase::pb::ConnectionHeader header;
    header.set_service_name("ClientService");
    header.set_cell_block_codec_class("org.apache.hadoop.hbase.codec.KeyValueCodec");
    if (!compressor.empty()) header.set_cell_block_compressor_class(compressor);
    Send(wire::Opening(header));
  }
  ~Sink() { ::close(socket_); }
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;

  // Sends until all is sent, the connection is closed, or the server has taken nothing for a while.
  bool Send(std::string_view bytes) {
    while (!bytes.empty()) {
      pollfd ready{socket_, POLLOUT, 0};
      if (::poll(&ready, 1, 500) != 1) return false;
      const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<size_t>(sent));
    }
    return true;
  }
  // Waits for a byte or the end of the connection.
  bool ReceivesAnything() const {
    char byte = 0;
    return ::recv(socket_, &byte, 1, 0) == 1;
  }

 private:
  const int socket_;
};

std::string ScanFrame(const std::string& region) {
  hbase::pb::ScanRequest request;
  *request.mutable_region() = RegionNamed(region);
  request.set_number_of_rows(1000000);
  request.set_client_handles_partials(true);
  request.set_client_handles_heartbeats(true);
  request.mutable_scan()->set_max_result_size(100 << 20);
  return MakeFrame("Scan", request);
}

// A scan that reads all rows and returns none.
std::string FruitlessScan(const std::string& region) {
  hbase::pb::BinaryComparator comparable;
  comparable.mutable_comparable()->set_value("no such value");
  hbase::pb::ValueFilter filter;
  auto& compare = *filter.mutable_compare_filter();
  compare.set_compare_op(hbase::pb::EQUAL);
  compare.mutable_comparator()->set_name("org.apache.hadoop.hbase.filter.BinaryComparator");
  compare.mutable_comparator()->set_serialized_comparator(comparable.SerializeAsString());
  hbase::pb::ScanRequest request;
  *request.mutable_region() = RegionNamed(region);
  request.set_number_of_rows(1000000);
  request.set_close_scanner(true);
  auto& message = *request.mutable_scan()->mutable_filter();
  message.set_name("org.apache.hadoop.hbase.filter.ValueFilter");
  message.set_serialized_filter(filter.SerializeAsString());
  return MakeFrame("Scan", request);
}

std::string GetFrame(const std::string& region, int row) {
  hbase::pb::GetRequest request;
  *request.mutable_region() = RegionNamed(region);
  request.mutable_get()->set_row(RowKey(row));
  return MakeFrame("Get", request);
}

// Many scans asked for by clients that read no response.
void Scanners(const ServerProcess& server, const std::string& region, std::atomic<bool>& stop) {
  std::vector<std::unique_ptr<Sink>> sinks;
  for (int i = 0; i < 8; ++i) {
    sinks.push_back(std::make_unique<Sink>(server.port()));
    for (int k = 0; k < 60; ++k) sinks.back()->Send(ScanFrame(region));
  }
  stop.wait(false);
}

// Large frames of which the end does not come.
void HalfFrames(const ServerProcess& server, const std::string& region, std::atomic<bool>& stop) {
  const std::string frame = MultiPut(region, {1}, std::string(50 * kMega, 'v'));
  std::vector<std::unique_ptr<Sink>> sinks;
  for (int i = 0; i < 12; ++i) {
    sinks.push_back(std::make_unique<Sink>(server.port()));
    sinks.back()->Send(std::string_view(frame).substr(0, frame.size() - 1));
  }
  stop.wait(false);
}

// Small frames whose cell blocks become large.
void ZlibBlocks(const ServerProcess& server, const std::string& region, std::atomic<bool>& stop) {
  std::string cells;
  (void)wire::Compress(wire::Compressor::kDeflate, std::string(50 * kMega, 'z'), cells);
  hbase::pb::MultiRequest request;
  auto& group = *request.add_regionaction();
  *group.mutable_region() = RegionNamed(region);
  auto& mutation = *group.add_action()->mutable_mutation();
  mutation.set_row("r");
  mutation.set_mutate_type(hbase::pb::MutationProto::PUT);
  mutation.set_associated_cell_count(1);
  const std::string frame = MakeFrame("Multi", request, cells);
  while (!stop) {
    std::vector<std::unique_ptr<Sink>> sinks;
    for (int i = 0; i < 12 && !stop; ++i) {
      sinks.push_back(
          std::make_unique<Sink>(server.port(), "org.apache.hadoop.io.compress.DeflateCodec"));
      for (int k = 0; k < 20; ++k) sinks.back()->Send(frame);
    }
  }
}

std::vector<std::string> Command(const std::string& program, const std::vector<std::string>& sets) {
  std::vector<std::string> command = {program,  "server",    "--ephemeral",
                                      "--bind", "127.0.0.1", "--no-zookeeper"};
  for (const std::string& set : sets) command.insert(command.end(), {"--set", set});
  return command;
}

void Memory(const std::string& program) {
  const ServerProcess server(
      Command(program, {fmt::format("rpc.max_bytes_in_flight={}", kBytesInFlight),
                        fmt::format("rpc.max_connection_bytes_in_flight={}", 32 * kMega),
                        fmt::format("store.block_cache_bytes={}", kBlockCache),
                        fmt::format("store.memstore_total_bytes={}", kMemstores),
                        fmt::format("store.memstore_flush_bytes={}", 16 * kMega)}));
  const std::string region = CreateAndFill(server.port(), kRows, std::string(1000, 'v'));
  const long filled_kb = server.ResidentKb();
  std::atomic<bool> stop{false};
  std::vector<std::thread> abusers;
  for (auto* abuse : {Scanners, HalfFrames, ZlibBlocks}) {
    abusers.emplace_back([&, abuse] { abuse(server, region, stop); });
  }
  // Beside them, a client that reads its responses is served.
  LoadClient client(server.port(), "ClientService");
  int answered = 0;
  int refused = 0;
  for (const auto end = SteadyClock::now() + std::chrono::seconds(6); SteadyClock::now() < end;) {
    client.Send(GetFrame(region, answered % kRows));
    const bool good = client.ReceiveAny().find("CallQueueTooBig") == std::string::npos;
    ++(good ? answered : refused);
  }
  stop = true;
  stop.notify_all();
  for (std::thread& thread : abusers) thread.join();
  Check(answered > 0, "a client beside the abuse was not served");
  const long sum_kb = (kBytesInFlight + kBlockCache + kMemstores) >> 10;
  const long peak_kb = server.PeakKb();
  Check(peak_kb <= sum_kb * 13 / 10,
        fmt::format("memory grew to {} MB, the limits are {} MB", peak_kb >> 10, sum_kb >> 10));
  Check(server.Alive(), "the server is gone");
  std::cout << fmt::format(
      "memory: limits {} MB; {} MB with the table, {} MB at most; a client beside it: {} gets "
      "answered, {} refused\n",
      sum_kb >> 10, filled_kb >> 10, peak_kb >> 10, answered, refused);
}

void Descriptors(const std::string& program) {
  std::vector<std::string> command = {"/bin/sh", "-c", "ulimit -n 256 && exec \"$0\" \"$@\""};
  for (std::string& each : Command(program, {})) command.push_back(std::move(each));
  const ServerProcess server(command);
  const std::string region = CreateAndFill(server.port(), 100, "v");
  LoadClient client(server.port(), "ClientService");
  std::vector<std::unique_ptr<Sink>> idle;
  for (int i = 0; i < 260; ++i) idle.push_back(std::make_unique<Sink>(server.port()));
  for (int i = 0; i < 100; ++i) {
    client.Send(MultiPut(region, {i}, std::string(10000, 'w')));
    client.Receive();
  }
  const int files = server.OpenFiles();
  Check(files < 256, "no descriptor was left");
  idle.clear();
  // The room is found again by itself.
  bool served = false;
  for (const auto end = SteadyClock::now() + std::chrono::seconds(30);
       !served && SteadyClock::now() < end;) {
    Sink next(server.port());
    served = next.Send(GetFrame(region, 1)) && next.ReceivesAnything();
  }
  Check(served, "no new connection was accepted after the others had gone");
  std::cout << fmt::format("descriptors: {} open of 256 with 260 idle connections asked for\n",
                           files);
}

void Shutdown(const std::string& program) {
  auto server = std::make_unique<ServerProcess>(
      Command(program, {"server.drain_timeout_ms=1000", "server.handler_threads=1"}));
  const std::string region = CreateAndFill(server->port(), kRows, "value");
  const std::string scan = FruitlessScan(region);
  LoadClient client(server->port(), "ClientService");
  const auto before = SteadyClock::now();
  client.Send(scan);
  client.Receive();
  const std::chrono::duration<double> one = SteadyClock::now() - before;
  const int queued = 900;
  for (int i = 0; i < queued; ++i) client.Send(scan);
  // A get runs at once: when it has been answered, all before it have been read.
  client.Send(GetFrame(region, 7));
  while (client.Receive().find(RowKey(7)) == std::string::npos) continue;
  const auto asked = SteadyClock::now();
  server.reset();
  const std::chrono::duration<double> took = SteadyClock::now() - asked;
  const double work = one.count() * queued;
  Check(took.count() < 1 + std::max(5.0, work / 2),
        fmt::format("the server took {:.1f} s to stop, with a limit of 1 s", took.count()));
  std::cout << fmt::format("shutdown: {:.1f} s with {:.1f} s of work queued and a limit of 1 s\n",
                           took.count(), work);
}

}  // namespace
}  // namespace basalt::bench

int main(int argc, char** argv) {
  if (argc != 3 || std::string(argv[1]) != "--basalt") {
    std::cerr << "usage: limits_test --basalt PROGRAM\n";
    return 2;
  }
  basalt::bench::Memory(argv[2]);
  basalt::bench::Descriptors(argv[2]);
  basalt::bench::Shutdown(argv[2]);
  return basalt::bench::failures == 0 ? 0 : 1;
}
