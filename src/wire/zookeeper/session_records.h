// The two records that open a session. They are the first frame of each direction and have no
// header before them. Clients and servers before ZooKeeper 3.4 leave the last byte, `read_only`,
// out.
#pragma once

#include <cstdint>

#include "basalt/bytes.h"
#include "basalt/status.h"

namespace basalt::wire::zookeeper {

struct ConnectRequest {
  int32_t protocol_version = 0;
  int64_t last_zxid_seen = 0;
  int32_t timeout_ms = 0;
  int64_t session_id = 0;  // 0 asks for a new session
  Bytes password;
  bool read_only = false;
  bool has_read_only = false;  // whether the byte is there
};

struct ConnectResponse {
  int32_t protocol_version = 0;
  int32_t timeout_ms = 0;  // 0 together with session_id 0: the session has expired
  int64_t session_id = 0;
  Bytes password;
  bool read_only = false;
  bool has_read_only = false;
};

// `frame` is what follows the length.
Result<ConnectRequest> ParseConnectRequest(BytesView frame);
Result<ConnectResponse> ParseConnectResponse(BytesView frame);

void AppendConnectRequest(const ConnectRequest& request, Bytes* out);
void AppendConnectResponse(const ConnectResponse& response, Bytes* out);

}  // namespace basalt::wire::zookeeper
