// Reading structures whose layout was not known when this was compiled.
#pragma once

#include <sys/uio.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace lanes::probe {

// Plain loads: for layouts that have been proven.
struct DirectMemory {
    template<class Value>
    static Value load(const void* base, std::int64_t offset = 0) {
        Value value;
        std::memcpy(&value, static_cast<const std::byte*>(base) + offset, sizeof value);
        return value;
    }
    static bool copy(void* to, const void* from, std::size_t bytes) {
        std::memcpy(to, from, bytes);
        return true;
    }
};

// Loads through the kernel, which refuses instead of crashing: for everything that is only assumed. About 300
// ns each. What cannot be read is zero.
struct GuardedMemory {
    // Several places at once, in their order, and not all at one moment. False if one of them cannot be read.
    static bool copyAll(const iovec* to, const iovec* from, std::size_t count);
    static bool copy(void* to, const void* from, std::size_t bytes);
    template<class Value>
    static Value load(const void* base, std::int64_t offset = 0) {
        Value value{};
        const auto address = std::bit_cast<std::uintptr_t>(base) + static_cast<std::uintptr_t>(offset);
        copy(&value, std::bit_cast<const void*>(address),
             sizeof value); // perhaps no object, so no pointer sum
        return value;
    }
};

} // namespace lanes::probe
