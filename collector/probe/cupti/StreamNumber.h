// By which numbers CUPTI's records call a stream.
#pragma once

#include "collector/probe/cupti/CuptiFunctions.h"

#include <cstdint>
#include <optional>

namespace lanes::probe::cupti {

// A stream's number is one of its context's.
struct StreamNumber {
    std::uint32_t context = 0;
    std::uint32_t stream = 0;
};

// Of a handle of the driver or the runtime; default streams are those of the thread's current context. Nothing where CUPTI or
// the driver does not say. Asks the driver: never from a callback of CUPTI.
[[nodiscard]] std::optional<StreamNumber> numberOf(const Functions& functions, void* stream);

} // namespace lanes::probe::cupti
