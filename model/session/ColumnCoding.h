// The constants that packing and unpacking columns share. FORMAT.md ("Columns") gives the layout.
#pragma once

#include <cstdint>

namespace lanes::session::coding {

// The first byte of a column: a predictor in the low two bits, then flags.
enum Predictor : std::uint8_t { kPlain, kDelta, kDeltaOfDelta, kColumnBefore };
inline constexpr std::uint8_t kPredictorBits = 3;
inline constexpr std::uint8_t kVarints = 4;  // otherwise byte planes
inline constexpr std::uint8_t kZstd = 8;     // the body is a zstd frame
inline constexpr std::uint8_t kQuantum = 16; // quotients and remainders follow each other
inline constexpr std::uint8_t kSigned = 32;  // zigzag
inline constexpr unsigned kMaxVarint = 10;   // bytes

// All arithmetic on values wraps, as unsigned: decoding adds back each difference that encoding took.
inline std::uint64_t u(std::int64_t v) {
    return static_cast<std::uint64_t>(v);
}
inline std::int64_t s(std::uint64_t v) {
    return static_cast<std::int64_t>(v);
}
inline std::uint64_t zigzag(std::uint64_t v) {
    return v << 1 ^ u(s(v) >> 63);
}
inline std::uint64_t unzigzag(std::uint64_t v) {
    return v >> 1 ^ (0 - (v & 1));
}

} // namespace lanes::session::coding
