// Table and namespace descriptors as bytes, for the catalog's records.
//
// A record is one letter for its kind, one byte for the version of the form, then:
//   table:     namespace, qualifier, attributes, number of families,
//              each family: name, attributes, configuration
//   namespace: name, configuration
// Numbers are varints (7 bits a byte, lowest first); text is its length and its bytes; a map is its
// size and its keys and values in the order of the keys. Equal descriptors give equal bytes.
// Pure functions; decoding never reads past its input.
#pragma once

#include "basalt/bytes.h"
#include "basalt/descriptor.h"
#include "basalt/status.h"

namespace basalt::model {

Bytes EncodeTableDescriptor(const TableDescriptor& table);
Bytes EncodeNamespaceDescriptor(const NamespaceDescriptor& descriptor);

// kCorruption for anything that no Encode… wrote: cut short, too long, out of order;
// kNewerFormat for a later version of the form.
Result<TableDescriptor> DecodeTableDescriptor(BytesView record);
Result<NamespaceDescriptor> DecodeNamespaceDescriptor(BytesView record);

}  // namespace basalt::model
