// How CUPTI's clock stands to ours.
#pragma once

#include "collector/probe/cupti/CuptiFunctions.h"
#include "collector/ring/DeviceRecords.h"

#include <optional>

namespace lanes::probe::cupti {

// Both clocks, the tightest of many readings, without its header; nothing if CUPTI has none. Some microseconds. Without any lock
// that handing buffers over needs: CUPTI may hold one of its own meanwhile.
[[nodiscard]] std::optional<ring::ClockPair> readClocks(const Functions& functions);

} // namespace lanes::probe::cupti
