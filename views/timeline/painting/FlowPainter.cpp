#include "views/timeline/painting/FlowPainter.h"

#include "views/shared/look/Shapes.h"
#include "views/shared/text/Text.h"
#include "views/timeline/painting/LanePainter.h"
#include "views/timeline/painting/OverlayPainter.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace lanes {

FlowPainter::FlowPainter(QPainter& painter, const TimelineGeometry& geometry, PaintTools& tools,
                         const DrawList& list, const TimeScale& scale, int scroll)
    : painter_(painter)
    , geometry_(geometry)
    , tools_(tools)
    , list_(list)
    , scale_(scale)
    , scroll_(scroll) {}

bool FlowPainter::inView(const QRect& rect) const {
    return rect.right() >= geometry_.head && rect.left() < geometry_.width &&
           rect.bottom() >= geometry_.ruler && rect.top() < geometry_.height;
}

TimeNs FlowPainter::apartOf(const Trace& trace, const Flow& flow) {
    return std::max<TimeNs>(0, trace.slice(flow.to).start - trace.slice(flow.from).start);
}

QString FlowPainter::chipText(const Flow& flow, bool forward) const {
    const Trace& trace = list_.request.rows->trace();
    const TimeNs apart = apartOf(trace, flow);
    const auto say = [](const char* text) { return QCoreApplication::translate("FlowPainter", text); };
    if (flow.kind == LinkKind::Launch) {
        if (!forward) {
            return say(QT_TRANSLATE_NOOP("FlowPainter", "Launch  %1 earlier")).arg(durationText(apart, 3));
        }
        return QCoreApplication::translate("FlowPainter", "%1 kernels", nullptr, pluralOf(flow.count))
                   .arg(countText(flow.count)) +
               QStringLiteral("  ") +
               say(QT_TRANSLATE_NOOP("FlowPainter", "%1 later")).arg(durationText(apart, 3));
    }
    if (flow.kind == LinkKind::ForwardBackward) {
        return forward
                   ? say(QT_TRANSLATE_NOOP("FlowPainter", "Backward  %1 later")).arg(durationText(apart, 3))
                   : say(QT_TRANSLATE_NOOP("FlowPainter", "Forward  %1 earlier")).arg(durationText(apart, 3));
    }
    return forward ? say(QT_TRANSLATE_NOOP("FlowPainter", "Target  %1 later")).arg(durationText(apart, 3))
                   : say(QT_TRANSLATE_NOOP("FlowPainter", "Origin  %1 earlier")).arg(durationText(apart, 3));
}

void FlowPainter::paint(const Flow& flow, SliceId selected) {
    const auto from = sliceRect(list_, geometry_, scale_, scroll_, flow.from);
    const auto to = sliceRect(list_, geometry_, scale_, scroll_, flow.to);
    if (!from || !to) {
        return;
    }
    const bool fromSeen = inView(*from);
    const bool toSeen = inView(*to);
    if (fromSeen && toSeen) {
        arrow(*from, *to, durationText(apartOf(list_.request.rows->trace(), flow), 3));
    } else if (fromSeen) {
        edge(*from, *to, chipText(flow, true));
    } else if (toSeen) {
        edge(*to, *from, chipText(flow, false));
    } else if (selected == flow.from || selected == flow.to) {
        return; // nothing of it is in the picture: the strip's knob says where the selection is
    }
}

void FlowPainter::paintQuiet(const Flow& flow) {
    const auto from = sliceRect(list_, geometry_, scale_, scroll_, flow.from);
    const auto to = sliceRect(list_, geometry_, scale_, scroll_, flow.to);
    if (!from || !to || !inView(*from) || !inView(*to)) {
        return;
    }
    const bool down = to->top() > from->top();
    const QPointF a(std::max(from->left(), geometry_.head), down ? from->bottom() + 1 : from->top());
    const QPointF b(std::max(to->left(), geometry_.head), down ? to->top() : to->bottom() + 1);
    const double pull = (b.y() - a.y()) / 2;
    QPainterPath path(a);
    path.cubicTo(a + QPointF(0, pull), b - QPointF(0, pull), b);
    QColor line = tools_.theme.select;
    line.setAlphaF(.45F);
    drawBehindNames(path, QPen(line, tools_.metrics.dpr));
}

void FlowPainter::drawBehindNames(const QPainterPath& path, const QPen& pen) {
    if (!lines_) {
        const int air = tools_.px(2);
        lines_ = geometry_.rows();
        for (const QRect& name : namesIn(list_, geometry_, scale_, scroll_)) {
            *lines_ -= name.adjusted(-air, 0, air, 0);
        }
    }
    painter_.save();
    painter_.setClipRegion(*lines_);
    painter_.setRenderHint(QPainter::Antialiasing);
    painter_.setBrush(Qt::NoBrush);
    painter_.setPen(pen);
    painter_.drawPath(path);
    painter_.restore();
}

void FlowPainter::stroke(const QPainterPath& path) {
    QColor halo = tools_.theme.canvas;
    halo.setAlphaF(.9F);
    drawBehindNames(path, QPen(halo, 5 * tools_.metrics.dpr, Qt::SolidLine, Qt::FlatCap));
    drawBehindNames(path, QPen(tools_.theme.select, 1.5 * tools_.metrics.dpr, Qt::SolidLine, Qt::RoundCap));
}

