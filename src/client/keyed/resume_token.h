// Resume tokens of ordered plans: the position where a page ended, as text. A token is valid for
// the plan it was made by.
#pragma once

#include <string>
#include <vector>

#include "basalt/key_plan.h"

namespace basalt::client {

std::string MakeToken(const KeyPlan& plan, BytesView key, size_t branch_width);

// Removes from the ranges what comes before the token's position, in the plan's order.
// kInvalidArgument for a token of another plan.
Status ResumeAfter(const KeyPlan& plan, const std::string& token, std::vector<KeyRange>& ranges);

}  // namespace basalt::client
