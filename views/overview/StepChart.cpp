#include "views/overview/StepChart.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"
#include "views/shared/text/ActivityText.h"
#include "views/shared/text/AdviceText.h"
#include "views/shared/text/Text.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace lanes {
namespace {

constexpr int kHeight = 132; // px at 100 %
constexpr int kAbove = 8;
constexpr int kNumbers = 18; // below the bars
constexpr int kLabels = 112; // left of the bars
constexpr int kLine = 15;    // of a label
constexpr int kWidest = 56;  // bar
constexpr int kCutMark = 5;
constexpr double kOverP95 = 2.5; // a bar that is longer is cut, or it would flatten the others

// The longest that the others can be read beside.
TimeNs topOf(const OverviewNumbers::Steps& steps) {
    TimeNs longest = 1;
    for (const StepSplit& step : steps.bars) {
        longest = std::max(longest, step.range.length());
    }
    const auto readable = static_cast<TimeNs>(double(steps.p95) * kOverP95);
    return std::min(longest, std::max<TimeNs>(readable, 1));
}

QString kindText(StepKind kind) {
    switch (kind) {
    case StepKind::Steady:
        break;
    case StepKind::Warmup:
        return StepChart::tr("Warm-up");
    case StepKind::Compile:
        return StepChart::tr("Compilation");
    case StepKind::Evaluation:
        return StepChart::tr("Evaluation");
    case StepKind::Stub:
        return StepChart::tr("Cut step");
    case StepKind::Hiccup:
        return StepChart::tr("Hiccup");
    }
    return {};
}

} // namespace

StepChart::StepChart(Appearance& appearance, const OverviewNumbers::Steps& steps, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , steps_(steps)
    , top_(topOf(steps)) {
    setFixedHeight(appearance_.fonts().scaled(kHeight));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setAccessibleName(tr("Step times"));
}

void StepChart::setCurrent(int index) {
    current_ = index;
    setAccessibleDescription(index < 0 ? QString() : textOf(index));
    update();
}

QString StepChart::textOf(int index) const {
    const StepSplit& step = steps_.bars[static_cast<std::size_t>(index)];
    const QString label = toQString(step.name);
    const QString name = !label.isEmpty() && label.front().isDigit() ? tr("Step %1").arg(label) : label;
    const QString length = durationText(step.range.length());
    const auto excess = excessOf(step, *steps_.median);
    QString text = excess
                       ? tr("%1 took %2. +%3: %4.")
                             .arg(name, length, durationText(excess->by, 3), activityText(excess->activity))
                       : tr("%1 took %2, no longer than usual.").arg(name, length);
    if (const QString kind = kindText(step.step.kind); !kind.isEmpty()) {
        text += QLatin1Char(' ') + tr("%1: %2").arg(kind, adviceText(step.step.why));
    }
    return text;
}

double StepChart::yOf(TimeNs length) const {
    const Fonts& fonts = appearance_.fonts();
    const double base = height() - fonts.scaled(kNumbers);
    const double share = std::min(1., double(length) / double(top_));
    return base - std::round(share * (base - fonts.scaled(kAbove)));
}

QRectF StepChart::barRect(int index) const {
    const Fonts& fonts = appearance_.fonts();
    const double left = fonts.scaled(kLabels);
    const double pitch = std::min<double>(fonts.scaled(kWidest), (width() - left) / std::max(1, count()));
    const double begin = left + std::floor(index * pitch);
    const double end = left + std::floor((index + 1) * pitch);
    const double gap = pitch >= 4 ? 1 : 0;
    const double y = yOf(steps_.bars[static_cast<std::size_t>(index)].range.length());
    return {begin, y, std::max(1., end - begin - gap), height() - fonts.scaled(kNumbers) - y};
}

int StepChart::barAt(double x) const {
    for (int i = 0; i < count(); ++i) {
        const QRectF bar = barRect(i);
        if (x >= bar.left() && x <= bar.right() + 1) {
            return i;
        }
    }
    return -1;
}

QColor StepChart::colorOf(int index) const {
    const Theme& theme = appearance_.theme();
    const auto excess = excessOf(steps_.bars[static_cast<std::size_t>(index)], *steps_.median);
    if (!excess) {
        return mixed(theme.panel, theme.text3, .55);
    }
    return isEmpty(excess->activity) ? theme.text3 : theme.hueColor(hueOfActivity(excess->activity));
}

void StepChart::choose(int index) {
    if (index >= 0 && index < count()) {
        setCurrent(index);
        Q_EMIT chosen(index);
    }
}

void StepChart::mousePressEvent(QMouseEvent* event) {
    choose(barAt(event->position().x()));
}

void StepChart::mouseDoubleClickEvent(QMouseEvent* event) {
    if (const int bar = barAt(event->position().x()); bar >= 0) {
        Q_EMIT opened(bar);
    }
}

void StepChart::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Left:
        choose(std::max(0, current_ - 1));
        break;
    case Qt::Key_Right:
        choose(std::min(count() - 1, current_ + 1));
        break;
    case Qt::Key_Home:
        choose(0);
        break;
    case Qt::Key_End:
        choose(count() - 1);
        break;
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (current_ >= 0) {
            Q_EMIT opened(current_);
        }
        break;
    default:
        QWidget::keyPressEvent(event);
    }
}

