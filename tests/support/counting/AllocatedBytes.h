// Counts what a test allocates. In a folder of its own, as only tests that say so may be linked with it.
#pragma once

#include <cstddef>

namespace lanes::test {

// What this thread's operators new have given out so far. Its test has AllocatedBytes.cpp among its sources.
[[nodiscard]] std::size_t allocatedBytes();

} // namespace lanes::test
