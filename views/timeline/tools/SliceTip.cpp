#include "views/timeline/tools/SliceTip.h"

#include "model/analysis/text/KernelName.h"
#include "model/base/CxxName.h"
#include "model/trace/args/RecordedFields.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"
#include "views/shared/text/ProcessName.h"
#include "views/shared/text/Text.h"
#include "views/shared/text/TrackName.h"

#include <QFontMetricsF>
#include <QGuiApplication>
#include <QPainter>
#include <QScreen>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace lanes {

namespace {

constexpr int kWidest = 520;
constexpr int kTipLine = 20;
constexpr int kPadding = 12;
constexpr int kKeys = 76; // width of the left column
constexpr std::size_t kMostLines = 12;
constexpr std::string_view kScopeKey = "s"; // said in words

} // namespace

SliceTip::SliceTip(Appearance& appearance, QWidget* parent)
    : QWidget(parent, Qt::ToolTip | Qt::FramelessWindowHint | Qt::WindowTransparentForInput)
    , appearance_(appearance) {
    setAttribute(Qt::WA_ShowWithoutActivating);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setObjectName(QStringLiteral("sliceTip"));
}

void SliceTip::showFor(const std::shared_ptr<const Trace>& trace, SliceId slice, QPoint global) {
    at_ = global;
    if (slice != slice_ || trace != trace_) {
        slice_ = slice;
        mark_.reset();
        fill(*trace, slice);
        arrange();
        update();
        findLate(trace);
    }
    place(global);
    show();
}

void SliceTip::showInstant(const Trace& trace, const ProcessRoles& roles, const InstantLane& lane,
                           const InstantMark& mark, QPoint global) {
    at_ = global;
    if (mark != mark_) {
        late_.cancel();
        slice_ = {};
        mark_ = mark;
        fillInstant(trace, roles, lane, mark);
        arrange();
        update();
    }
    place(global);
    show();
}

// What takes a walk over all slices; other threads do it, and nobody waits.
void SliceTip::findLate(const std::shared_ptr<const Trace>& trace) {
    if (trace_ != trace) {
        trace_ = trace;
        origin_ = std::make_shared<EventOrigin>(trace);
    }
    late_.run(
        [trace, known = origin_, slice = slice_](const std::stop_token& stop) {
            const EventOrigin origin = known->until(stop);
            const EventKind kind = trace->slice(slice).kind;
            const SliceId op =
                runsOnDevice(kind) || kind == EventKind::Runtime ? origin.operatorOf(slice) : SliceId();
            const std::vector<StackLine> modules = origin.modulesOf(slice);
            return Late{op.valid() ? std::string(trace->text(trace->slice(op).name)) : std::string(),
                        modules.empty() ? std::string() : modules.front().text,
                        siblingsOf(*trace, slice, stop)};
        },
        [this](const Late& late) { take(late); });
}

void SliceTip::take(const Late& late) {
    lines_.pop_back(); // the place that was kept
    if (!late.op.empty()) {
        lines_.emplace_back(tr("Operator"), toQString(late.op));
    }
    if (!late.module.empty()) {
        lines_.emplace_back(tr("Module"), toQString(late.module));
    }
    const Siblings& all = late.siblings;
    if (all.count > 0) {
        lines_.emplace_back(tr("Same name"), all.count == 1
                                                 ? tr("this one alone")
                                                 : tr("number %1 of %2 by duration, mean %3")
                                                       .arg(countText(all.rank), countText(all.count),
                                                            durationText(all.total / all.count)));
    }
    arrange();
    place(at_);
    update();
}

void SliceTip::place(QPoint global) {
    QPoint at = global + QPoint(16, 20);
    if (const QScreen* screen = QGuiApplication::screenAt(global)) {
        const QRect room = screen->availableGeometry();
        at.setX(std::clamp(at.x(), room.left(), std::max(room.left(), room.right() - width())));
        if (at.y() + height() > room.bottom()) {
            at.setY(global.y() - height() - 12);
        }
    }
    move(at);
}

void SliceTip::fill(const Trace& trace, SliceId id) {
    const Trace::Slice slice = trace.slice(id);
    name_ = toQString(cxxName(trace.text(slice.name)));
    duration_ = trace.isOpen(id) ? tr("not ended") : durationText(slice.duration);
    dot_ = appearance_.theme().hueColor(slice.hue, shadeOf(trace.text(slice.name)));
    lines_.clear();
    const QString kind = kindText(slice.kind);
    const QString hue = hueText(slice.hue, trace);
    lines_.emplace_back(tr("Kind"), kind.startsWith(hue) ? kind : kind + QStringLiteral(", ") + hue);
    const TimeNs start = slice.start - trace.span().begin;
    lines_.emplace_back(tr("Starts"), durationText(start, 7));
    lines_.emplace_back(tr("On"), trackName(trace, slice.track));
    if (slice.parent.valid() && trace.has(slice.parent)) {
        lines_.emplace_back(tr("Inside"), toQString(trace.text(trace.slice(slice.parent).name)));
    }
    const SliceId launch = trace.links().firstTo(id, LinkKind::Launch);
    if (launch.valid() && trace.has(launch)) {
        const Trace::Slice l = trace.slice(launch);
        lines_.emplace_back(
            tr("Launched"),
            tr("%1 before, by %2").arg(durationText(slice.start - l.end()), trackName(trace, l.track)));
    }
    lines_.emplace_back(tr("Same name"), QStringLiteral("…"));
}

