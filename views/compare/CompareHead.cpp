#include "views/compare/CompareHead.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"
#include "views/shared/text/NoteText.h"
#include "views/shared/text/Text.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace lanes {
namespace {

constexpr std::uint32_t kMostRows = 6;
constexpr int kMargin = 16;
constexpr int kTotals = 100; // three lines, and what the wings are
constexpr int kRow = 20;
constexpr int kBelow = 12;
constexpr int kName = 260; // in the middle, between the wings
constexpr int kTime = 76;  // outside of the wings

// What one step took, where there are as many as that; else everything.
double meanOf(TimeNs time, std::int64_t steps) {
    return steps > 0 ? double(time) / double(steps) : double(time);
}

// A steady step; without one the sum of the rows.
QString ofSide(const SessionDiff& diff, bool isA) {
    if (diff.steady) {
        return durationText((isA ? diff.steady->a : diff.steady->b).mean());
    }
    return amountText(diff.metric, isA ? diff.timeA : diff.timeB);
}

// Of profiles without times: what is more need not be slower.
QString profileVerdict(const SessionDiff& diff) {
    const std::int64_t delta = diff.timeB - diff.timeA;
    const QString amount = amountText(diff.metric, std::abs(delta));
    const QString share = percentText(diff.timeA != 0 ? std::abs(double(delta) / double(diff.timeA)) : 0);
    return delta == 0  ? CompareHead::tr("B weighs as much as A")
           : delta > 0 ? CompareHead::tr("B weighs more by %1, %2").arg(amount, share)
                       : CompareHead::tr("B weighs less by %1, %2").arg(amount, share);
}

QString differencesOf(const SessionDiff& diff) {
    QStringList sentences;
    for (const SideDifference& difference : diff.differences) {
        sentences << noteText(difference.sentence());
    }
    return sentences.join(QLatin1Char(' '));
}

// Sentence by sentence, in the window's language.
QString reservations(const std::string& why) {
    QStringList sentences = toQString(why).split(QStringLiteral(". "));
    for (qsizetype i = 0; i < sentences.size(); ++i) {
        const QString point = i + 1 < sentences.size() ? QStringLiteral(".") : QString();
        sentences[i] = noteText((sentences[i] + point).toStdString());
    }
    return sentences.join(QLatin1Char(' '));
}

} // namespace

CompareHead::CompareHead(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance) {
    setFocusPolicy(Qt::TabFocus);
    connect(&appearance_, &Appearance::changed, this, &CompareHead::fit);
    fit();
}

void CompareHead::fit() {
    setFixedHeight(totals() + px(static_cast<int>(kMostRows) * kRow + kBelow));
    update();
}

int CompareHead::totals() const {
    return px(differences_.isEmpty() ? kTotals : kTotals + kRow);
}

int CompareHead::px(int at100) const {
    return appearance_.fonts().scaled(at100);
}

// Of a steady step by wall time. Without steady steps of the totals; of other numbers of steps they differ without a change, and
// then it is about one step.
QString CompareHead::verdictOf(const SessionDiff& diff) {
    if (diff.steady) {
        return noteText(steadySentence(*diff.steady));
    }
    if (diff.rows.empty()) {
        return tr("Nothing to compare");
    }
    if (diff.metric) {
        return profileVerdict(diff);
    }
    const bool perStep = diff.stepsA != diff.stepsB && diff.stepsA > 0 && diff.stepsB > 0;
    const double a = meanOf(diff.timeA, perStep ? diff.stepsA : 0);
    const double b = meanOf(diff.timeB, perStep ? diff.stepsB : 0);
    const auto delta = static_cast<TimeNs>(std::llround(b - a));
    if (delta == 0) {
        return tr("B is as fast as A");
    }
    const QString time = durationText(std::abs(delta));
    const QString share = percentText(a > 0 ? std::abs(b - a) / a : 0);
    if (perStep) {
        return delta > 0 ? tr("A step of B is slower by %1, %2").arg(time, share)
                         : tr("A step of B is faster by %1, %2").arg(time, share);
    }
    return delta > 0 ? tr("B is slower by %1, %2").arg(time, share)
                     : tr("B is faster by %1, %2").arg(time, share);
}

