#include "model/sql/SqlTable.h"

#include <algorithm>
#include <cmath>

namespace lanes::sql {

namespace {

// Every double from here on is above all whole numbers of 64 bits.
constexpr double kPastInteger = 9223372036854775808.0;

std::int64_t clamped(double number) {
    return number >= kPastInteger   ? INT64_MAX
           : number < -kPastInteger ? INT64_MIN
                                    : static_cast<std::int64_t>(number);
}

} // namespace

void Interval::narrow(const Bound& bound) {
    const int type = sqlite3_value_type(bound.value);
    if (type == SQLITE_NULL) { // nothing compares with it
        *this = {1, 0};
        return;
    }
    if (type != SQLITE_INTEGER && type != SQLITE_FLOAT) {
        return;
    }
    const bool whole = type == SQLITE_INTEGER;
    const double number = sqlite3_value_double(bound.value);
    const std::int64_t floor = whole ? sqlite3_value_int64(bound.value) : clamped(std::floor(number));
    const std::int64_t ceiling = whole ? floor : clamped(std::ceil(number));
    switch (bound.term.compare) {
    case Compare::Equal:
        least = std::max(least, floor);
        most = std::min(most, ceiling);
        break;
    case Compare::Below:
    case Compare::AtMost:
        most = std::min(most, ceiling);
        break;
    case Compare::Above:
    case Compare::AtLeast:
        least = std::max(least, floor);
        break;
    case Compare::Like:
    case Compare::Glob:
        break;
    }
}

Interval intervalOf(std::span<const Bound> bounds, int column) {
    Interval interval;
    for (const Bound& bound : bounds) {
        if (bound.term.column == column) {
            interval.narrow(bound);
        }
    }
    return interval;
}

} // namespace lanes::sql
