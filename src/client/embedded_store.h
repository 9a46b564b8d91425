// The place where the embedded store is plugged into the client library.
//
// The client library does not need the engine: it can be linked alone. libbasalt_embedded defines
// basalt_embedded_store; the client refers to it weakly and finds the address to be null where
// that library is absent. A weak reference does not take a member out of an archive, so whoever
// links the embedded library must also ask for the symbol: `-Wl,-u,basalt_embedded_store`, which
// the CMake target basalt::embedded and the pkg-config module basalt-embedded do.
#pragma once

#include <memory>
#include <string>

#include "basalt/connection.h"

namespace basalt::client {

struct EmbeddedStore {
  // Opens the directory in this process.
  Result<std::unique_ptr<Connection>> (*open)(const std::string& directory,
                                              const ConnectionOptions& options);
};

}  // namespace basalt::client

// C linkage, so that a linker option can name the symbol.
extern "C" const basalt::client::EmbeddedStore basalt_embedded_store;
