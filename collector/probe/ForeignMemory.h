// Reads structures whose layout is unknown at compile time.
#pragma once

#include <sys/uio.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace lanes::probe {

// Plain loads, for layouts that have been proven.
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

// Loads through the kernel, which returns an error instead of crashing: for all layouts that are only assumed. About
// 300 ns each. Unreadable bytes are zero.
struct GuardedMemory {
    // Copies several places in one call, in their order; they are not all read at the same moment. Returns false if
    // one of them cannot be read.
    static bool copyAll(const iovec* to, const iovec* from, std::size_t count);
    static bool copy(void* to, const void* from, std::size_t bytes);
    template<class Value>
    static Value load(const void* base, std::int64_t offset = 0) {
        Value value{};
        const auto address = std::bit_cast<std::uintptr_t>(base) + static_cast<std::uintptr_t>(offset);
        copy(&value, std::bit_cast<const void*>(address),
             sizeof value); // may be no object, so no pointer arithmetic
        return value;
    }
};

} // namespace lanes::probe
