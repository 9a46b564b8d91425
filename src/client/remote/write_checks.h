// What a remote table refuses before anything is sent, as the embedded one does. Pure functions.
#pragma once

#include "basalt/mutation.h"
#include "basalt/status.h"
#include "basalt/table.h"

namespace basalt::client {

Status CheckWrite(const Mutation& mutation);
// `row`: what all of them must be of.
Status CheckWrites(BytesView row, const std::vector<Mutation>& mutations);
Status CheckAction(const Action& action);

}  // namespace basalt::client
