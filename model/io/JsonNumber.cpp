#include "model/io/JsonNumber.h"

#include "model/io/JsonScan.h"
#include "model/trace/ArgTable.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>

namespace lanes::json {

namespace {

constexpr TimeNs kTimeLimit = TimeNs{1} << 61;
constexpr unsigned kMaxDigits = 17; // so that value x 1000 stays within 64 bits where it matters

constexpr std::array<std::uint64_t, 18> kPowers = [] {
    std::array<std::uint64_t, 18> powers{1};
    for (std::size_t i = 1; i < powers.size(); ++i) {
        powers[i] = powers[i - 1] * 10;
    }
    return powers;
}();

// Eight bytes at once: how many of them, from the first on, are digits.
unsigned leadingDigits(std::uint64_t bytes) {
    const std::uint64_t low = bytes ^ 0x3030303030303030ull; // digits become 0..9
    const std::uint64_t bad = (low | (low + 0x7676767676767676ull)) & 0x8080808080808080ull;
    return bad == 0 ? 8 : static_cast<unsigned>(std::countr_zero(bad)) / 8;
}

// The value of eight digits, the first one in the lowest byte.
std::uint64_t eightDigits(std::uint64_t bytes) {
    bytes = (bytes & 0x0f0f0f0f0f0f0f0full) * 2561 >> 8;
    bytes = (bytes & 0x00ff00ff00ff00ffull) * 6553601 >> 16;
    return (bytes & 0x0000ffff0000ffffull) * 42949672960001ull >> 32;
}

// Up to 17 digits; more end the number elsewhere. Returns how many were read.
inline unsigned digits(const char* p, std::uint64_t& value) {
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

bool hasExponent(char c) {
    return (c | 0x20) == 'e';
}

std::int64_t signedOf(std::uint64_t magnitude, bool negative) {
    return negative ? -static_cast<std::int64_t>(magnitude) : static_cast<std::int64_t>(magnitude);
}

// A decimal number taken apart: digits x 10^exponent.
struct Decimal {
    std::string digits;
    std::int64_t exponent = 0;
    bool negative = false;
};

// Reads exponents far beyond anything meaningful as +-100000.
bool takeApart(std::string_view text, Decimal& out) {
    const char* p = text.data();
    const char* end = p + text.size();
    if (p < end && (*p == '-' || *p == '+')) {
        out.negative = *p++ == '-';
    }
    bool any = false;
    for (bool point = false; p < end && (isDigit(*p) || (*p == '.' && !point)); ++p) {
        if (*p == '.') {
            point = true;
            continue;
        }
        any = true;
        out.digits.push_back(*p);
        out.exponent -= point ? 1 : 0;
    }
    if (any && p < end && hasExponent(*p)) {
        ++p;
        p += p < end && *p == '+' ? 1 : 0;
        std::int64_t power = 0;
        const auto [stop, error] = std::from_chars(p, end, power);
        if (stop == p) {
            return false;
        }
        p = stop;
        power =
            error == std::errc() ? power : (text.find('-', 1) != std::string_view::npos ? -100000 : 100000);
        out.exponent += std::clamp<std::int64_t>(power, -100000, 100000);
    }
    return any && p == end;
}

// digits x 10^exponent as an integer, half to even, at most kTimeLimit.
std::uint64_t rounded(const Decimal& d) {
    const auto length = static_cast<std::int64_t>(d.digits.size());
    const std::int64_t whole = length + d.exponent; // digits before the point
    std::uint64_t value = 0;
    for (std::int64_t i = 0; i < whole; ++i) {
        value = value * 10 +
                (i < length ? static_cast<std::uint64_t>(d.digits[static_cast<std::size_t>(i)] - '0') : 0);
        if (value >= static_cast<std::uint64_t>(kTimeLimit)) {
            return static_cast<std::uint64_t>(kTimeLimit);
        }
        if (value == 0 && i >= length) {
            return 0;
        }
    }
    if (whole < 0 || whole >= length) {
        return value;
    }
    const char next = d.digits[static_cast<std::size_t>(whole)];
    const bool more =
        d.digits.find_first_not_of('0', static_cast<std::size_t>(whole) + 1) != std::string::npos;
    const bool up = next > '5' || (next == '5' && (more || (value & 1) != 0));
    return value + (up ? 1 : 0);
}

} // namespace

bool startsNumber(const char* p) {
    return isDigit(*p == '-' ? p[1] : *p);
}

const char* numberEnd(const char* p, const char* end) {
    p += *p == '-' ? 1 : 0;
    const char* first = p;
    while (p < end && isDigit(*p)) {
        ++p;
    }
    if (p == first) {
        return nullptr;
    }
    if (p < end && *p == '.') {
        for (++p; p < end && isDigit(*p); ++p) {
        }
    }
    if (p < end && hasExponent(*p)) {
        ++p;
        p += p < end && (*p == '+' || *p == '-') ? 1 : 0;
        for (first = p; p < end && isDigit(*p); ++p) {
        }
        return p == first ? nullptr : p;
    }
    return p;
}

const char* parseCell(const char* p, std::int64_t& cell) {
    const bool negative = *p == '-';
    p += negative ? 1 : 0;
    std::uint64_t whole = 0;
    const unsigned n = digits(p, whole);
    if (n == 0 || (n > 1 && *p == '0')) {
        return nullptr;
    }
    p += n;
    if (*p != '.') {
        if (n == kMaxDigits || hasExponent(*p) || (negative && whole == 0)) {
            return nullptr;
        }
        cell = ArgValue::ofInteger(signedOf(whole, negative)).encode();
        return p;
    }
    std::uint64_t fraction = 0;
    const unsigned k = digits(p + 1, fraction);
    p += 1 + k;
    if (k == 0 || n + k > kMaxDigits || isDigit(*p) || hasExponent(*p)) {
        return nullptr;
    }
    const std::uint64_t mantissa = whole * kPowers[k] + fraction;
    if (!ArgValue::fitsDecimal(static_cast<std::int64_t>(mantissa)) || (negative && mantissa == 0)) {
        return nullptr;
    }
    cell = ArgValue{ArgValue::Type::Decimal, signedOf(mantissa, negative), static_cast<std::uint8_t>(k), 0}
               .encode();
    return p;
}

const char* parseExactTime(const char* p, TimeNs& time) {
    const bool negative = *p == '-';
    p += negative ? 1 : 0;
    std::uint64_t whole = 0;
    const unsigned n = digits(p, whole);
    if (n == 0 || n > 16) { // longer ones would not fit 64 bits as nanoseconds
        return nullptr;
    }
    p += n;
    std::uint64_t nanos = whole * 1000;
    if (*p == '.') {
        std::uint64_t fraction = 0;
        const unsigned k = digits(p + 1, fraction);
        if (k == 3) {
            nanos += fraction;
        } else if (k == 0 || k == kMaxDigits) {
            return nullptr;
        } else if (k < 3) {
            nanos += fraction * kPowers[3 - k];
        } else {
            if (fraction % kPowers[k - 3] != 0) {
                return nullptr;
            }
            nanos += fraction / kPowers[k - 3];
        }
        p += 1 + k;
    }
    if (hasExponent(*p) || nanos >= static_cast<std::uint64_t>(kTimeLimit)) {
        return nullptr;
    }
    time = signedOf(nanos, negative);
    return p;
}

bool parseAnyTime(std::string_view text, TimeNs& time) {
    const auto isSpace = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
    while (!text.empty() && isSpace(text.front())) {
        text.remove_prefix(1);
    }
    while (!text.empty() && isSpace(text.back())) {
        text.remove_suffix(1);
    }
    Decimal number;
    if (!takeApart(text, number)) {
        return false;
    }
    number.exponent += 3;
    number.digits.erase(0, std::min(number.digits.find_first_not_of('0'), number.digits.size()));
    time = signedOf(rounded(number), number.negative);
    return true;
}

bool isPlainInteger(std::string_view text) {
    const std::size_t sign = text.starts_with('-') ? 1 : 0;
    if (text.size() == sign || text.size() > 18 + sign) {
        return false;
    }
    if (text[sign] == '0' && (sign == 1 || text.size() > 1)) {
        return false;
    }
    return std::ranges::all_of(text.substr(sign), isDigit);
}

} // namespace lanes::json
