// Which calls run before others. That is the server's decision: by what a call reads, as HBase's
// AnnotationReadingPriorityFunction does for calls without a priority. What a client claims in the
// request's header is not believed, or any client could have its calls run first. Pure functions.
#pragma once

#include "wire/frame.h"

namespace basalt::server {

// Whether a ClientService.Scan is a short read of meta: other clients find their regions by it, so
// it does not wait behind scans of tables.
bool HasMetaPriority(const wire::RequestParts& request);

}  // namespace basalt::server
