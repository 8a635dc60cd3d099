// Time that the calling thread has computed. Unlike the clock on the wall it is the same on a busy machine; waiting does
// not count.
#pragma once

#include <cstdint>
#include <ctime>

namespace lanes::test {

[[nodiscard]] inline std::int64_t threadNs() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return std::int64_t(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

} // namespace lanes::test
