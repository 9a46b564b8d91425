// Resume tokens of ordered plans: where a page ended. Text; it fits the plan it was made by.
#pragma once

#include <string>
#include <vector>

#include "basalt/key_plan.h"

namespace basalt::client {

std::string MakeToken(const KeyPlan& plan, BytesView key, size_t branch_width);

// Cuts off what comes before, in the plan's order. Fails on a token of another plan.
Status ResumeAfter(const KeyPlan& plan, const std::string& token, std::vector<KeyRange>& ranges);

}  // namespace basalt::client
