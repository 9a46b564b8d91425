// Encodes records as row keys and decodes keys, part by part. Pure functions, except that a salt
// may be drawn at random.
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

// Decodes the part at the beginning of `bytes`: stores the value of its field, if the part holds
// one, and returns the part's length.
Result<size_t> DecodePart(const Layout& layout, const Part& part, BytesView bytes,
                          const KeyContext& context, KeyRecord& record);

// Explains the bytes of a part, for `keys decode`. `rest`: the key's bytes after the part.
std::string DescribePart(const Layout& layout, const Part& part, BytesView bytes, BytesView rest,
                         const KeyRecord& record);

}  // namespace basalt::keys
