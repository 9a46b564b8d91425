// VerbTable: what the server can be asked, by service and method. Each family of verbs adds its own
// (Register…Verbs); the network side finds a verb, and knows no verb by name.
//
// Filled before the server listens, read-only and thread safe from then on.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <google/protobuf/arena.h>
#include <google/protobuf/message_lite.h>

#include "basalt/status.h"
#include "base/check.h"
#include "server/service/call.h"

namespace basalt::server {

// Where a verb runs.
enum class Lane : uint8_t {
  kInline,  // on the thread that read it: short, never waits for long
  // These begin on the thread that read them, with the budget of a short call, and are run again in
  // a pool when they turn out not to be short. Long requests, and those with regular expressions,
  // begin in the pool.
  kRead,   // reads a row
  kWrite,  // writes; in the pool of writes if writes have to wait at the moment
  kBatch,  // reads or writes of many rows: like kWrite
  kScan,   // reads of many rows: only the verb knows whether they are meta's
  kPool,   // in the worker pool: may take long, may wait
};

class Verb {
 public:
  Verb(std::string name, Lane lane) : name_(std::move(name)), lane_(lane) {}
  virtual ~Verb() = default;
  // "Service.Method".
  const std::string& name() const { return name_; }
  Lane lane() const { return lane_; }

  // Live as long as the arena.
  virtual google::protobuf::MessageLite& NewRequest(google::protobuf::Arena& arena) const = 0;
  virtual google::protobuf::MessageLite& NewResponse(google::protobuf::Arena& arena) const = 0;
  // REQUIRES: the messages are of this verb's types. `cells`: the response's cell block.
  virtual Status Run(const Call& call, const google::protobuf::MessageLite& request,
                     google::protobuf::MessageLite& response, Bytes& cells) const = 0;

 private:
  const std::string name_;
  const Lane lane_;
};

class VerbTable {
 public:
  template <typename Request, typename Response>
  using Body = std::function<Status(const Call& call, const Request& request, Response& response,
                                    Bytes& cells)>;

  template <typename Request, typename Response>
  void Add(std::string_view service, std::string_view method, Lane lane,
           Body<Request, Response> body);

  bool HasService(std::string_view service) const;
  // nullptr when there is no such verb.
  const Verb* Find(std::string_view service, std::string_view method) const;
  // All, in order: "Service.Method".
  std::vector<std::string> Names() const;

 private:
  void Insert(std::string_view service, std::string_view method, std::unique_ptr<Verb> verb);

  std::map<std::string, std::map<std::string, std::unique_ptr<Verb>, std::less<>>, std::less<>>
      services_;
};

template <typename Request, typename Response>
void VerbTable::Add(std::string_view service, std::string_view method, Lane lane,
                    Body<Request, Response> body) {
  class TypedVerb : public Verb {
   public:
    TypedVerb(std::string name, Lane lane, Body<Request, Response> body)
        : Verb(std::move(name), lane), body_(std::move(body)) {}
    google::protobuf::MessageLite& NewRequest(google::protobuf::Arena& arena) const override {
      return *google::protobuf::Arena::CreateMessage<Request>(&arena);
    }
    google::protobuf::MessageLite& NewResponse(google::protobuf::Arena& arena) const override {
      return *google::protobuf::Arena::CreateMessage<Response>(&arena);
    }
    Status Run(const Call& call, const google::protobuf::MessageLite& request,
               google::protobuf::MessageLite& response, Bytes& cells) const override {
      BASALT_DCHECK(dynamic_cast<const Request*>(&request) != nullptr &&
                        dynamic_cast<Response*>(&response) != nullptr,
                    "A verb runs with messages of its own types.");
      return body_(call, static_cast<const Request&>(request), static_cast<Response&>(response),
                   cells);
    }

   private:
    const Body<Request, Response> body_;
  };
  std::string name = std::string(service) + "." + std::string(method);
  Insert(service, method, std::make_unique<TypedVerb>(std::move(name), lane, std::move(body)));
}

}  // namespace basalt::server
