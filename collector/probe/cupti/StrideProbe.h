// Measures the record lengths of the library in this process. cuptiGetVersion does not determine them: version 18 is
// that of CUDA 11.8, 12.0 and 12.1, whose records differ.
#pragma once

#include "collector/probe/cupti/ActivityLayout.h"
#include "collector/probe/cupti/CuptiFunctions.h"

namespace lanes::probe::cupti {

// Returns the bytes of a record of that kind; 0 if the library does not know it. Call it only once the driver is up.
[[nodiscard]] std::size_t strideOf(const Functions& functions, Kind kind);

} // namespace lanes::probe::cupti
