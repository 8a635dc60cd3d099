// The argument image of one operator while it is being assembled. The compiled fallback (shim/) shares this header,
// so it needs only the standard library.
#pragma once

#include "collector/ring/ArgumentImage.h"

#include <cstddef>
#include <cstdint>

namespace lanes::probe {

struct ArgumentBuffer {
    std::uint64_t image[ring::kMaxImageWords];
    std::uint64_t scalars[ring::kMaxScalars];
    unsigned words = 0;
    unsigned scalarCount = 0;

    void clear() { words = scalarCount = 0; }
    [[nodiscard]] bool hasRoom(std::size_t more) const { return words + more < ring::kMaxImageWords; }
    void push(std::uint64_t word) { image[words++] = word; }
    void pushScalar(ring::ArgumentKind kind, std::uint64_t value) {
        if (scalarCount == ring::kMaxScalars) {
            push(ring::argumentWord(ring::ArgumentKind::Other));
            return;
        }
        push(ring::argumentWord(kind));
        scalars[scalarCount++] = value;
    }
    void pushComplex(std::uint64_t real, std::uint64_t imaginary) {
        if (scalarCount + 2 > ring::kMaxScalars) {
            push(ring::argumentWord(ring::ArgumentKind::Other));
            return;
        }
        push(ring::argumentWord(ring::ArgumentKind::Complex));
        scalars[scalarCount++] = real;
        scalars[scalarCount++] = imaginary;
    }
    // Equal images have equal hashes. The hash has two lanes, because each multiplication waits for the previous one
    // in its lane.
    [[nodiscard]] std::uint64_t hash() const {
        constexpr std::uint64_t kFirst = 0x9E3779B97F4A7C15ULL;
        constexpr std::uint64_t kSecond = 0xC2B2AE3D27D4EB4FULL;
        std::uint64_t even = words;
        std::uint64_t odd = kSecond;
        unsigned i = 0;
        for (; i + 1 < words; i += 2) {
            even = mix(even ^ image[i], kFirst);
            odd = mix(odd ^ image[i + 1], kSecond);
        }
        if (i < words) {
            even = mix(even ^ image[i], kFirst);
        }
        return mix(even ^ (odd << 1 | odd >> 63), kFirst);
    }

private:
    __extension__ using Wide = unsigned __int128;
    static std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
        const Wide product = static_cast<Wide>(a | 1) * b;
        return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64) ^ (a << 7);
    }
};

} // namespace lanes::probe
