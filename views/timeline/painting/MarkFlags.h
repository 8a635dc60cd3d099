// Where the user's marks stand in the picture: painter and mouse read the same list.
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

// Device pixels.
struct MarkFlag {
    std::uint64_t mark = 0;
    bool current = false;
    int begin = 0; // of the line over the rows, maybe beside the picture
    int end = 0;   // of the line at a range's end; begin: a moment
    QRect box;     // in the ruler, with the name; empty where its begin is not in the picture
    QString name;  // empty where there is none, or no room for it
};

// In order of time. O(the user's marks).
[[nodiscard]] std::vector<MarkFlag> markFlags(const SessionMarks& marks, const TimelineGeometry& geometry,
                                              PaintTools& tools, const TimeScale& scale);

// The mark whose flag is there; 0: none.
[[nodiscard]] std::uint64_t markAt(const std::vector<MarkFlag>& flags, QPoint device);

void paintMarkLines(QPainter& painter, const std::vector<MarkFlag>& flags, const TimelineGeometry& geometry,
                    PaintTools& tools);
void paintMarkFlags(QPainter& painter, const std::vector<MarkFlag>& flags, PaintTools& tools);

} // namespace lanes