bool StepChart::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int bar = barAt(help->pos().x());
        QToolTip::showText(help->globalPos(), bar < 0 ? QString() : textOf(bar), this);
        return true;
    }
    return QWidget::event(event);
}

void StepChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    for (int i = 0; i < count(); ++i) {
        const QRectF bar = barRect(i);
        fillSnapped(painter, bar, colorOf(i));
        if (steps_.bars[static_cast<std::size_t>(i)].range.length() > top_) { // cut
            fillSnapped(painter, {bar.left(), bar.top() + kCutMark, bar.width(), 2}, theme.panel);
        }
        if (i == current_) {
            strokeRounded(painter, bar.adjusted(-1, -1, 1, 1), 2, theme.select, 2);
        }
    }
    paintLines(painter);
    paintNumbers(painter);
    if (hasFocus()) {
        strokeRounded(painter, rect(), 4, theme.accent, 2);
    }
}

void StepChart::paintLines(QPainter& painter) const {
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    const int left = fonts.scaled(kLabels);
    const auto line = [&](TimeNs length, double y, const QString& text, const QColor& color) {
        horizontalLine(painter, left, yOf(length), barRect(count() - 1).right() - left, color);
        drawTextLine(painter,
                     QRectF(0, y - fonts.scaled(kLine) / 2., left - fonts.scaled(8), fonts.scaled(kLine)),
                     text, fonts.sans(Fonts::kSmall), color, Qt::AlignRight);
    };
    const TimeNs median = steps_.steadyMedian.value_or(steps_.median->range.length());
    const double below = std::min<double>(yOf(median), height() - fonts.scaled(kNumbers + kLine / 2));
    const double above =
        std::max<double>(fonts.scaled(kLine) / 2., std::min(yOf(steps_.p95), below - fonts.scaled(kLine)));
    line(median, below, tr("median %1").arg(durationText(median)), theme.text);
    line(steps_.p95, above, tr("p95 %1").arg(durationText(steps_.p95)), theme.text2);
}

// The first and the last, and the chosen one where it has room between them.
void StepChart::paintNumbers(QPainter& painter) const {
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    const double y = height() - fonts.scaled(kNumbers);
    const QFont font = fonts.sans(Fonts::kAxis);
    const auto box = [&](int index) {
        const QString text = QString::number(steps_.bars[static_cast<std::size_t>(index)].step.number);
        const double width = textWidth(text, font) + fonts.scaled(6);
        return std::pair(text,
                         QRectF(barRect(index).center().x() - width / 2, y, width, fonts.scaled(kNumbers)));
    };
    const auto chosen = current_ >= 0 ? std::optional(box(current_)) : std::nullopt;
    for (const int index : {0, count() - 1}) {
        const auto [text, place] = box(index);
        if (index != current_ && !(chosen && chosen->second.intersects(place))) {
            drawTextLine(painter, place, text, font, theme.text3, Qt::AlignHCenter, Qt::ElideNone);
        }
    }
    if (chosen) {
        drawTextLine(painter, chosen->second, chosen->first, font, theme.text, Qt::AlignHCenter,
                     Qt::ElideNone);
    }
}

} // namespace lanes
