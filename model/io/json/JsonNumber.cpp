#include "model/io/json/JsonNumber.h"

#include "model/io/json/JsonScan.h"
#include "model/trace/args/ArgTable.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>

namespace lanes::json {

namespace {

using detail::hasExponent;
using detail::kTimeLimit;
using detail::signedOf;

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
