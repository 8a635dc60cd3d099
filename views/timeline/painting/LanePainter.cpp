#include "views/timeline/painting/LanePainter.h"

#include "model/trace/StateSamples.h"
#include "views/shared/painting/PaintTools.h"
#include "views/shared/painting/Ticks.h"
#include "views/shared/text/Text.h"
#include "views/timeline/painting/DrawList.h"
#include "views/timeline/painting/RulerPainter.h"

#include <QCoreApplication>
#include <QImage>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <span>
#include <utility>

namespace lanes {

// Where a row of instants is painted, in device pixels of the picture.
struct InstantPlace {
    QRect row;        // as wide as the slices' area
    QRect clip;       // the part of it that is in the picture
    Stretch stretch;  // of the columns
    bool dim = false; // something is searched: what is not it steps back
};

namespace {

constexpr double kRadius = 4; // of a knob
constexpr double kInset = 4;  // of a stem, above and below
constexpr double kNameRoom = 40;

int columnOf(const InstantPlace& place, std::size_t at, const DrawRow& row) {
    return place.row.left() + place.stretch.map(row.instants[at].mark.x, place.row.width());
}

// The middle of a mark's knob, kept in the row; nothing where its neighbours leave no room for it.
std::optional<int> knobAt(const InstantPlace& place, std::size_t at, const DrawRow& row, int radius) {
    const int x = columnOf(place, at, row);
    const bool before = at == 0 || x - columnOf(place, at - 1, row) >= 2 * radius;
    const bool after = at + 1 == row.instants.size() || columnOf(place, at + 1, row) - x >= 2 * radius;
    const int first = place.row.left() + radius;
    const int inside = std::clamp(x, first, std::max(first, place.row.right() - radius));
    return before && after ? std::optional(inside) : std::nullopt;
}

// A square on its corner, of whole pixels.
void paintKnob(QImage& image, const QRect& clip, QPoint centre, int radius, QRgb color) {
    for (int dy = -radius; dy <= radius; ++dy) {
        const int half = radius - std::abs(dy);
        fillRect(image, QRect(centre.x() - half, centre.y() + dy, 2 * half + 1, 1).intersected(clip), color);
    }
}

// A knob on a stem where there is room, stems alone where they stand close.
void paintInstants(QImage& image, PaintTools& tools, const DrawRow& row, const InstantPlace& place) {
    const Theme& theme = tools.theme;
    const int radius = tools.px(kRadius);
    const int hair = tools.metrics.hairline();
    const int top = place.row.top() + tools.px(kInset);
    const int bottom = place.row.bottom() + 1 - tools.px(kInset);
    const auto shown = [&](QRgb color, bool found) {
        return place.dim && !found ? mixed(color, opaque(theme.canvas), kDimmed) : color;
    };
    for (std::size_t i = 0; i < row.instants.size(); ++i) {
        const InstantKnob& knob = row.instants[i];
        const int x = columnOf(place, i, row);
        const QRgb stroke = shown(theme.stroke(knob.mark.hue), knob.found);
        fillRect(image, QRect(x, top, hair, bottom - top).intersected(place.clip), stroke);
        if (const auto middle = knobAt(place, i, row, radius)) {
            const QPoint centre(*middle, top + radius);
            paintKnob(image, place.clip, centre, radius, stroke);
            paintKnob(image, place.clip, centre, radius - hair, shown(theme.hue(knob.mark.hue), knob.found));
        }
        if (knob.found) {
            const int height = tools.px(2);
            const QRect bar(x - height, place.row.bottom() - height, 2 * height + hair, height);
            fillRect(image, bar.intersected(place.clip), opaque(theme.match));
        }
    }
}

void paintInstantNames(QPainter& painter, PaintTools& tools, const DrawList& list, const DrawRow& row,
                       const InstantPlace& place) {
    const TimelineRows& rows = *list.request.rows;
    const Trace& trace = rows.trace();
    const InstantLane& lane = rows.instantsOf(rows.rows()[static_cast<std::size_t>(row.row)]);
    int free = place.row.left(); // from here on nothing is written yet
    for (std::size_t i = 0; i < row.instants.size(); ++i) {
        const InstantKnob& knob = row.instants[i];
        const auto middle = knobAt(place, i, row, tools.px(kRadius));
        if (!middle) {
            free = columnOf(place, i, row);
            continue;
        }
        const auto count = static_cast<std::int64_t>(knob.mark.count);
        const QString name = toQString(trace.text(trace.points().name[lane.at(knob.mark.first).point]));
        const QString text = count == 1 ? name
                                        : QCoreApplication::translate("InstantPainter", "%1 instants",
                                                                      nullptr, pluralOf(count))
                                              .arg(countText(count));
        const TextLook look{Fonts::kSmall, 400,
                            place.dim && !knob.found ? tools.theme.text3 : tools.theme.text2};
        const bool last = i + 1 == row.instants.size();
        const int beside = tools.px(kRadius + 4);
        const int end = last ? place.row.right() : columnOf(place, i + 1, row) - beside;
        if (const int left = *middle + beside; end - tools.px(4) - left >= tools.px(kNameRoom)) {
            const QRect box(left, place.row.top(), end - tools.px(4) - left, place.row.height());
            free = left + paintText(painter, tools, box, text, look);
        } else if (const int width = textWidth(tools, text, look);
                   last && *middle - beside - width > free + tools.px(12)) { // at the picture's edge
            paintText(painter, tools, {*middle - beside - width, place.row.top(), width, place.row.height()},
                      text, look);
        }
    }
}

using Kind = TimelineRow::Kind;

constexpr int kGapFrom = 4; // boxes at least so wide keep a hairline free at their right
constexpr double kLineStrength = .8;
constexpr std::uint32_t kNoRun = 0xffffffffu;

} // namespace

Stretch stretchOf(const TimeScale& list, const TimeScale& picture) {
    if (list.length() == picture.length() && list.width() == picture.width()) {
        return {1, double(picture.toPixel(list.toTime(0)))};
    }
    return {list.nsPerPixel() / picture.nsPerPixel(), picture.toPixelExact(list.toTime(0))};
}

std::vector<QRect> namesIn(const DrawList& list, const TimelineGeometry& geometry, const TimeScale& scale,
                           int scroll) {
    const Stretch stretch = stretchOf(list.scale, scale);
    std::vector<QRect> names;
    for (const DrawRow& row : stretch.scale == 1 ? std::span(list.rows) : std::span<const DrawRow>()) {
        const int top = geometry.ruler + list.screenTop(row, scroll);
        if (top >= geometry.height || top + row.height <= geometry.ruler) {
            continue;
        }
        for (const Band& band : row.bands) {
            for (const BoxLabel& label : band.labels) {
                QRect name;
                for (const TextPart& part : std::span(list.parts).subspan(label.first, label.count)) {
                    name |= QRect(geometry.head + static_cast<int>(stretch.shift) + part.x,
                                  top + band.y + label.top, part.width, part.text->image.height());
                }
                names.push_back(name);
            }
        }
    }
    return names;
}

LanePainter::LanePainter(QImage& image, const TimelineGeometry& geometry, PaintTools& tools)
    : image_(image)
    , geometry_(geometry)
    , tools_(tools)
    , width_(geometry.lanesWidth()) {}

void LanePainter::makeBackground(const TimeScale& scale) {
    const auto width = static_cast<std::size_t>(width_);
    canvas_.assign(width, opaque(tools_.theme.canvas));
    group_.assign(width, opaque(tools_.theme.groupBg));
    const TimeNs step = rulerStep(scale, tools_.metrics);
    for (const TimeNs t : ticksIn(scale.range(), step)) {
        const int x = scale.toPixel(t);
        for (int i = x; i < std::min(width_, x + tools_.metrics.hairline()); ++i) {
            canvas_[static_cast<std::size_t>(i)] = opaque(tools_.theme.grid);
        }
    }
}

void LanePainter::paint(const DrawList& list, const TimeScale& scale, int scroll) {
    list_ = &list;
    scroll_ = scroll;
    stretch_ = stretchOf(list.scale, scale);
    nsPerPixel_ = scale.nsPerPixel();
    makeBackground(scale);
    int bottom = geometry_.ruler + list.pinnedHeight + list.contentHeight - scroll;
    for (const DrawRow& row : list.rows) {
        if (clipTo(row)) {
            paintRow(list, row);
        }
    }
    clipTop_ = geometry_.ruler;
    clipBottom_ = geometry_.height;
    bottom = std::max(bottom, geometry_.ruler);
    copyLines(canvas_, bottom, geometry_.height);

    QPainter painter(&image_);
    for (const DrawRow& row : list.rows) {
        if (clipTo(row)) {
            painter.setClipRect(geometry_.head, clipTop_, width_, clipBottom_ - clipTop_);
            paintRowTexts(painter, list, row);
        }
    }
}

// The part of the picture that a row may paint; false if none.
bool LanePainter::clipTo(const DrawRow& row) {
    const int top = geometry_.ruler + list_->screenTop(row, scroll_);
    clipTop_ = std::max(top, geometry_.ruler + (row.pinned ? 0 : list_->pinnedHeight));
    clipBottom_ = std::min(top + row.height, geometry_.height);
    return clipTop_ < clipBottom_;
}

void LanePainter::copyLines(const std::vector<QRgb>& line, int from, int to) {
    from = std::max(from, clipTop_);
    to = std::min(to, clipBottom_);
    if (from >= to) {
        return;
    }
    // Asked for once: an image looks each time whether others hold it.
    auto* at = reinterpret_cast<QRgb*>(image_.scanLine(from)) + geometry_.head;
    const std::ptrdiff_t stride = image_.bytesPerLine() / std::ptrdiff_t{sizeof(QRgb)};
    for (int y = from; y < to; ++y, at += stride) {
        std::memcpy(at, line.data(), static_cast<std::size_t>(width_) * sizeof(QRgb));
    }
}

void LanePainter::paintRow(const DrawList& list, const DrawRow& row) {
    const TimelineRow& r = list.request.rows->rows()[static_cast<std::size_t>(row.row)];
    const int top = geometry_.ruler + list.screenTop(row, scroll_);
    const bool frames = !row.outerFrames.empty();
    const auto& background = r.kind == Kind::Process || r.kind == Kind::Device || frames ? group_ : canvas_;
    int y = top;
    for (const Band& band : row.bands) {
        copyLines(background, y, top + band.y);
        paintBand(band, top + band.y, background);
        y = top + band.y + band.height;
    }
    copyLines(background, y, top + row.height);
    for (const CurveLine& line : row.curves) {
        paintCurve(list, row, line);
    }
    paintSteps(row, top);
    paintInstants(image_, tools_, row, placeOf(row, top));
    const int hair = tools_.metrics.hairline();
    const QRgb line = mixed(background.front(), opaque(tools_.theme.line), kLineStrength);
    const QRect separator(geometry_.head, top + row.height - hair, width_, hair);
    fillRect(image_, separator.intersected({0, clipTop_, geometry_.width, clipBottom_ - clipTop_}), line);
}

// Thousands of runs have some dozens of colours: each is mixed once.
QRgb LanePainter::profileColor(Hue hue, int level) {
    const auto at = static_cast<std::size_t>(std::clamp(level, 0, Band::kProfileLevels));
    QRgb& color = profileColors_[static_cast<std::size_t>(hue)][at];
    if (color == 0) { // which no opaque one is
        const double share = double(level) / Band::kProfileLevels;
        const double strength = tools_.theme.dark ? .12 + .40 * share : .25 + .60 * share;
        color = mixed(opaque(tools_.theme.canvas), tools_.theme.hue(hue), strength);
    }
    return color;
}

QRgb LanePainter::dimmed(QRgb color) const {
    return list_->filtered() ? mixed(color, opaque(tools_.theme.canvas), kDimmed) : color;
}

QRgb LanePainter::boxColor(const SliceBox& box) const {
    const QRgb fill = tools_.theme.hue(box.hue, box.shade);
    return list_->filtered() && list_->found(box.slice) ? fill : dimmed(fill);
}

// Where a thread is says less than what it works.
QRgb LanePainter::calm(QRgb color) const {
    const double towardsCanvas = tools_.theme.dark ? .5 : .35;
    return mixed(color, opaque(tools_.theme.canvas), towardsCanvas);
}

// Each pixel of line_ becomes the mean of those that a sample may be off. O(width).
void LanePainter::blurStates() {
    constexpr int kLeast = 2; // pixels that can be seen
    const double reach = double(kStatesEvery) / nsPerPixel_ / 2;
    const auto width = static_cast<std::ptrdiff_t>(line_.size());
    const auto radius = static_cast<std::ptrdiff_t>(std::min(reach, double(width)));
    if (radius < kLeast) {
        return;
    }
    exact_ = line_;
    std::array<std::int64_t, 3> sum{};
    std::int64_t count = 0;
    const auto take = [&](std::ptrdiff_t x, std::int64_t sign) {
        if (x >= 0 && x < width) {
            const QRgb color = exact_[static_cast<std::size_t>(x)];
            sum[0] += sign * qRed(color);
            sum[1] += sign * qGreen(color);
            sum[2] += sign * qBlue(color);
            count += sign;
        }
    };
    for (std::ptrdiff_t x = 0; x < radius; ++x) {
        take(x, 1);
    }
    for (std::ptrdiff_t x = 0; x < width; ++x) {
        take(x + radius, 1);
        take(x - radius - 1, -1);
        line_[static_cast<std::size_t>(x)] =
            qRgb(static_cast<int>(sum[0] / count), static_cast<int>(sum[1] / count),
                 static_cast<int>(sum[2] / count));
    }
}

void LanePainter::paintBand(const Band& band, int top, const std::vector<QRgb>& background) {
    const bool profile = band.paint == Band::Paint::Profile;
    const int hair = tools_.metrics.hairline();
    const auto shown = [&](QRgb color) { return band.states ? calm(color) : color; };
    const auto runColor = [&](const DensityRun& run) {
        return shown(dimmed(profile ? profileColor(run.hue, run.level) : tools_.theme.hue(run.hue)));
    };
    // Boxes and full columns stand in one template line that is copied.
    line_ = background;
    for (const SliceBox& box : band.pixels.boxes) {
        const int x0 = stretch_.map(box.x0, width_);
        const int x1 = stretch_.map(box.x1, width_);
        const int gap = x1 - x0 >= kGapFrom * hair && !profile && !band.states ? hair : 0;
        fillPixels(line_.data() + x0, x1 - x0 - gap,
                   profile ? dimmed(profileColor(box.hue, Band::kProfileLevels)) : shown(boxColor(box)));
    }
    risingFrom_.assign(static_cast<std::size_t>(band.height), kNoRun);
    risingAfter_.resize(band.pixels.runs.size());
    for (std::uint32_t i = 0; i < band.pixels.runs.size(); ++i) {
        const DensityRun& run = band.pixels.runs[i];
        if (profile || run.level >= band.height) {
            const int x0 = stretch_.map(run.x, width_);
            fillPixels(line_.data() + x0, stretch_.map(run.x + run.width, width_) - x0, runColor(run));
        } else {
            risingAfter_[i] = std::exchange(risingFrom_[run.level], i);
        }
    }
    if (band.states) {
        blurStates();
    }
    paintRising(band, top, runColor);
    if (profile) {
        return;
    }
    paintTorn(band, top, background);
    if (list_->filtered()) {
        paintFound(band, top);
    }
}

// Columns as high as they are busy: from line to line only those change that begin there, and the rest of a line is the one
// above it. What it takes hardly depends on how many there are.
template<class RunColor>
void LanePainter::paintRising(const Band& band, int top, const RunColor& runColor) {
    int painted = top;
    for (int level = band.height - 1; level > 0; --level) {
        std::uint32_t i = risingFrom_[static_cast<std::size_t>(level)];
        if (i == kNoRun) {
            continue;
        }
        const int y = top + band.height - level;
        copyLines(line_, std::exchange(painted, y), y);
        for (; i != kNoRun; i = risingAfter_[i]) {
            const DensityRun& run = band.pixels.runs[i];
            const int x0 = stretch_.map(run.x, width_);
            fillPixels(line_.data() + x0, stretch_.map(run.x + run.width, width_) - x0, runColor(run));
        }
    }
    copyLines(line_, painted, top + band.height);
}

// Slices that have not ended end torn: teeth of two lengths, cut out of the box.
void LanePainter::paintTorn(const Band& band, int top, const std::vector<QRgb>& background) {
    const int tooth = tools_.px(2);
    for (const std::uint32_t i : band.open) {
        const SliceBox& box = band.pixels.boxes[i];
        const int x1 = stretch_.map(box.x1, width_);
        const int x0 = stretch_.map(box.x0, width_);
        for (int y = std::max(top, clipTop_); y < std::min(top + band.height, clipBottom_); ++y) {
            const int cut = std::min(tools_.px((y - top) / tooth % 2 == 0 ? 2 : 6), x1 - x0);
            std::memcpy(reinterpret_cast<QRgb*>(image_.scanLine(y)) + geometry_.head + x1 - cut,
                        background.data() + x1 - cut, static_cast<std::size_t>(cut) * sizeof(QRgb));
        }
    }
}

void LanePainter::paintFound(const Band& band, int top) {
    const QRect clip(geometry_.head, clipTop_, width_, clipBottom_ - clipTop_);
    const int height = tools_.px(2);
    const auto tick = [&](int x0, int x1) {
        const QRect bar(geometry_.head + x0, top + band.height - height, std::max(1, x1 - x0), height);
        fillRect(image_, bar.intersected(clip), opaque(tools_.theme.match));
    };
    for (const SliceBox& box : band.pixels.boxes) {
        if (list_->found(box.slice)) {
            tick(stretch_.map(box.x0, width_), stretch_.map(box.x1, width_) - tools_.metrics.hairline());
        }
    }
    for (const std::uint16_t x : band.found) {
        tick(stretch_.map(x, width_), stretch_.map(x + 1, width_));
    }
}

void LanePainter::paintCurve(const DrawList& list, const DrawRow& row, const CurveLine& line) {
    const TimelineCurve& curve = list.request.rows->curves()[line.curve];
    const QRgb color = curve.quiet ? opaque(tools_.theme.text3) : tools_.theme.hue(curve.hue);
    const double strength = curve.quiet ? .10 : curve.unit == QLatin1String("bytes") ? .35 : .30;
    const int hair = tools_.metrics.hairline();
    const int base = geometry_.ruler + list.screenTop(row, scroll_) + row.height - tools_.px(2);
    const auto width = static_cast<std::size_t>(width_);
    curveTop_.assign(width, base);
    curveEdge_.assign(width, base);
    int last = -1;
    int highest = base;
    for (int c = 0; c < static_cast<int>(line.top.size()); ++c) {
        const int level = base - line.top[static_cast<std::size_t>(c)];
        const int before = last < 0 ? level : last; // the line joins its neighbour's height
        last = level;
        const int x0 = stretch_.map(c, width_);
        const int x1 = stretch_.map(c + 1, width_);
        for (int x = x0; x < x1; ++x) {
            const int joined = x == x0 ? before : level;
            curveTop_[static_cast<std::size_t>(x)] = std::min(level, joined);
            curveEdge_[static_cast<std::size_t>(x)] =
                std::max(level + hair, joined + (joined > level ? 1 : 0));
        }
        highest = std::min({highest, level, before});
    }
    for (int y = std::max(highest, clipTop_); y < std::min(base, clipBottom_); ++y) {
        auto* at = reinterpret_cast<QRgb*>(image_.scanLine(y)) + geometry_.head;
        fillBelow(at, curveTop_, curveEdge_, y, color, strength);
    }
}

void LanePainter::paintSteps(const DrawRow& row, int top) {
    const int hair = tools_.metrics.hairline();
    for (const StepBlock& step : row.steps) {
        const int x0 = geometry_.head + stretch_.map(step.x0, width_);
        const int x1 = geometry_.head + stretch_.map(step.x1, width_);
        const QRect block(x0, top + tools_.px(4), x1 - x0 - hair, row.height - tools_.px(8));
        fillRect(image_, block.intersected({0, clipTop_, geometry_.width, clipBottom_ - clipTop_}),
                 opaque(tools_.theme.track));
    }
}

InstantPlace LanePainter::placeOf(const DrawRow& row, int top) const {
    return {{geometry_.head, top, width_, row.height},
            {geometry_.head, clipTop_, width_, clipBottom_ - clipTop_},
            stretch_,
            list_->filtered()};
}

// --- texts ---

void LanePainter::paintRowTexts(QPainter& painter, const DrawList& list, const DrawRow& row) {
    const int top = geometry_.ruler + list.screenTop(row, scroll_);
    const TimelineRow& r = list.request.rows->rows()[static_cast<std::size_t>(row.row)];
    if (stretch_.scale == 1) { // while zooming texts follow with the next list
        paintLabels(painter, list, row);
    }
    for (const StepBlock& block : row.steps) {
        const Step& step = list.request.rows->steps()[block.step];
        const int x0 = geometry_.head + stretch_.map(block.x0, width_);
        const int x1 = geometry_.head + stretch_.map(block.x1, width_);
        const QRect room(x0 + tools_.px(6), top, x1 - x0 - tools_.px(10), row.height);
        if (room.width() < tools_.px(12)) {
            continue;
        }
        const int used =
            paintText(painter, tools_, room, toQString(step.label), {Fonts::kSmall, 600, tools_.theme.text});
        if (room.width() - used > tools_.px(70)) {
            paintText(painter, tools_, room.adjusted(used + tools_.px(6), 0, 0, 0),
                      durationText(step.range.length()), {Fonts::kSmall, 400, tools_.theme.text2});
        }
    }
    if (r.kind == Kind::Instants) {
        paintInstantNames(painter, tools_, list, row, placeOf(row, top));
    }
    if (r.kind == Kind::Counter && !row.curves.empty()) {
        const TimelineCurve& curve = list.request.rows->curves()[row.curves.front().curve];
        const QString axis = quantityText(row.curveTop, curve.unit);
        const TextLook look{Fonts::kAxis, 400, tools_.theme.text2};
        QColor veil = tools_.theme.canvas;
        veil.setAlphaF(.92F); // a curve at the top would strike it through
        painter.fillRect(geometry_.head, top + tools_.px(2), textWidth(tools_, axis, look) + tools_.px(8),
                         tools_.px(14), veil);
        paintText(painter, tools_, {geometry_.head + tools_.px(4), top + tools_.px(2), width_, tools_.px(14)},
                  axis, look);
    }
    paintFrames(painter, row, top);
}

void LanePainter::paintLabels(QPainter& painter, const DrawList& list, const DrawRow& row) {
    const int top = geometry_.ruler + list.screenTop(row, scroll_);
    const int shift = geometry_.head + static_cast<int>(stretch_.shift);
    for (const Band& band : row.bands) {
        for (const BoxLabel& label : band.labels) {
            for (std::uint32_t p = label.first; p < label.first + label.count; ++p) {
                const TextPart& part = list.parts[p];
                painter.drawImage(QPoint(shift + part.x, top + band.y + label.top), part.text->image,
                                  QRect(part.from, 0, part.width, part.text->image.height()));
            }
        }
    }
}

void LanePainter::paintFrames(QPainter& painter, const DrawRow& row, int top) {
    if (row.outerFrames.empty()) {
        return;
    }
    const auto count = static_cast<int>(row.outerFrames.size());
    const QString lead =
        QCoreApplication::translate("LanePainter", "%n frames fill the view", nullptr, count);
    int x = geometry_.head + tools_.px(6);
    const auto text = [&](const QString& t, const TextLook& look) {
        x += paintText(painter, tools_, {x, top, geometry_.width - x, row.height}, t, look);
    };
    text(lead, {Fonts::kSmall, 500, tools_.theme.text2});
    x += tools_.px(10);
    // The innermost say most: as many of them as there is room for.
    const TextLook quiet{Fonts::kSmall, 400, tools_.theme.text2};
    int first = count;
    int room = geometry_.width - x - tools_.px(8);
    while (first > 0) {
        const int need =
            textWidth(tools_, row.outerFrames[static_cast<std::size_t>(first - 1)], quiet) + tools_.px(16);
        if (need > room) {
            break;
        }
        room -= need;
        --first;
    }
    for (int i = first; i < count; ++i) {
        if (i > first) {
            paintIcon(painter, tools_, x, top + (row.height - tools_.px(10)) / 2, QStringLiteral("right"), 10,
                      tools_.theme.text3);
            x += tools_.px(13);
        }
        text(row.outerFrames[static_cast<std::size_t>(i)],
             {Fonts::kSmall, 400, i + 1 < count ? tools_.theme.text2 : tools_.theme.text});
        x += tools_.px(3);
    }
}

} // namespace lanes
