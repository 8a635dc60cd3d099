// Converts numbers in text to integers, never through a double.
#pragma once

#include "model/base/Time.h"
#include "model/io/json/JsonScan.h"
#include "model/trace/args/ArgTable.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace lanes::json {

// True if a number starts here. ('-' must be followed by a digit.)
[[nodiscard]] bool startsNumber(const char* p);
// One past the number that starts at `p`, by JSON's grammar (leading zeros allowed), or null.
[[nodiscard]] const char* numberEnd(const char* p, const char* end);

// Parses a number that a cell of arguments can hold exactly, and that is written as JSON would write it. That is an
// integer, or a decimal of up to 31 digits after the point. `cell` is ArgValue's encoding. Returns one past it, or null:
// the text itself must then be kept. Reads up to 20 bytes after the number.
[[nodiscard]] inline const char* parseCell(const char* p, std::int64_t& cell);

// Converts microseconds to nanoseconds without rounding: up to three digits after the point, or more that are zero.
// Returns one past the number. Null if it is no number, would be rounded, has an exponent or is beyond 2^61 ns.
[[nodiscard]] inline const char* parseExactTime(const char* p, TimeNs& time);
// Converts microseconds of any spelling ("1e3", " 12.5", "-0.0004"): half to even, at most +-2^61 ns. False: not a
// number.
[[nodiscard]] bool parseAnyTime(std::string_view text, TimeNs& time);

// True for an integer exactly as std::to_string would write it: "123", "-7".
[[nodiscard]] bool isPlainInteger(std::string_view text);

// The two functions that are called for every value are defined here.
namespace detail {

inline constexpr TimeNs kTimeLimit = TimeNs{1} << 61;
inline constexpr unsigned kMaxDigits = 17; // so that value x 1000 fits 64 bits where needed

inline constexpr std::array<std::uint64_t, 18> kPowers = [] {
    std::array<std::uint64_t, 18> powers{1};
    for (std::size_t i = 1; i < powers.size(); ++i) {
        powers[i] = powers[i - 1] * 10;
    }
    return powers;
}();

// Number of digits at the begin of eight bytes.
inline unsigned leadingDigits(std::uint64_t bytes) {
    const std::uint64_t low = bytes ^ 0x3030303030303030ull; // digits become 0..9
    const std::uint64_t bad = (low | (low + 0x7676767676767676ull)) & 0x8080808080808080ull;
    return bad == 0 ? 8 : static_cast<unsigned>(std::countr_zero(bad)) / 8;
}

// The value of eight digits, the first one in the lowest byte.
inline std::uint64_t eightDigits(std::uint64_t bytes) {
    bytes = (bytes & 0x0f0f0f0f0f0f0f0full) * 2561 >> 8;
    bytes = (bytes & 0x00ff00ff00ff00ffull) * 6553601 >> 16;
    return (bytes & 0x0000ffff0000ffffull) * 42949672960001ull >> 32;
}

// Reads up to 17 digits; a longer number ends elsewhere. Returns the number of digits read.
[[gnu::always_inline]] inline unsigned digits(const char* p, std::uint64_t& value) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, p, 8);
    const unsigned n = leadingDigits(bytes);
    if (n < 8) {
        value = n == 0 ? 0 : eightDigits(bytes << (64 - 8 * n));
        return n;
    }
    value = eightDigits(bytes);
    std::memcpy(&bytes, p + 8, 8);
    const unsigned more = leadingDigits(bytes);
    if (more < 8) {
        value = value * kPowers[more] + (more == 0 ? 0 : eightDigits(bytes << (64 - 8 * more)));
        return 8 + more;
    }
    value = value * kPowers[8] + eightDigits(bytes);
    if (isDigit(p[16])) {
        value = value * 10 + static_cast<std::uint64_t>(p[16] - '0');
        return kMaxDigits;
    }
    return 16;
}

inline bool hasExponent(char c) {
    return (c | 0x20) == 'e';
}

inline std::int64_t signedOf(std::uint64_t magnitude, bool negative) {
    return negative ? -static_cast<std::int64_t>(magnitude) : static_cast<std::int64_t>(magnitude);
}

} // namespace detail

