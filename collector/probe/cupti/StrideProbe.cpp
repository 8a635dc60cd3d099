#include "collector/probe/cupti/StrideProbe.h"

namespace lanes::probe::cupti {

namespace {

constexpr std::size_t kWords = 256;
constexpr std::size_t kLongest = (kWords - 1) * sizeof(std::uint64_t);

// Steps from a record to the next in a buffer of which every word says that kind, wherever the next one begins.
std::size_t stepOver(const Functions& functions, Kind kind) {
    std::uint64_t words[kWords];
    for (std::uint64_t& word : words) {
        word = static_cast<std::uint32_t>(kind);
    }
    auto* buffer = reinterpret_cast<std::uint8_t*>(words);
    std::uint8_t* record = nullptr;
    if (functions.nextRecord(buffer, sizeof words, &record) != 0 || record != buffer ||
        functions.nextRecord(buffer, sizeof words, &record) != 0 || record <= buffer) {
        return 0;
    }
    return static_cast<std::size_t>(record - buffer);
}

} // namespace

std::size_t strideOf(const Functions& functions, Kind kind) {
    std::size_t bytes = 0;
    // From CUDA 13.2 on the library says it itself; version 0 is its own.
    if (functions.structSize == nullptr ||
        functions.structSize(static_cast<std::uint32_t>(kind), 0, &bytes) != 0) {
        bytes = stepOver(functions, kind);
    }
    return bytes <= kLongest ? bytes : 0;
}

} // namespace lanes::probe::cupti
