#include "model/io/profile/Amount.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <system_error>

namespace lanes::profile {

namespace {

constexpr int kMostPower = 400; // of ten: beyond it a number is 0 or out of bounds

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

// mantissa x 10^power.
Amount shifted(std::int64_t mantissa, int power, bool bounded) {
    const std::int64_t most = mantissa < 0 ? INT64_MIN : INT64_MAX;
    for (; power > 0 && mantissa != 0 && !bounded; --power) {
        bounded = __builtin_mul_overflow(mantissa, 10, &mantissa);
        mantissa = bounded ? most : mantissa;
    }
    return {mantissa, 0, bounded};
}

// Drops the last digits.
std::int64_t rounded(std::int64_t mantissa, int digits) {
    for (; digits > 1 && mantissa != 0; --digits) {
        mantissa /= 10;
    }
    return digits > 0 ? (mantissa + (mantissa < 0 ? -5 : 5)) / 10 : mantissa;
}

Amount normal(std::int64_t mantissa, int digits, bool bounded) {
    while (digits > 0 && mantissa % 10 == 0) {
        mantissa /= 10;
        --digits;
    }
    if (digits > Amount::kMostDigits) {
        return normal(rounded(mantissa, digits - Amount::kMostDigits), Amount::kMostDigits, bounded);
    }
    return digits >= 0 ? Amount{mantissa, digits, bounded} : shifted(mantissa, -digits, bounded);
}

// 0 of no text; nothing if `text` is no exponent ("e+12").
std::optional<int> exponentOf(std::string_view text) {
    if (text.empty()) {
        return 0;
    }
    if ((text.front() | 0x20) != 'e') {
        return std::nullopt;
    }
    text.remove_prefix(text.size() > 1 && text[1] == '+' ? 2 : 1);
    int exponent = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), exponent);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(exponent) : std::nullopt;
}

} // namespace

std::optional<Amount> amountOf(std::string_view text) {
    const bool negative = text.starts_with('-');
    std::size_t at = negative ? 1 : 0;
    if (at >= text.size() || !isDigit(text[at])) {
        return std::nullopt;
    }
    std::int64_t mantissa = 0;
    int digits = 0;
    bool behindPoint = false;
    bool full = false; // what follows is finer than 64 bits tell; digits before the point count all the same
    for (; at < text.size() && (isDigit(text[at]) || (text[at] == '.' && !behindPoint)); ++at) {
        if (text[at] == '.') {
            behindPoint = true;
            continue;
        }
        std::int64_t longer = 0;
        full = full || __builtin_mul_overflow(mantissa, 10, &longer) ||
               __builtin_add_overflow(longer, text[at] - '0', &longer);
        if (!full) {
            mantissa = longer;
            digits += behindPoint ? 1 : 0;
        } else {
            digits -= behindPoint ? 0 : 1;
        }
    }
    const auto exponent = exponentOf(text.substr(at));
    if (!exponent) {
        return std::nullopt;
    }
    digits = std::clamp(digits, -kMostPower, kMostPower) - std::clamp(*exponent, -kMostPower, kMostPower);
    return normal(negative ? -mantissa : mantissa, digits, false);
}

Amount amountOf(double value) {
    std::array<char, 32> text;
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value);
    return amountOf(std::string_view(text.data(), end)).value_or(Amount());
}

Amount times(Amount amount, int power) {
    return normal(amount.mantissa, amount.digits - power, amount.bounded);
}

Amount withDigits(Amount amount, int digits) {
    if (digits < amount.digits) {
        return {rounded(amount.mantissa, amount.digits - digits), digits, amount.bounded};
    }
    Amount finer = shifted(amount.mantissa, digits - amount.digits, amount.bounded);
    finer.digits = digits;
    return finer;
}

Amount difference(Amount a, Amount b) {
    const int digits = std::max(a.digits, b.digits);
    a = withDigits(a, digits);
    b = withDigits(b, digits);
    Amount result{0, digits, a.bounded || b.bounded};
    if (__builtin_sub_overflow(a.mantissa, b.mantissa, &result.mantissa)) {
        result = {a.mantissa < 0 ? INT64_MIN : INT64_MAX, digits, true};
    }
    return result;
}

} // namespace lanes::profile
