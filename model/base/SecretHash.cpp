#include "model/base/SecretHash.h"

#include <chrono>
#include <exception>
#include <random>

namespace lanes {

namespace {

std::uint64_t drawSeed() {
    try {
        std::random_device system;
        return std::uint64_t{system()} << 32 | system();
    } catch (
        const std::
            exception&) { // neither the processor nor the system has any: the time is better than nothing
        return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
    }
}

} // namespace

std::uint64_t hashSeed() {
    static const std::uint64_t kSeed = drawSeed();
    return kSeed;
}

} // namespace lanes