// Where the wall time of a step went: what one waits for, not what all threads did meanwhile.
QString CompareHead::partsOf(const SteadyChange& change) {
    const std::array<QString, kStepParts> names{tr("GPU busy"), tr("exposed communication"),
                                                tr("waiting for data"), tr("CPU and launches"),
                                                tr("nothing recorded")};
    QStringList parts;
    for (std::size_t i = 0; i < kStepParts; ++i) {
        const auto part = static_cast<StepPart>(i);
        if (change.a.mean(part) > 0 || change.b.mean(part) > 0) {
            parts << QStringLiteral("%1 %2 \u2192 %3")
                         .arg(names[i], durationText(change.a.mean(part)), durationText(change.b.mean(part)));
        }
    }
    return tr("In a steady step: %1").arg(parts.join(QStringLiteral(" \u00b7 ")));
}

void CompareHead::setRows(std::shared_ptr<const CompareTable> rows, const QString& a, const QString& b) {
    rows_ = std::move(rows);
    a_ = a;
    b_ = b;
    verdict_.clear();
    why_.clear();
    parts_.clear();
    differences_.clear();
    if (rows_) {
        const SessionDiff& diff = rows_->diff();
        differences_ = differencesOf(diff);
        verdict_ = verdictOf(diff);
        if (diff.steady && diff.comparable) {
            why_ = noteText(steadyVerdict(*diff.steady));
            if (!diff.why.empty()) {
                why_ += QLatin1Char(' ') + reservations(diff.why);
            }
        } else {
            why_ = diff.why.empty() ? tr("The samples are steps: %1 and %2")
                                          .arg(countText(diff.stepsA), countText(diff.stepsB))
                                    : reservations(diff.why);
        }
        parts_ = diff.steady ? partsOf(*diff.steady) : QString();
    }
    setToolTip(differences_); // which may be longer than the line
    setAccessibleName(QStringList{verdict_, why_, differences_, parts_}
                          .join(QStringLiteral(". "))
                          .replace(QStringLiteral(".. "), QStringLiteral(". ")));
    QStringList wings;
    for (std::uint32_t row = 0; row < shown(); ++row) {
        const DiffRow& one = rows_->row(row);
        wings << QStringLiteral("%1: A %2, B %3")
                     .arg(toQString(one.name), amountText(rows_->diff().metric, one.timeA),
                          amountText(rows_->diff().metric, one.timeB));
    }
    setAccessibleDescription(wings.join(QStringLiteral("; ")));
    fit();
}

void CompareHead::setCurrent(std::uint32_t row) {
    current_ = row;
    update();
}

std::uint32_t CompareHead::shown() const {
    return rows_ ? std::min(kMostRows, rows_->rows()) : 0;
}

QRectF CompareHead::rowBox(std::uint32_t row) const {
    return {qreal(px(kMargin)), qreal(totals() + static_cast<int>(row) * px(kRow)),
            qreal(width() - 2 * px(kMargin)), qreal(px(kRow))};
}

void CompareHead::paintTotals(QPainter& painter) const {
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    const SessionDiff& diff = rows_->diff();
    const qreal left = px(kMargin);
    const qreal wide = width() - 2 * left;
    drawTextLine(painter, {left, qreal(px(8)), wide, qreal(px(24))}, verdict_, fonts.sans(Fonts::kTitle, 600),
                 theme.text);
    drawTextLine(painter, {left, qreal(px(32)), wide, qreal(px(20))}, why_, fonts.sans(),
                 diff.comparable && (diff.steady || diff.why.empty()) ? theme.text2 : theme.warn);
    drawTextLine(painter, {left, qreal(px(52)), wide, qreal(px(20))}, parts_, fonts.sans(), theme.text2);
    drawTextLine(painter, {left, qreal(px(72)), wide, qreal(px(20))}, differences_, fonts.sans(), theme.warn);
    const QFont font = fonts.sans(Fonts::kSmall, 500);
    const qreal wing = (wide - px(kName)) / 2;
    const qreal y = totals() - px(kRow);
    drawTextLine(painter, {left, y, wing, qreal(px(kRow))},
                 QStringLiteral("%1  %2  A").arg(a_, ofSide(diff, true)), font, theme.text2, Qt::AlignRight,
                 Qt::ElideMiddle);
    drawTextLine(painter, {left + wing + px(kName), y, wing, qreal(px(kRow))},
                 QStringLiteral("B  %1  %2").arg(ofSide(diff, false), b_), font, theme.text2, Qt::AlignLeft,
                 Qt::ElideMiddle);
}

