// Enforces constraints on writes. A table declares them in its attributes, where Apache HBase would
// keep them, too: basalt.constraint.<name> = declaration. Pass MakeConstraintGuard to the catalog.
#pragma once

#include <memory>
#include <string_view>

#include "basalt/descriptor.h"
#include "basalt/status.h"
#include "catalog/catalog.h"
#include "store/write_guard.h"

namespace basalt::constraints {

inline constexpr std::string_view kConstraintPrefix = "basalt.constraint.";

// A catalog::GuardFactory: the guard of a table that declares constraints, nullptr for others.
// Fails with kFailedSanityCheck if a declaration is malformed, names a family that the table does
// not have, or is new and refers to a table that does not exist.
//
// The guard rejects writes with kDoNotRetry. It is thread safe and must not outlive the catalog.
Result<std::shared_ptr<const store::WriteGuard>> MakeConstraintGuard(
    const TableDescriptor& table, const TableDescriptor* before, const catalog::Catalog& catalog);

}  // namespace basalt::constraints
