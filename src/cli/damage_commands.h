// What `basalt repair` and `basalt scrub` share.
#pragma once

#include <string>
#include <string_view>

#include "basalt/status.h"
#include "cli/environment.h"
#include "client/remote/damage_service.h"

namespace basalt::cli {

bool IsServerUrl(std::string_view source);

// Waits for the job, with progress on a terminal, and prints its lines.
Result<client::DamageService::Progress> AwaitDamageJob(client::DamageService& service, uint64_t job,
                                                       const Environment& env);

}  // namespace basalt::cli
