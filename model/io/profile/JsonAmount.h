// Numbers of Values, whole or written as a text, as amounts.
#pragma once

#include "model/io/plain/Values.h"
#include "model/io/profile/Amount.h"

#include <optional>

namespace lanes::profile {

// Nothing where it is no number.
[[nodiscard]] inline std::optional<Amount> amountOf(const plain::Values& values, plain::Value value) {
    const bool isWhole =
        value.type() == plain::Value::Type::Integer || value.type() == plain::Value::Type::BigInteger;
    return isWhole ? std::optional(Amount{*values.integer(value), 0}) : amountOf(values.plain(value));
}

} // namespace lanes::profile
