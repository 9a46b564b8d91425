// The language in which constraints are declared. See docs/constraints.md. A pure function.
//
//   declaration = family ":" ( qualifier | "*" ) rule
//   rule        = ( "long" | "decimal" | "length" ) range | "in" quoted { "," quoted }
//               | "references" table
//   range       = number ".." [ number ] | ".." number
//
// Family and qualifier are bare words or quoted. Inside quotes '' is a quote and \xHH a byte.
#pragma once

#include <string_view>

#include "basalt/status.h"
#include "constraints/constraint.h"

namespace basalt::constraints {

// An error (kFailedSanityCheck) names the constraint, where in the text (bytes, from 1) it goes
// wrong and what was expected there.
Result<Constraint> ParseConstraint(std::string_view name, std::string_view text);

}  // namespace basalt::constraints
