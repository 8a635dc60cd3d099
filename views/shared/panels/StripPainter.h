// The session at a glance: steps on top, devices above and host below one base line, and which part is visible. The
// same in every view.
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
    bool isEven = true; // neighbours take turns
};

// Density of a session for one width; made off the UI thread, once per snapshot and size.
struct StripPicture {
    std::shared_ptr<const LodIndex> lod;
    TimeRange span;
    int width = 0;
    LanePixels device;
    LanePixels host;
    int deviceHeight = 0;
    int hostHeight = 0;
    // Those that begin or end on a pixel of their own, in time order: two per pixel at most, however many there are.
    std::vector<StripStep> steps;
};

// Where things stand in the strip, in device pixels.
struct StripGeometry {
    static constexpr double kHeight = 56;
    static constexpr double kTitleWidth = 232; // left of it: the session's name

    QRect area;    // of the whole strip
    QRect picture; // of the densities, steps included
    int steps = 0; // height of the steps
    StripGeometry(int width, const Metrics& metrics);
    [[nodiscard]] int deviceHeight() const { return (picture.height() - steps) * 56 / 100; }
    [[nodiscard]] int hostHeight() const { return picture.height() - steps - deviceHeight() - 1; }
};

// O(pixels log events), and the steps. Asked to stop it ends after a lane, and what it returns is of no use.
[[nodiscard]] StripPicture makeStrip(std::shared_ptr<const LodIndex> lod, const StripGeometry& geometry,
                                     TimeRange span, const std::stop_token& stop = {});

struct StripState {
    TimeRange visible;
    std::optional<TimeRange> brush;
    std::vector<TimeNs> marks;
    std::vector<TimeNs> found; // moments at which something that was searched begins
    std::optional<TimeNs> selection;
    QString title;
    QString subtitle;
};

void paintStrip(QImage& image, PaintTools& tools, const StripGeometry& geometry, const StripPicture& picture,
                const StripState& state);

} // namespace lanes
