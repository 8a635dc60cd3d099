// The whole session at a glance, the same in every view: steps on top, devices above and host below one base line, and a frame
// around the visible range.
#pragma once

#include "model/base/Time.h"
#include "model/lod/BusyLine.h"
#include "model/lod/LodIndex.h"
#include "views/shared/painting/PaintTools.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lanes {

struct StripStep {
    TimeRange range;
    std::string label;
    bool isEven = true; // neighbouring steps alternate
};

// The densities of a session for one width. Made off the UI thread, once per snapshot and size.
struct StripPicture {
    std::shared_ptr<const LodIndex> lod;
    TimeRange span;
    int width = 0;
    LanePixels device;
    LanePixels host;
    int deviceHeight = 0;
    int hostHeight = 0;
    // Steps that begin or end on a pixel of their own, in time order. There are at most two per pixel, however many steps the
    // session has.
    std::vector<StripStep> steps;
};

// The geometry of the strip, in device pixels.
struct StripGeometry {
    static constexpr double kHeight = 56;
    static constexpr double kTitleWidth = 232; // width of the session's name at the left

    QRect area;    // the whole strip
    QRect picture; // the densities, with the steps
    int steps = 0; // height of the steps
    StripGeometry(int width, const Metrics& metrics);
    [[nodiscard]] int deviceHeight() const { return (picture.height() - steps) * 56 / 100; }
    [[nodiscard]] int hostHeight() const { return picture.height() - steps - deviceHeight() - 1; }
};

// O(pixels log events), and the steps. After a stop request it returns at the next lane, and the result is unusable.
[[nodiscard]] StripPicture makeStrip(std::shared_ptr<const LodIndex> lod, const StripGeometry& geometry,
                                     TimeRange span, const std::stop_token& stop = {});

struct StripState {
    TimeRange visible;
    std::optional<TimeRange> brush;
    std::vector<TimeNs> marks;
    std::vector<TimeNs> found; // start times of found events, see SearchResult::moments
    std::optional<TimeNs> selection;
    QString title;
    QString subtitle;
};

void paintStrip(QImage& image, PaintTools& tools, const StripGeometry& geometry, const StripPicture& picture,
                const StripState& state);

} // namespace lanes
