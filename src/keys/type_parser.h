// The types of a key schema: "u64", "digits(11)", "enum('1' customer, '2' order)".
#pragma once

#include "keys/field_type.h"
#include "keys/token_reader.h"

namespace basalt::keys {

inline constexpr size_t kMaxKeyBytes = 32767;

Result<FieldType> ParseFieldType(TokenReader& in);

}  // namespace basalt::keys