// What an instant belongs to.
QString SliceTip::ownerOf(const Trace& trace, const ProcessRoles& roles, const InstantLane& lane) {
    if (lane.scope() == InstantLane::Scope::Session) {
        return tr("the whole session");
    }
    if (lane.scope() == InstantLane::Scope::Process) {
        return processName(trace, roles, ProcessId(lane.owner()));
    }
    return trackName(trace, TrackId(lane.owner()));
}

void SliceTip::fillInstant(const Trace& trace, const ProcessRoles& roles, const InstantLane& lane,
                           const InstantMark& mark) {
    const Instant& instant = lane.at(mark.first);
    const PointTable& points = trace.points();
    name_ = toQString(trace.text(points.name[instant.point]));
    const auto more = static_cast<std::int64_t>(mark.count) - 1;
    duration_ = more > 0 ? tr("and %1 more here").arg(countText(more)) : QString();
    dot_ = appearance_.theme().hueColor(mark.hue);
    lines_.clear();
    lines_.emplace_back(tr("Kind"), tr("Instant"));
    lines_.emplace_back(tr("At"), durationText(instant.time - trace.span().begin, 7));
    lines_.emplace_back(tr("On"), ownerOf(trace, roles, lane));
    for (const RecordedField& field :
         recordedFields(trace, points.layout[instant.point], points.row[instant.point])) {
        if (field.key != kScopeKey && lines_.size() < kMostLines) {
            lines_.emplace_back(toQString(field.key), toQString(field.value));
        }
    }
}

void SliceTip::arrange() {
    const Fonts& fonts = appearance_.fonts();
    const QFontMetricsF bold(fonts.sans(Fonts::kBody, 600));
    const QFontMetricsF plain(fonts.sans(Fonts::kBody));
    double width = bold.horizontalAdvance(name_) + bold.horizontalAdvance(duration_) + fonts.scaled(48);
    for (const auto& [key, value] : lines_) {
        width = std::max(width, fonts.scaled(kKeys) + plain.horizontalAdvance(value));
    }
    const int lines = static_cast<int>(lines_.size()) + 1;
    resize(
        std::min(fonts.scaled(kWidest), static_cast<int>(std::ceil(width)) + 1 + 2 * fonts.scaled(kPadding)),
        lines * fonts.scaled(kTipLine) + fonts.scaled(kPadding) * 3 / 2);
    setAccessibleName(text());
}

QString SliceTip::text() const {
    QString all = name_ + QLatin1Char(' ') + duration_;
    for (const auto& [key, value] : lines_) {
        all += QLatin1Char('\n') + key + QStringLiteral(": ") + value;
    }
    return all;
}

void SliceTip::paintEvent(QPaintEvent* event) {
    Q_UNUSED(event);
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    QPainter painter(this);
    painter.fillRect(rect(), theme.overlay);
    strokeRounded(painter, rect(), 0, theme.line2);
    const int pad = fonts.scaled(kPadding);
    const int line = fonts.scaled(kTipLine);
    int y = pad * 3 / 4;
    const QFont bold = fonts.sans(Fonts::kBody, 600);
    fillRounded(painter, QRectF(pad, y + line / 2. - 4, 8, 8), 2, dot_);
    const QRectF head(pad + 16, y, width() - 2 * pad - 16, line);
    const qreal used = drawTextLine(painter, head, duration_, bold, theme.text, Qt::AlignRight);
    drawTextLine(painter, head.adjusted(0, 0, -used - 16, 0), name_, bold, theme.text, Qt::AlignLeft,
                 Qt::ElideMiddle);
    const QFont plain = fonts.sans(Fonts::kBody);
    for (const auto& [key, value] : lines_) {
        y += line;
        drawTextLine(painter, QRectF(pad, y, fonts.scaled(kKeys), line), key, plain, theme.text2);
        drawTextLine(painter,
                     QRectF(pad + fonts.scaled(kKeys), y, width() - 2 * pad - fonts.scaled(kKeys), line),
                     value, plain, theme.text, Qt::AlignLeft, Qt::ElideMiddle);
    }
}

} // namespace lanes
