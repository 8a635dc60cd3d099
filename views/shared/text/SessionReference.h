// A place in a session, as a text to pass on: "train.lanes#t=29.4ms..31.05ms".
#pragma once

#include "model/base/Time.h"

#include <QString>

#include <optional>

namespace lanes {

struct SessionReference {
    QString path;
    std::optional<TimeRange> range; // since the begin of the session
};

// Exact to the nanosecond. `range` counts from the begin of the session.
[[nodiscard]] QString referenceText(const QString& path, TimeRange range);
// Parses a reference. A text without a place is a path, and so is the name of an existing file.
[[nodiscard]] SessionReference referenceOf(const QString& text);

} // namespace lanes
