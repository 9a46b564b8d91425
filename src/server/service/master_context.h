// What the verbs of the master's and the administrator's services share: the state they keep
// between calls, and how they are registered. A verb is a function
// Status(Control&, const Call&, const Request&, Response&).
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "basalt/status.h"
#include "catalog/procedure_journal.h"
#include "server/node.h"
#include "server/service/admin_compactions.h"
#include "server/service/admin_maintenance.h"
#include "server/service/verb_table.h"

namespace basalt::server {

inline constexpr std::string_view kMasterService = "MasterService";
inline constexpr std::string_view kAdminService = "AdminService";

// Thread safe. Shared by the verbs, which keep it; the node outlives them.
struct Control {
  explicit Control(Node& its_node)
      : node(its_node), compactions(std::make_shared<CompactionQueue>(its_node)) {}

  catalog::Catalog& catalog() const { return *node.catalog; }
  CompactionTracker& maintenance() const { return compactions->book(); }

  Node& node;
  const std::shared_ptr<CompactionQueue> compactions;
};

// Adds verbs of one service. Lives while they are added.
class Registrar {
 public:
  Registrar(VerbTable& verbs, std::string_view service, std::shared_ptr<Control> control)
      : verbs_(verbs), service_(service), control_(std::move(control)) {}

  template <typename Request, typename Response>
  void Add(std::string_view method, Lane lane,
           Status (*body)(Control&, const Call&, const Request&, Response&)) {
    verbs_.Add<Request, Response>(
        service_, method, lane,
        [control = control_, body](const Call& call, const Request& request, Response& response,
                                   Bytes&) { return body(*control, call, request, response); });
  }

  // Methods HBase has and Basalt has not: each says so by its name.
  void Refuse(std::initializer_list<std::string_view> methods);

 private:
  VerbTable& verbs_;
  const std::string_view service_;
  const std::shared_ptr<Control> control_;
};

// "<Service>.<Method> is not supported by Basalt".
Status NotSupported(std::string_view service, std::string_view method);

// When the caller of a change learns what is wrong with it. HBase answers some calls after their
// checks, and others with an id whose outcome tells.
enum class Errors : uint8_t { kAtOnce, kAsOutcome };

// The outcome of a procedure that has ended; good while it runs.
Status OutcomeOf(const Node& node, uint64_t procedure);

// Runs the work as a procedure. `name`: that of HBase's class.
template <typename Request, typename Response>
Status Submit(Control& control, const std::string& name, const Request& request, Response& response,
              Errors errors, const std::function<Status(catalog::Procedure&)>& work) {
  const uint64_t id =
      control.node.procedures->Run(name, request.nonce_group(), request.nonce(), work);
  response.set_proc_id(id);
  return errors == Errors::kAtOnce ? OutcomeOf(control.node, id) : Status();
}

}  // namespace basalt::server
