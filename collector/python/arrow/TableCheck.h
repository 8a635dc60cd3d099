// Whether a table that came from another process is one.
#pragma once

#include "collector/python/arrow/TableLayout.h"

#include <cstddef>

namespace lanes::arrow {

// What is wrong with `bytes` bytes of a file from `base` on, which is aligned as buffers are; null if nothing is: then every
// buffer lies in the file and is as long as its column, offsets rise within what they point into, numbers are in their
// dictionaries, texts are UTF-8, and no entry stands inside of two others. O(bytes).
[[nodiscard]] const char* faultOf(const char* base, std::size_t bytes);

} // namespace lanes::arrow
