// Has a libcupti let go of the driver, which serves one of them in a process, also when nobody is subscribed any more.
#pragma once

#include "collector/probe/cupti/CuptiFunctions.h"

namespace lanes::probe::cupti {

// With no subscriber, no kind enabled and all buffers handed back; none of `functions` may be called afterwards. On any thread outside
// of CUPTI's callbacks; the program may be using its devices. False if the library has not let go.
[[nodiscard]] bool detach(const Functions& functions);

} // namespace lanes::probe::cupti
