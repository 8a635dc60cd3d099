// Checks that a table from another process is valid.
#pragma once

#include "collector/python/arrow/TableLayout.h"

#include <cstddef>

namespace lanes::arrow {

// Returns the fault in `bytes` bytes of a file from `base` on, which is aligned as buffers are; null if there is
// none. A valid table has every buffer in the file and as long as its column. Offsets rise within their target, and
// numbers are in their dictionaries. Texts are UTF-8, and no entry is inside of two others. O(bytes).
[[nodiscard]] const char* faultOf(const char* base, std::size_t bytes);

} // namespace lanes::arrow
