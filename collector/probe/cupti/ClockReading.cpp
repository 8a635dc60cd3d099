#include "collector/probe/cupti/ClockReading.h"

#include "collector/probe/torch/OperatorHook.h"

#include <cstdint>

namespace lanes::probe::cupti {

namespace {

constexpr int kReadings = 64;

} // namespace

std::optional<ring::ClockPair> readClocks(const Functions& functions) {
    ring::ClockPair best{};
    std::uint64_t width = ~std::uint64_t{0};
    for (int i = 0; i < kReadings; ++i) {
        ring::ClockPair reading{};
        reading.before = readTicks(probeProcess().clock());
        if (functions.timestamp(&reading.clock) != 0) {
            return {};
        }
        reading.after = readTicks(probeProcess().clock());
        if (reading.after - reading.before < width) {
            width = reading.after - reading.before;
            best = reading;
        }
    }
    return best;
}

} // namespace lanes::probe::cupti
