#include "views/timeline/painting/HeaderPainter.h"

#include "views/shared/look/Shapes.h"
#include "views/shared/text/Text.h"

#include <QCoreApplication>

#include <algorithm>
#include <set>

namespace lanes {

namespace {

using Kind = TimelineRow::Kind;

class Head {
public:
    Head(QPainter& painter, PaintTools& tools, const TimelineRow& row, const DrawRow& drawn, QRect area)
        : painter_(painter)
        , tools_(tools)
        , theme_(tools.theme)
        , row_(row)
        , drawn_(drawn)
        , area_(area)
        , lineHeight_(std::min(area.height(), tools.px(28)))
        , lineTop_(area.height() <= tools.px(32) ? area.top() + (area.height() - lineHeight_) / 2
                                                 : area.top() + tools.px(2))
        , right_(area.right() + 1 - tools.px(8)) {}

    void paint(const QString& label, bool lit, bool pinned) {
        int x = tools_.px(8 + 12 * row_.indent);
        if (row_.hasChildren) {
            paintIcon(painter_, tools_, x, centred(12),
                      drawn_.folded ? QStringLiteral("right") : QStringLiteral("down"), 12, theme_.text3);
        }
        x += tools_.px(16);
        if (!row_.icon.isEmpty()) {
            paintIcon(painter_, tools_, x, centred(16), row_.icon, 16, theme_.text2);
            x += tools_.px(22);
        } else {
            painter_.setRenderHint(QPainter::Antialiasing);
            fillRounded(painter_, QRectF(x + tools_.px(4), centred(8), tools_.px(8), tools_.px(8)),
                        tools_.px(2), theme_.hueColor(row_.dot));
            x += tools_.px(20);
        }
        paintFigures(x + textWidth(tools_, label, nameLook(lit)));
        if (pinned) {
            paintIcon(painter_, tools_, right_ - tools_.px(14), centred(12), QStringLiteral("pin"), 12,
                      theme_.accent);
            right_ -= tools_.px(18);
        }
        paintNames(x, label, lit);
    }

private:
    [[nodiscard]] int centred(double size) const { return lineTop_ + (lineHeight_ - tools_.px(size)) / 2; }

    [[nodiscard]] TextLook nameLook(bool lit) const {
        const bool group = row_.kind == Kind::Process || row_.kind == Kind::Device;
        const int weight = group ? 600 : row_.icon.isEmpty() ? 400 : 500;
        return {Fonts::kBody, weight, !row_.icon.isEmpty() || lit ? theme_.text : theme_.text2};
    }

    // `nameEnd`: where the name ends if it is not cut. It needs no cut as long as the bar gives way: "Stream 7 (sync)" is not
    // "Stream 7".
    void paintFigures(int nameEnd) {
        if (drawn_.busy >= 0) {
            const QRect number(right_ - tools_.px(36), lineTop_, tools_.px(36), lineHeight_);
            const bool something = drawn_.busy >= .005;
            paintText(painter_, tools_, number,
                      percentText(drawn_.busy, drawn_.busy > 0 && drawn_.busy < .0995 ? 1 : 0),
                      {Fonts::kSmall, 400, something ? theme_.text2 : theme_.text3, TextAlign::Right});
            right_ -= tools_.px(39);
            if (nameEnd > right_ - tools_.px(36)) {
                return;
            }
            const int width = tools_.px(32);
            const QRect bar(right_ - tools_.px(33), lineTop_ + lineHeight_ / 2 - tools_.px(1.5), width,
                            tools_.px(3));
            painter_.fillRect(bar, theme_.track);
            painter_.fillRect(bar.x(), bar.y(), std::max(1, qRound(width * drawn_.busy)), bar.height(),
                              theme_.text3);
            right_ -= tools_.px(36);
        } else if (!row_.value.isEmpty()) {
            right_ -=
                paintText(painter_, tools_, {right_ - tools_.px(110), lineTop_, tools_.px(110), lineHeight_},
                          row_.value, {Fonts::kSmall, 500, theme_.text, TextAlign::Right}) +
                tools_.px(8);
        }
    }

