// A place in a session as a text to pass on: "train.lanes#t=29.4ms..31.05ms".
#pragma once

#include "model/base/Time.h"

#include <QString>

#include <optional>

namespace lanes {

struct SessionReference {
    QString path;
    std::optional<TimeRange> range; // since the session's begin
};

// Exact to the nanosecond. `range` since the session's begin.
[[nodiscard]] QString referenceText(const QString& path, TimeRange range);
// A text without a place, or the name of a file that exists, is a path.
[[nodiscard]] SessionReference referenceOf(const QString& text);

} // namespace lanes
