#include "server/zookeeper/znode_tree.h"

#include <set>
#include <utility>

#include "wire/zookeeper/path.h"

namespace basalt::server::zookeeper {
namespace {

using wire::zookeeper::EventType;
using wire::zookeeper::JoinPath;
using wire::zookeeper::ParentPath;
using wire::zookeeper::Stat;

size_t Fingerprint(const Znode& node) { return std::hash<std::string_view>()(node.data); }

std::string_view NameOf(std::string_view path) { return path.substr(path.rfind('/') + 1); }

}  // namespace

ZnodeTree::ZnodeTree(const ZnodeSource* source, const Clock* clock, int64_t first_zxid,
                     EventSink sink)
    : source_(source),
      clock_(clock),
      first_zxid_(first_zxid),
      zxid_(first_zxid),
      sink_(std::move(sink)) {
  for (const std::string& path : source_->ChangingParents()) {
    Parent& parent = parents_[path];
    parent.pzxid = first_zxid_;
    for (std::string& name : source_->Children(path, {})) {
      auto node = source_->Find(JoinPath(path, name), {});
      if (!node) continue;
      parent.children[std::move(name)] =
          Record{Fingerprint(*node), first_zxid_, first_zxid_, node->ctime_ms, node->ctime_ms, 0};
    }
  }
}

ZnodeTree::Parent* ZnodeTree::ChangingParent(std::string_view path) {
  auto found = parents_.find(path);
  return found == parents_.end() ? nullptr : &found->second;
}

std::optional<ZnodeTree::Node> ZnodeTree::Find(std::string_view path,
                                               std::string_view local_address) {
  Refresh(path);
  auto found = source_->Find(path, local_address);
  if (!found) return std::nullopt;
  Node node;
  Stat& stat = node.stat;
  stat.czxid = stat.mzxid = stat.pzxid = first_zxid_;
  stat.ctime_ms = stat.mtime_ms = found->ctime_ms;
  stat.ephemeral_owner = found->ephemeral_owner;
  stat.data_length = static_cast<int32_t>(found->data.size());
  stat.num_children = found->num_children;
  if (const Parent* self = ChangingParent(path)) {
    stat.pzxid = self->pzxid;
    stat.cversion = self->cversion;
  } else if (const Parent* parent = path == "/" ? nullptr : ChangingParent(ParentPath(path))) {
    // Absent when the node appeared after Refresh: the next look will count it.
    auto record = parent->children.find(NameOf(path));
    if (record == parent->children.end()) return std::nullopt;
    stat.czxid = stat.pzxid = record->second.czxid;
    stat.mzxid = record->second.mzxid;
    stat.ctime_ms = record->second.ctime_ms;
    stat.mtime_ms = record->second.mtime_ms;
    stat.version = record->second.version;
  }
  node.data = std::move(found->data);
  return node;
}

std::vector<std::string> ZnodeTree::Children(std::string_view path,
                                             std::string_view local_address) {
  if (Parent* parent = ChangingParent(path)) {
    // From the record and not from the source again: a list must agree with the events sent.
    RefreshList(std::string(path), parent);
    std::vector<std::string> names;
    names.reserve(parent->children.size());
    for (const auto& [name, record] : parent->children) names.push_back(name);
    return names;
  }
  return source_->Children(path, local_address);
}

int32_t ZnodeTree::CountBelow(std::string_view path, std::string_view local_address) {
  int32_t count = 0;
  for (const std::string& name : Children(path, local_address)) {
    count += 1 + CountBelow(JoinPath(path, name), local_address);
  }
  return count;
}

void ZnodeTree::Refresh(std::string_view path) {
  if (Parent* self = ChangingParent(path)) {
    RefreshList(std::string(path), self);
  } else if (path != "/") {
    std::string parent_path(ParentPath(path));
    if (Parent* parent = ChangingParent(parent_path)) {
      RefreshChild(parent_path, parent, NameOf(path));
    }
  }
}

void ZnodeTree::RefreshAll() {
  for (auto& [path, parent] : parents_) {
    RefreshList(path, &parent);
    std::vector<std::string> names;
    for (const auto& [name, record] : parent.children) names.push_back(name);
    for (const std::string& name : names) RefreshChild(path, &parent, name);
  }
}

void ZnodeTree::RefreshList(const std::string& path, Parent* parent) {
  std::vector<std::string> listed = source_->Children(path, {});
  std::set<std::string_view> now(listed.begin(), listed.end());
  std::vector<std::string> gone;
  for (const auto& [name, record] : parent->children) {
    if (!now.contains(name)) gone.push_back(name);
  }
  for (const std::string& name : gone) Deleted(path, parent, name);
  for (const std::string& name : listed) {
    if (!parent->children.contains(name)) RefreshChild(path, parent, name);
  }
}

void ZnodeTree::RefreshChild(const std::string& parent_path, Parent* parent,
                             std::string_view name) {
  std::string path = JoinPath(parent_path, name);
  auto node = source_->Find(path, {});
  auto record = parent->children.find(name);
  bool known = record != parent->children.end();
  if (!node) {
    if (known) Deleted(parent_path, parent, name);
    return;
  }
  if (!known) {
    Created(parent_path, parent, name, *node);
    return;
  }
  if (record->second.fingerprint == Fingerprint(*node)) return;
  record->second.fingerprint = Fingerprint(*node);
  record->second.mzxid = ++zxid_;
  record->second.mtime_ms = clock_->NowMs();
  ++record->second.version;
  sink_(EventType::kNodeDataChanged, path);
}

void ZnodeTree::Created(const std::string& parent_path, Parent* parent, std::string_view name,
                        const Znode& node) {
  ++zxid_;
  int64_t now_ms = clock_->NowMs();
  parent->children.emplace(name, Record{Fingerprint(node), zxid_, zxid_, now_ms, now_ms, 0});
  parent->pzxid = zxid_;
  ++parent->cversion;
  sink_(EventType::kNodeCreated, JoinPath(parent_path, name));
  sink_(EventType::kNodeChildrenChanged, parent_path);
}

void ZnodeTree::Deleted(const std::string& parent_path, Parent* parent, std::string_view name) {
  std::string path = JoinPath(parent_path, name);
  parent->children.erase(parent->children.find(name));
  parent->pzxid = ++zxid_;
  ++parent->cversion;
  sink_(EventType::kNodeDeleted, path);
  sink_(EventType::kNodeChildrenChanged, parent_path);
}

}  // namespace basalt::server::zookeeper