    void paintNames(int x, const QString& label, bool lit) {
        const int used =
            paintText(painter_, tools_, {x, lineTop_, right_ - x, lineHeight_}, label, nameLook(lit));
        const TextLook quiet{Fonts::kSmall, 400, theme_.text3};
        const int left = right_ - x - used - tools_.px(6);
        // A second name shows whole or not at all.
        if (!row_.sub.isEmpty() && textWidth(tools_, row_.sub, quiet) <= left) {
            paintText(painter_, tools_, {x + used + tools_.px(6), lineTop_, left, lineHeight_}, row_.sub,
                      quiet);
        }
        const QString& note = drawn_.note.isEmpty() ? row_.note : drawn_.note;
        if (!note.isEmpty() && area_.height() >= tools_.px(40)) {
            paintText(painter_, tools_,
                      {x, lineTop_ + tools_.px(17), area_.right() - x - tools_.px(8), tools_.px(20)}, note,
                      quiet);
        }
    }

    QPainter& painter_;
    PaintTools& tools_;
    const Theme& theme_;
    const TimelineRow& row_;
    const DrawRow& drawn_;
    QRect area_;
    int lineHeight_;
    int lineTop_;
    int right_;
};

} // namespace

QRect chevronRect(const TimelineRow& row, int top, const Metrics& metrics) {
    return row.hasChildren ? QRect(metrics.px(4 + 12 * row.indent), top, metrics.px(20), metrics.px(24))
                           : QRect();
}

std::vector<int> rowsOf(const TimelineRows& rows, const Related& related) {
    std::set<int> found;
    const auto add = [&](SliceId slice) {
        if (const auto lane = rows.lod()->laneOf(slice)) {
            found.insert(rows.rowOfLane(*lane));
        }
    };
    add(related.selected);
    std::ranges::for_each(related.slices, add);
    return {found.begin(), found.end()};
}

void paintHeaders(QImage& image, const TimelineGeometry& geometry, PaintTools& tools, const DrawList& list,
                  int scroll, const HeaderState& state) {
    const Theme& theme = tools.theme;
    const int hair = tools.metrics.hairline();
    const int bottom =
        std::max(geometry.ruler, geometry.ruler + list.pinnedHeight + list.contentHeight - scroll);
    fillRect(image, {0, bottom, geometry.head, geometry.height - bottom}, opaque(theme.panel));
    QPainter painter(&image);
    for (const DrawRow& drawn : list.rows) {
        const int top = geometry.ruler + list.screenTop(drawn, scroll);
        const int clipTop = std::max(top, geometry.ruler + (drawn.pinned ? 0 : list.pinnedHeight));
        const int clipBottom = std::min(top + drawn.height, geometry.height);
        if (clipTop >= clipBottom) {
            continue;
        }
        const TimelineRow& row = list.request.rows->rows()[static_cast<std::size_t>(drawn.row)];
        const QRect area(0, top, geometry.head - hair, drawn.height);
        const QRect visible(0, clipTop, geometry.head - hair, clipBottom - clipTop);
        const bool lit = std::ranges::binary_search(state.lit, drawn.row);
        const bool group = row.kind == Kind::Process || row.kind == Kind::Device;
        fillRect(image, visible,
                 opaque(state.hovered == drawn.row ? theme.hover
                        : group                    ? theme.groupBg
                                                   : theme.panel));
        if (lit) {
            fillRect(image, visible.intersected({0, top, tools.px(2), drawn.height}), opaque(theme.accent));
        }
        painter.setClipRect(visible);
        const bool frames = !drawn.outerFrames.empty();
        const QString label =
            frames ? QCoreApplication::translate("HeaderPainter", "Outer frames") : row.label;
        Head(painter, tools, row, drawn, area).paint(label, lit, drawn.pinned && !frames && !row.pins);
        fillRect(image, QRect(0, top + drawn.height - hair, geometry.head, hair).intersected(visible),
                 opaque(theme.line));
        if (state.focused == drawn.row && !frames && !state.led) {
            strokeRounded(painter, area, 0, theme.accent, 2 * hair);
        }
    }
    painter.end();
    if (state.dropLine >= geometry.ruler) {
        fillRect(image, {0, state.dropLine - tools.px(1), geometry.head, tools.px(2)}, opaque(theme.accent));
    }
    fillRect(image, {geometry.head - hair, geometry.ruler, hair, geometry.rowsHeight()}, opaque(theme.line2));
}

} // namespace lanes
