// Renders the timeline into a picture without a window, for `lanescope render`, documentation and tests.
#pragma once

#include "model/trace/Trace.h"
#include "views/shared/look/Appearance.h"
#include "views/timeline/painting/OverlayPainter.h"
#include "views/timeline/rows/TimelineRows.h"

#include <QImage>
#include <QSize>

#include <memory>
#include <optional>

namespace lanes {

struct TimelineRenderOptions {
    QSize size{1440, 900};          // logical pixels
    double dpr = 1;                 // the picture has size x dpr pixels
    std::optional<TimeRange> range; // visible range; none: the whole session
    std::optional<TimeRange> brush;
    SliceId selection;
    std::shared_ptr<const SearchResult> found;
    RowSettings settings;
    std::optional<TimeNs> cursor;
    bool strip = true; // the overview strip on top
    QString title;     // title of the strip; empty: the name of the file
};

// Needs a QGuiApplication (offscreen suffices). It uses the fonts of the product if addBakedFonts() was called. O(slices) for
// the level of detail, then O(pixels). Blocks.
[[nodiscard]] QImage renderTimeline(const std::shared_ptr<const Trace>& trace,
                                    const TimelineRenderOptions& options, Appearance& appearance);

} // namespace lanes