// One row of the butterfly: from the name in the middle, what A took to the left and what B took to the right.
void CompareHead::paintWing(QPainter& painter, std::uint32_t index) const {
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    const DiffRow& row = rows_->row(index);
    const QRectF box = rowBox(index);
    if (index == current_) {
        fillSnapped(painter, box, theme.selRow);
    }
    TimeNs largest = 1;
    for (std::uint32_t i = 0; i < shown(); ++i) {
        largest = std::max({largest, rows_->row(i).timeA, rows_->row(i).timeB});
    }
    const qreal middle = box.center().x();
    const qreal name = px(kName) / 2.;
    const qreal room = std::max(0., box.width() / 2 - name - px(kTime));
    const qreal height = px(10);
    const qreal y = box.center().y() - height / 2;
    const qreal a = room * double(row.timeA) / double(largest);
    const qreal b = room * double(row.timeB) / double(largest);
    fillSnapped(painter, {middle - name - a, y, a, height}, theme.text3);
    fillSnapped(painter, {middle + name, y, b, height}, theme.hueColor(Hue::Autograd));
    const QFont font = fonts.sans(Fonts::kSmall);
    drawTextLine(painter, {middle - name, box.top(), 2 * name, box.height()},
                 toQString(row.name).section(QLatin1Char('\n'), 0, 0), font, theme.text, Qt::AlignHCenter,
                 Qt::ElideMiddle);
    drawTextLine(painter, {middle - name - a - px(kTime), box.top(), qreal(px(kTime - 6)), box.height()},
                 amountText(rows_->diff().metric, row.timeA), font, theme.text2, Qt::AlignRight);
    drawTextLine(painter, {middle + name + b + px(6), box.top(), qreal(px(kTime)), box.height()},
                 amountText(rows_->diff().metric, row.timeB), font, CompareTable::colorOf(row, theme));
}

void CompareHead::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    fillSnapped(painter, rect(), theme.canvas);
    if (!rows_) {
        return;
    }
    paintTotals(painter);
    for (std::uint32_t row = 0; row < shown(); ++row) {
        paintWing(painter, row);
    }
    if (hasFocus()) {
        strokeRounded(painter, QRectF(rect()).adjusted(2, 2, -2, -2), 4, theme.accent, 2);
    }
    horizontalLine(painter, 0, height() - hairline(devicePixelRatioF()), width(), theme.line);
}

void CompareHead::mousePressEvent(QMouseEvent* event) {
    for (std::uint32_t row = 0; row < shown(); ++row) {
        if (rowBox(row).contains(event->position())) {
            Q_EMIT chosen(row);
            return;
        }
    }
}

void CompareHead::keyPressEvent(QKeyEvent* event) {
    const int step = event->key() == Qt::Key_Down ? 1 : event->key() == Qt::Key_Up ? -1 : 0;
    if (step == 0 || shown() == 0) {
        QWidget::keyPressEvent(event);
        return;
    }
    const bool inside = current_ < shown();
    const int next =
        inside ? std::clamp(static_cast<int>(current_) + step, 0, static_cast<int>(shown()) - 1) : 0;
    Q_EMIT chosen(static_cast<std::uint32_t>(next));
}

void CompareHead::focusInEvent(QFocusEvent*) {
    update();
}

void CompareHead::focusOutEvent(QFocusEvent*) {
    update();
}

} // namespace lanes