// Leaves downwards, runs in the gap above the target's row and arrives from above.
void FlowPainter::arrow(const QRect& from, const QRect& to, const QString& delay) {
    const double ax = std::clamp(from.left() + std::min(from.width(), tools_.px(6)) / 2.,
                                 double(geometry_.head), double(geometry_.width));
    const double w = 4.5 * tools_.metrics.dpr; // of the head, which is whole in the picture
    const double bx = std::clamp(to.left() + std::min(to.width() / 2., double(tools_.px(10))),
                                 geometry_.head + w, geometry_.width - w);
    const bool down = to.top() > from.top();
    const double ay = down ? from.bottom() + 1 : from.top();
    const double by = to.top();
    const double corridor = by - tools_.px(13);
    const double turn = bx >= ax ? 1 : -1;
    const double room = std::max(1., std::abs(corridor - ay));
    const double r = std::min({double(tools_.px(8)), std::abs(bx - ax) / 2, room});
    const double fall = corridor >= ay ? 1 : -1;
    const double head = std::min(r, double(tools_.px(6)));
    QPainterPath path(QPointF(ax, ay));
    path.lineTo(ax, corridor - fall * r);
    path.quadTo(QPointF(ax, corridor), QPointF(ax + turn * r, corridor));
    path.lineTo(bx - turn * r, corridor);
    path.quadTo(QPointF(bx, corridor), QPointF(bx, corridor + head));
    path.lineTo(bx, by - tools_.px(6));
    stroke(path);
    const std::array<QPointF, 3> tip{QPointF(bx, by), QPointF(bx - w, by - tools_.px(8)),
                                     QPointF(bx + w, by - tools_.px(8))};
    painter_.setRenderHint(QPainter::Antialiasing);
    painter_.setPen(Qt::NoPen);
    painter_.setBrush(tools_.theme.select);
    painter_.drawPolygon(tip.data(), 3);
    const double dot = tools_.px(3);
    fillRounded(painter_, {ax - dot, ay - dot, 2 * dot, 2 * dot}, dot, tools_.theme.select);
    const int width = textWidth(tools_, delay, {Fonts::kSmall, 500, tools_.theme.text}) + tools_.px(12);
    if (std::abs(bx - ax) > width + tools_.px(24)) {
        const int half = tools_.px(40);
        const auto middle = static_cast<int>(
            std::clamp((ax + bx) / 2, double(geometry_.head + half), double(geometry_.width - half)));
        chips_.push_back(
            {{middle - width / 2, int(corridor) - tools_.px(8), width, tools_.px(16)}, delay, {}});
    }
}

void FlowPainter::paintChips() {
    for (const Chip& chip : chips_) {
        if (chip.icon.isEmpty()) {
            paintChip(painter_, tools_, chip.box, chip.text, false);
        } else {
            paintEdgeChip(chip);
        }
    }
}

void FlowPainter::edge(const QRect& here, const QRect& there, const QString& text) {
    const bool left = there.right() < geometry_.head;
    const bool right = there.left() >= geometry_.width;
    const TextLook look{Fonts::kSmall, 500, tools_.theme.text};
    const int width = textWidth(tools_, text, look) + tools_.px(30);
    const int height = tools_.px(22);
    int x = right ? geometry_.width - width - tools_.px(6) : geometry_.head + tools_.px(6);
    if (!left && !right) { // above or below: stands over the place itself
        x = std::clamp(there.left() - width / 2, geometry_.head + tools_.px(6),
                       geometry_.width - width - tools_.px(6));
    }
    const int y = std::clamp(there.center().y() - height / 2, geometry_.ruler + tools_.px(4),
                             geometry_.height - height - tools_.px(4));
    const QRect chip(x, y, width, height);
    const QPointF target(right ? chip.left() : left ? chip.right() : chip.center().x(), chip.center().y());
    const double ax = std::clamp(here.left() + (right ? std::min(here.width(), tools_.px(6)) / 2. : 0.),
                                 double(geometry_.head), double(geometry_.width));
    const QPointF origin(ax, here.center().y());
    QPainterPath path(origin);
    const double pull = std::min(90. * tools_.metrics.dpr, std::abs(target.x() - origin.x()) / 2);
    path.cubicTo(
        QPointF(origin.x() + (right ? pull : -pull) / 2, target.y() > origin.y() ? target.y() : origin.y()),
        QPointF(target.x() + (right ? -pull : pull), target.y()), target);
    stroke(path);
    const QLatin1String icon(right ? "forward" : left ? "back" : "down");
    chips_.push_back({chip, text, icon, right});
}

void FlowPainter::paintEdgeChip(const Chip& chip) {
    const TextLook look{Fonts::kSmall, 500, tools_.theme.text};
    const QRect& box = chip.box;
    popupSurface(painter_, box, tools_.px(4), tools_.theme.overlay, tools_.theme.select, tools_.theme.dark);
    const int iconTop = box.top() + (box.height() - tools_.px(12)) / 2;
    const int iconLeft = chip.right ? box.right() - tools_.px(17) : box.left() + tools_.px(6);
    paintIcon(painter_, tools_, iconLeft, iconTop, chip.icon, 12, tools_.theme.text);
    paintText(painter_, tools_,
              {box.left() + tools_.px(chip.right ? 8 : 22), box.top(), box.width(), box.height()}, chip.text,
              look);
}

} // namespace lanes
