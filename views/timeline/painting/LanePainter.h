// Replays a draw list's rows into pixels: slices, density, profiles, counters and their texts.
#pragma once

#include "views/shared/painting/PaintTools.h"
#include "views/timeline/painting/DrawList.h"
#include "views/timeline/painting/TimelineGeometry.h"

#include <QImage>

#include <array>
#include <vector>

namespace lanes {

// How a draw list that was made for another range lies in the picture: x' = x * scale + shift. The identity when the
// list is the picture's own.
struct Stretch {
    double scale = 1;
    double shift = 0;
    [[nodiscard]] bool isNone() const { return scale == 1 && shift == 0; }
    [[nodiscard]] int map(int x, int width) const {
        return isNone() ? x : std::clamp(floored(x * scale + shift), 0, width);
    }

private:
    // std::floor is a call where SSE 4.1 is not asked for, and each run asks twice.
    [[nodiscard]] static int floored(double value) {
        const int cut = static_cast<int>(value);
        return cut - (value < cut ? 1 : 0);
    }
};
[[nodiscard]] Stretch stretchOf(const TimeScale& list, const TimeScale& picture);

// Where names stand on slices, as LanePainter paints them; none while it paints none. O(names in view).
[[nodiscard]] std::vector<QRect> namesIn(const DrawList& list, const TimelineGeometry& geometry,
                                         const TimeScale& scale, int scroll);

// Of what is not found while something is searched: towards the canvas.
inline constexpr double kDimmed = .72;

struct InstantPlace;

// One picture; cheap to make.
class LanePainter {
public:
    // `image` is RGB32 and has the size of `geometry`.
    LanePainter(QImage& image, const TimelineGeometry& geometry, PaintTools& tools);

    void paint(const DrawList& list, const TimeScale& scale, int scroll);

private:
    void paintRow(const DrawList& list, const DrawRow& row);
    void paintBand(const Band& band, int top, const std::vector<QRgb>& background);
    void paintFound(const Band& band, int top);
    void paintTorn(const Band& band, int top, const std::vector<QRgb>& background);
    template<class RunColor>
    void paintRising(const Band& band, int top, const RunColor& runColor);
    void paintLabels(QPainter& painter, const DrawList& list, const DrawRow& row);
    void paintRowTexts(QPainter& painter, const DrawList& list, const DrawRow& row);
    void paintCurve(const DrawList& list, const DrawRow& row, const CurveLine& line);
    [[nodiscard]] InstantPlace placeOf(const DrawRow& row, int top) const;
    void paintSteps(const DrawRow& row, int top);
    void paintFrames(QPainter& painter, const DrawRow& row, int top);
    [[nodiscard]] QRgb calm(QRgb color) const;
    void blurStates();
    void copyLines(const std::vector<QRgb>& line, int from, int to);
    void makeBackground(const TimeScale& scale);
    [[nodiscard]] QRgb profileColor(Hue hue, int level);
    [[nodiscard]] QRgb dimmed(QRgb color) const; // unless nothing is searched
    [[nodiscard]] QRgb boxColor(const SliceBox& box) const;
    [[nodiscard]] bool clipTo(const DrawRow& row);

    QImage& image_;
    const TimelineGeometry& geometry_;
    PaintTools& tools_;
    const DrawList* list_ = nullptr;
    int scroll_ = 0;
    int width_ = 0;
    int clipTop_ = 0;
    int clipBottom_ = 0;
    Stretch stretch_;
    double nsPerPixel_ = 1;
    std::array<std::array<QRgb, Band::kProfileLevels + 1>, kAllHues> profileColors_{}; // those asked for
    std::vector<QRgb> canvas_; // one line: canvas with the grid
    std::vector<QRgb> group_;
    std::vector<QRgb> line_;
    std::vector<QRgb> exact_;                // line_ before it was blurred
    std::vector<std::uint32_t> risingFrom_;  // by level: a run of a band that is as busy, and
    std::vector<std::uint32_t> risingAfter_; // by run: another of the same level
    std::vector<int> curveTop_;              // per column: where a curve's line begins
    std::vector<int> curveEdge_;             // and where its fill does
};

} // namespace lanes
