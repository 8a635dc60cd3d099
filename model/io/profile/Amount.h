// The numbers of profiles, which tools write as whole ones, as decimals or with an exponent: kept as decimals, never through a double.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lanes::profile {

// mantissa / 10^digits. Digits are 0 to 9; what is finer is rounded.
struct Amount {
    static constexpr int kMostDigits = 9;

    std::int64_t mantissa = 0;
    int digits = 0;
    bool bounded = false; // it was beyond 64 bits, and is the last number within
};

// A number of JSON. Nothing: it is none.
[[nodiscard]] std::optional<Amount> amountOf(std::string_view text);
[[nodiscard]] Amount amountOf(double value);
// 10^power times as much: 9 makes nanoseconds of seconds.
[[nodiscard]] Amount times(Amount amount, int power);
// With so many digits; rounded half away from zero where it had more.
[[nodiscard]] Amount withDigits(Amount amount, int digits);
[[nodiscard]] Amount difference(Amount a, Amount b);

} // namespace lanes::profile
