// Base64 as pack's m. Pure functions.
#pragma once

#include "basalt/bytes.h"

namespace basalt::shell::ruby {

// `plain`: without line ends, which otherwise follow every 60 characters and the last one.
Bytes ToBase64(BytesView text, bool plain);
// What is not a digit is left out.
Bytes FromBase64(BytesView text);

}  // namespace basalt::shell::ruby
