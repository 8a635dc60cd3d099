// Positions of the user's marks in the picture. Painter and mouse use the same list.
#pragma once

#include "model/base/TimeScale.h"
#include "views/shared/painting/PaintTools.h"
#include "views/shared/session/SessionMarks.h"
#include "views/timeline/painting/TimelineGeometry.h"

#include <QRect>
#include <QString>

#include <cstdint>
#include <vector>

namespace lanes {

// Lengths in device pixels.
struct MarkFlag {
    std::uint64_t mark = 0;
    bool current = false;
    int begin = 0; // x of the line over the rows, maybe beside the picture
    int end = 0;   // x of the line at the end of a range; a moment: same as `begin`
    QRect box;     // flag in the ruler, with the name; empty if its begin is out of view
    QString name;  // empty: no name, or no room for it
};

// In order of time. O(user's marks).
[[nodiscard]] std::vector<MarkFlag> markFlags(const SessionMarks& marks, const TimelineGeometry& geometry,
                                              PaintTools& tools, const TimeScale& scale);

// Returns the mark whose flag is at the point; 0: none.
[[nodiscard]] std::uint64_t markAt(const std::vector<MarkFlag>& flags, QPoint device);

void paintMarkLines(QPainter& painter, const std::vector<MarkFlag>& flags, const TimelineGeometry& geometry,
                    PaintTools& tools);
void paintMarkFlags(QPainter& painter, const std::vector<MarkFlag>& flags, PaintTools& tools);

} // namespace lanes
