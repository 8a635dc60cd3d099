#include "model/trace/args/ArgNumber.h"

#include <charconv>
#include <cmath>
#include <string>

namespace lanes {

namespace {

constexpr std::int64_t kExact = std::int64_t{1} << 53; // a double holds every integer up to here

template<class Number>
std::optional<Number> readAll(std::string_view text) {
    if (text.starts_with('+')) {
        text.remove_prefix(1);
    }
    Number number{};
    const char* const end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && at == end ? std::optional(number) : std::nullopt;
}

std::string_view withoutSpace(std::string_view text) {
    constexpr std::string_view kSpace = " \t\r\n";
    const std::size_t first = text.find_first_not_of(kSpace);
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

double decimal(std::int64_t mantissa, int digits) {
    static constexpr int kExactPower = 22; // 10^22 is the last power of ten that a double holds exactly
    if (mantissa > -kExact && mantissa < kExact && digits <= kExactPower) {
        return static_cast<double>(mantissa) / std::pow(10.0, digits); // rounds once
    }
    const std::string text = std::to_string(mantissa) + "e-" + std::to_string(digits);
    return readAll<double>(text).value_or(0);
}

std::optional<std::int64_t> whole(double number) {
    constexpr double kLimit = 9223372036854775808.0; // 2^63
    const bool fits = number >= -kLimit && number < kLimit && std::trunc(number) == number;
    return fits ? std::optional(static_cast<std::int64_t>(number)) : std::nullopt;
}

} // namespace

std::optional<double> numberOf(const ArgValue& value, std::string_view text) {
    switch (value.type) {
    case ArgValue::Type::Integer:
        return static_cast<double>(value.integer);
    case ArgValue::Type::Decimal:
        return decimal(value.integer, value.digits);
    case ArgValue::Type::Text: {
        const auto number = readAll<double>(withoutSpace(text));
        return number && std::isfinite(*number) ? number : std::nullopt;
    }
    case ArgValue::Type::Stack:
        break;
    }
    return std::nullopt;
}

std::optional<std::int64_t> wholeNumberOf(const ArgValue& value, std::string_view text) {
    if (value.type == ArgValue::Type::Integer) {
        return value.integer;
    }
    if (value.type == ArgValue::Type::Text) {
        if (const auto number = readAll<std::int64_t>(withoutSpace(text))) {
            return number;
        }
    }
    const auto number = numberOf(value, text);
    return number ? whole(*number) : std::nullopt;
}

} // namespace lanes
