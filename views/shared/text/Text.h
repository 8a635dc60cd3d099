// Converts the model's numbers and texts into Qt's strings.
#pragma once

#include "model/base/Format.h"
#include "model/trace/Category.h"

#include <QString>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string_view>

namespace lanes {

class Trace;

// Texts come from files. Bytes that are not UTF-8 become replacement characters.
[[nodiscard]] inline QString toQString(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}
[[nodiscard]] inline QString durationText(TimeNs duration, int digits = 4) {
    return toQString(formatDuration(duration, digits));
}
[[nodiscard]] inline QString bytesText(std::int64_t bytes) {
    return toQString(formatBytes(bytes));
}
[[nodiscard]] inline QString countText(std::int64_t count) {
    return toQString(formatCount(count));
}
// Formats a value of a counter with its unit: "1.42 GiB" for "bytes", "3.1 MiB/s" for "bytes/s", "87.5 %", "70 W".
[[nodiscard]] QString quantityText(double value, const QString& unit);
// Returns the unit that a counter's series key names, or an empty text if the key is no unit. Lanescope's own recordings put
// the unit there; others put the name of one of several series there.
[[nodiscard]] QString counterUnit(const QString& key);
// The count that tr() needs to choose between "call" and "calls". The text itself shows the count as "%1", because tr()'s own
// "%n" puts no spaces between thousands.
[[nodiscard]] inline int pluralOf(std::int64_t count) {
    return static_cast<int>(std::clamp<std::int64_t>(count, 0, std::numeric_limits<int>::max()));
}
[[nodiscard]] inline QString percentText(double share, int digits = 1) {
    return toQString(formatPercent(share, digits));
}

// Formats a moment on an axis whose ticks are `step` apart: "30.300 ms". The unit follows from `span`, the number of digits
// from `step`. A negative moment has a true minus sign.
[[nodiscard]] QString momentText(TimeNs time, TimeNs step, TimeNs span);

// The kind of a slice for people: "Kernel", "Runtime call".
[[nodiscard]] QString kindText(EventKind kind);
// Formats a number to stand before a unit: "326 T". Up to 1e21 it has no exponent.
[[nodiscard]] QString magnitudeText(double value, int digits = 3);
// The meaning of a colour: "Matmul / conv". A category of the user has its own name.
[[nodiscard]] QString hueText(Hue hue, const Trace& trace);

} // namespace lanes
