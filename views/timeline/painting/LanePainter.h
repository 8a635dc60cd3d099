// Replays the rows of a draw list into pixels: slices, density, profiles, counters and their texts.
#pragma once

#include "views/shared/painting/PaintTools.h"
#include "views/timeline/painting/DrawList.h"
#include "views/timeline/painting/TimelineGeometry.h"

#include <QImage>

#include <array>
#include <vector>

namespace lanes {

// Maps a draw list made for another range into the picture: x' = x * scale + shift. It is the identity if the list was made for
// the picture's own range.
struct Stretch {
    double scale = 1;
    double shift = 0;
    [[nodiscard]] bool isNone() const { return scale == 1 && shift == 0; }
    [[nodiscard]] int map(int x, int width) const {
        return isNone() ? x : std::clamp(floored(x * scale + shift), 0, width);
    }

private:
    // Without SSE 4.1 std::floor is a function call, and each run would need two.
    [[nodiscard]] static int floored(double value) {
        const int cut = static_cast<int>(value);
        return cut - (value < cut ? 1 : 0);
    }
};
[[nodiscard]] Stretch stretchOf(const TimeScale& list, const TimeScale& picture);

// Returns the boxes of the names on slices, as LanePainter paints them. Empty while it paints no names. O(names in view).
[[nodiscard]] std::vector<QRect> namesIn(const DrawList& list, const TimelineGeometry& geometry,
                                         const TimeScale& scale, int scroll);

// Share of the canvas colour in slices that do not match the search.
inline constexpr double kDimmed = .72;

struct InstantPlace;

// Paints one picture; cheap to construct.
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
    [[nodiscard]] QRgb dimmed(QRgb color) const; // returns `color` itself if nothing is searched
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
    std::array<std::array<QRgb, Band::kProfileLevels + 1>, kAllHues> profileColors_{}; // filled on demand
    std::vector<QRgb> canvas_; // one line: canvas with the grid
    std::vector<QRgb> group_;
    std::vector<QRgb> line_;
    std::vector<QRgb> exact_;                // line_ before blurring
    std::vector<std::uint32_t> risingFrom_;  // by level: a run of a band as busy as the level
    std::vector<std::uint32_t> risingAfter_; // by run: the next run of the same level
    std::vector<int> curveTop_;              // per column: y where the line of the curve begins
    std::vector<int> curveEdge_;             // per column: y where the fill begins
};

} // namespace lanes
