// The model's numbers and texts as Qt's strings.
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

// Texts come from files: bytes that are not UTF-8 become replacement characters.
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
// A measured number with its unit, as counters have it: "1.42 GiB" of "bytes", "3.1 MiB/s" of "bytes/s", "87.5 %", "70 W".
[[nodiscard]] QString quantityText(double value, const QString& unit);
// The unit of a counter: recordings of our own have it where others name one of several series. Empty: it is no unit.
[[nodiscard]] QString counterUnit(const QString& key);
// What tr() wants to know of a count to choose between "call" and "calls", whose "%1" is the count's text: its own
// "%n" puts no spaces between thousands.
[[nodiscard]] inline int pluralOf(std::int64_t count) {
    return static_cast<int>(std::clamp<std::int64_t>(count, 0, std::numeric_limits<int>::max()));
}
[[nodiscard]] inline QString percentText(double share, int digits = 1) {
    return toQString(formatPercent(share, digits));
}

// A moment on an axis whose marks stand `step` apart: as many digits as the step needs, in the unit that
// `span` calls for ("30.300 ms"). With a true minus.
[[nodiscard]] QString momentText(TimeNs time, TimeNs step, TimeNs span);

// "Kernel", "Runtime call": what a slice is, for people.
[[nodiscard]] QString kindText(EventKind kind);
// "Matmul / conv": what a colour means.
// "326 T", to stand before a unit: never with an exponent up to 1e21.
[[nodiscard]] QString magnitudeText(double value, int digits = 3);
// Of a category; one of the user has its own name.
[[nodiscard]] QString hueText(Hue hue, const Trace& trace);

} // namespace lanes
