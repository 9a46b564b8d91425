#include "server/service/verb_table.h"

namespace basalt::server {

bool VerbTable::HasService(std::string_view service) const { return services_.contains(service); }

const Verb* VerbTable::Find(std::string_view service, std::string_view method) const {
  const auto verbs = services_.find(service);
  if (verbs == services_.end()) return nullptr;
  const auto verb = verbs->second.find(method);
  return verb == verbs->second.end() ? nullptr : verb->second.get();
}

std::vector<std::string> VerbTable::Names() const {
  std::vector<std::string> names;
  for (const auto& [service, verbs] : services_) {
    for (const auto& [method, verb] : verbs) names.push_back(verb->name());
  }
  return names;
}

void VerbTable::Insert(std::string_view service, std::string_view method,
                       std::unique_ptr<Verb> verb) {
  services_[std::string(service)][std::string(method)] = std::move(verb);
}

}  // namespace basalt::server
