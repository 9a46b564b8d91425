// ZooKeeper's records, in the field order of its wire format. Each is a plain struct; ParseRecord
// and AppendRecord (jute.h) decode and encode it.
#pragma once

#include <cstdint>
#include <vector>

#include "basalt/bytes.h"
#include "wire/zookeeper/jute.h"

namespace basalt::wire::zookeeper {

struct Stat {
  int64_t czxid = 0;  // transaction that created the node
  int64_t mzxid = 0;  // the last that changed its data
  int64_t ctime_ms = 0;
  int64_t mtime_ms = 0;
  int32_t version = 0;   // changes of data
  int32_t cversion = 0;  // changes of the list of children
  int32_t aversion = 0;  // changes of access rights
  int64_t ephemeral_owner = 0;
  int32_t data_length = 0;
  int32_t num_children = 0;
  int64_t pzxid = 0;  // the last transaction that changed the list of children

  template <typename Self, typename Archive>
  static void Fields(Self& self, Archive& archive) {
    archive(self.czxid, self.mzxid, self.ctime_ms, self.mtime_ms, self.version, self.cversion,
            self.aversion, self.ephemeral_owner, self.data_length, self.num_children, self.pzxid);
  }
};

struct RequestHeader {
  int32_t xid = 0;
  int32_t type = 0;

  template <typename Self, typename Archive>
  static void Fields(Self& self, Archive& archive) {
    archive(self.xid, self.type);
  }
};

struct ReplyHeader {
  int32_t xid = 0;
  int64_t zxid = 0;
  int32_t err = 0;

  template <typename Self, typename Archive>
  static void Fields(Self& self, Archive& archive) {
    archive(self.xid, self.zxid, self.err);
  }
};

struct WatcherEvent {
  int32_t type = 0;
  int32_t state = 0;
  Bytes path;

  template <typename Self, typename Archive>
  static void Fields(Self& self, Archive& archive) {
    archive(self.type, self.state, self.path);
  }
};

// Also the shape of exists, getData, getChildren and getChildren2.
struct PathRequest {
  Bytes path;
  bool watch = false;

  template <typename Self, typename Archive>
  static void Fields(Self& self, Archive& archive) {
    archive(self.path, self.watch);
  }
};

// sync, getACL, getAllChildrenNumber, getEphemerals.
struct PathOnly {
  Bytes path;

  template <typename Self, typename Archive>
  static void Fields(Self& self, Archive& archive) {
    archive(self.path);
  }
};

// check and delete (a version), addWatch (a mode), checkWatches and removeWatches (a type).
struct PathAndNumber {
  Bytes path;
  int32_t number = 0;

  template <typename Self, typename Archive>
  static void Fields(Self& self, Archive& archive) {
    archive(self.path, self.number);
  }
};

struct AuthPacket {
  int32_t type = 0;
  Bytes scheme;
  Bytes auth;

  template <typename Self, typename Archive>
  static void Fields(Self& self, Archive& archive) {
    archive(self.type, self.scheme, self.auth);
  }
};

struct Acl {
  int32_t perms = 0;
  Bytes scheme;
  Bytes id;

  template <typename Self, typename Archive>
  static void Fields(Self& self, Archive& archive) {
    archive(self.perms, self.scheme, self.id);
  }
};

struct ClientInfo {
  Bytes scheme;
  Bytes user;

  template <typename Self, typename Archive>
  static void Fields(Self& self, Archive& archive) {
    archive(self.scheme, self.user);
  }
};

// The persistent lists belong to setWatches2 alone and are read apart (request.cc).
struct SetWatches {
  int64_t relative_zxid = 0;
  std::vector<Bytes> data;
  std::vector<Bytes> exist;
  std::vector<Bytes> child;
  std::vector<Bytes> persistent;
  std::vector<Bytes> persistent_recursive;

  template <typename Self, typename Archive>
  static void Fields(Self& self, Archive& archive) {
    archive(self.relative_zxid, self.data, self.exist, self.child);
  }
};

struct MultiHeader {
  int32_t type = 0;
  bool done = false;
  int32_t err = 0;

  template <typename Self, typename Archive>
  static void Fields(Self& self, Archive& archive) {
    archive(self.type, self.done, self.err);
  }
};

}  // namespace basalt::wire::zookeeper
