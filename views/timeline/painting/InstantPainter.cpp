#include "views/timeline/painting/InstantPainter.h"

#include "views/shared/text/Text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace lanes {

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

} // namespace

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

} // namespace lanes