[[gnu::always_inline]] inline const char* parseCell(const char* p, std::int64_t& cell) {
    const bool negative = *p == '-';
    p += negative ? 1 : 0;
    std::uint64_t whole = 0;
    const unsigned n = detail::digits(p, whole);
    if (n == 0 || (n > 1 && *p == '0')) {
        return nullptr;
    }
    p += n;
    if (*p != '.') {
        if (n == detail::kMaxDigits || detail::hasExponent(*p) || (negative && whole == 0)) {
            return nullptr;
        }
        cell = ArgValue::ofInteger(detail::signedOf(whole, negative)).encode();
        return p;
    }
    std::uint64_t fraction = 0;
    const unsigned k = detail::digits(p + 1, fraction);
    p += 1 + k;
    if (k == 0 || n + k > detail::kMaxDigits || isDigit(*p) || detail::hasExponent(*p)) {
        return nullptr;
    }
    const std::uint64_t mantissa = whole * detail::kPowers[k] + fraction;
    if (!ArgValue::fitsDecimal(static_cast<std::int64_t>(mantissa)) || (negative && mantissa == 0)) {
        return nullptr;
    }
    cell = ArgValue{ArgValue::Type::Decimal, detail::signedOf(mantissa, negative),
                    static_cast<std::uint8_t>(k), 0}
               .encode();
    return p;
}

namespace detail {

// Reads digits, a point and three digits, the form of nearly all times, as one number of nanoseconds. Null for any other
// form, or if it is too long.
[[gnu::always_inline]] inline const char* parseThousandths(const char* p, std::uint64_t& nanos) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, p, 8);
    unsigned n = leadingDigits(bytes);
    std::uint64_t head = 0;
    if (n == 8) {
        head = eightDigits(bytes);
        p += 8;
        std::memcpy(&bytes, p, 8);
        n = leadingDigits(bytes);
    } else if (n == 0) {
        return nullptr;
    }
    if (n > 5 || p[n] != '.') { // more digits do not fit eight digits with the last three
        return nullptr;
    }
    std::uint64_t fraction = 0;
    std::memcpy(&fraction, p + n + 1, 8);
    if (leadingDigits(fraction) != 3) {
        return nullptr;
    }
    const std::uint64_t whole = bytes & ((std::uint64_t{1} << 8 * n) - 1);
    const std::uint64_t both = whole | fraction << 8 * n;
    nanos = head * kPowers[n + 3] + eightDigits(both << (64 - 8 * (n + 3)));
    return p + n + 4;
}

} // namespace detail

[[gnu::always_inline]] inline const char* parseExactTime(const char* p, TimeNs& time) {
    std::uint64_t thousandths = 0;
    if (const char* after = detail::parseThousandths(p, thousandths);
        after != nullptr && !detail::hasExponent(*after)) [[likely]] {
        time = static_cast<TimeNs>(thousandths);
        return after;
    }
    const bool negative = *p == '-';
    p += negative ? 1 : 0;
    std::uint64_t whole = 0;
    const unsigned n = detail::digits(p, whole);
    if (n == 0 || n > 16) { // longer ones would not fit 64 bits as nanoseconds
        return nullptr;
    }
    p += n;
    std::uint64_t nanos = whole * 1000;
    if (*p == '.') {
        std::uint64_t fraction = 0;
        const unsigned k = detail::digits(p + 1, fraction);
        if (k == 3) {
            nanos += fraction;
        } else if (k == 0 || k == detail::kMaxDigits) {
            return nullptr;
        } else if (k < 3) {
            nanos += fraction * detail::kPowers[3 - k];
        } else {
            if (fraction % detail::kPowers[k - 3] != 0) {
                return nullptr;
            }
            nanos += fraction / detail::kPowers[k - 3];
        }
        p += 1 + k;
    }
    if (detail::hasExponent(*p) || nanos >= static_cast<std::uint64_t>(detail::kTimeLimit)) {
        return nullptr;
    }
    time = detail::signedOf(nanos, negative);
    return p;
}

} // namespace lanes::json
