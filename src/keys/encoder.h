// From records to keys and back, part by part. Pure but for the salt, which is drawn.
#pragma once

#include <span>
#include <string>

#include "keys/layout.h"

namespace basalt::keys {

// Appends the first `count` parts.
Status EncodeParts(const Layout& layout, std::span<const KeyValue> record,
                   const KeyContext& context, size_t count, Bytes& key);

// Appends a part that is computed from fields: hash, mod, window or id.
Status AppendDerived(const Layout& layout, const Part& part, std::span<const KeyValue> record,
                     const KeyContext& context, bool create_ids, Bytes& key);

// Reads the part at the front of `bytes`: fills in the field it tells, and returns its length.
Result<size_t> DecodePart(const Layout& layout, const Part& part, BytesView bytes,
                          const KeyContext& context, KeyRecord& record);

// What the part's bytes mean in a key with these values, with `rest` after it.
std::string DescribePart(const Layout& layout, const Part& part, BytesView bytes, BytesView rest,
                         const KeyRecord& record);

}  // namespace basalt::keys
