// Large sessions for benchmarks of reader and views, written straight into a file.
#pragma once

#include "model/base/Result.h"

#include <cstdint>
#include <string>

namespace lanes::test {

inline constexpr std::uint64_t kFewestGenerated = 10'000; // of less there may be no launch for a kernel

// A training as large as asked for, the same for the same number: a main thread with Python functions, operators and
// runtime calls 18 deep, a worker, six streams of kernels and copies, communication, a thousand lone slices of 1 ns, in
// steps of 250 ms with pauses. About `slices` slices (within 2 %), operators and kernels with arguments,
// kernels with a launch. Uses a few bytes of memory per slice; takes about a second per million.
// An error below kFewestGenerated, and where `path` cannot be written.
[[nodiscard]] Result<void> generateSession(const std::string& path, std::uint64_t slices);

} // namespace lanes::test
