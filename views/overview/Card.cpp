#include "views/overview/Card.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"
#include "views/shared/text/ActivityText.h"
#include "views/shared/text/Text.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>
#include <vector>

namespace lanes {
namespace {

constexpr int kProperty = 22;
constexpr int kPropertyKey = 110;
constexpr int kPropertyLine = 16;
constexpr int kPropertyLines = 6;
constexpr int kPadding = 16;
constexpr int kHead = 38;
constexpr int kStepLabel = 64;
constexpr int kStepTime = 84;
constexpr double kSoft = .34; // of the hue behind a name

int px(const Appearance& look, int at100) {
    return look.fonts().scaled(at100);
}

} // namespace

Card::Card(Appearance& appearance, QString title, QString remark, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , title_(std::move(title))
    , remark_(std::move(remark))
    , rows_(new QVBoxLayout(this)) {
    rows_->setContentsMargins(px(appearance_, kPadding), px(appearance_, title_.isEmpty() ? 8 : kHead),
                              px(appearance_, kPadding), px(appearance_, 10));
    rows_->setSpacing(0);
    setAccessibleName(title_);
}

void Card::add(QWidget* row) {
    rows_->addWidget(row);
}

void Card::finish() {
    rows_->addStretch(1);
}

void Card::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    fillRounded(painter, rect(), 8, theme.panel);
    strokeRounded(painter, rect(), 8, theme.line);
    const QRectF head(px(appearance_, kPadding), px(appearance_, 8), width() - 2 * px(appearance_, kPadding),
                      px(appearance_, 24));
    drawTextLine(painter, head, title_, appearance_.fonts().sans(Fonts::kTitle, 600), theme.text);
    drawTextLine(painter, head, remark_, appearance_.fonts().sans(Fonts::kSmall), theme.text3,
                 Qt::AlignRight);
}

SplitRow::SplitRow(Appearance& appearance, const Content& content, QWidget* parent)
    : QAbstractButton(parent)
    , appearance_(appearance) {
    setFixedHeight(px(appearance_, 34));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setContent(content);
}

void SplitRow::setContent(const Content& content) {
    content_ = content;
    setText(content_.label);
    QStringList parts{content_.label + QLatin1Char(' ') + durationText(content_.split.sum())};
    for (int i = 0; i < kActivityCount; ++i) {
        if (const TimeNs time = content_.split.ns[static_cast<std::size_t>(i)]; time > 0) {
            parts << activityText(static_cast<Activity>(i)) + QLatin1Char(' ') + durationText(time);
        }
    }
    setToolTip(parts.join(QLatin1Char('\n')));
    setAccessibleName(parts.join(QStringLiteral(", ")));
    update();
}

void SplitRow::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    const auto p = [this](int at100) { return qreal(px(appearance_, at100)); };
    drawTextLine(painter, {0, p(3), p(kStepLabel) - p(8), p(28)}, content_.label,
                 fonts.sans(Fonts::kBody, content_.strong ? 600 : 500), theme.text);
    const qreal room = width() - p(kStepLabel) - p(kStepTime);
    const double scale = content_.longest > 0 ? room / double(content_.longest) : 0;
    qreal x = p(kStepLabel);
    for (int i = 0; i < kActivityCount; ++i) {
        const auto activity = static_cast<Activity>(i);
        const TimeNs time = content_.split.of(activity);
        const qreal part = double(time) * scale;
        if (part >= .5) {
            const bool idle = isEmpty(activity);
            const QRectF box(x, p(6), std::max(1., part - 1), p(22));
            fillSnapped(painter, box, idle ? theme.track : theme.hueColor(hueOfActivity(activity)));
            const QString text = activityText(activity) + QStringLiteral("  ") + durationText(time, 3);
            const QFont font = fonts.sans(Fonts::kSmall, 500);
            if (textWidth(text, font) < box.width() - p(12)) {
                drawTextLine(painter, box.adjusted(p(6), 0, 0, 0), text, font,
                             idle ? theme.text2 : theme.ink);
            }
        }
        x += part;
    }
    drawTextLine(painter, {0, p(3), qreal(width()), p(28)}, durationText(content_.split.sum()),
                 fonts.sans(Fonts::kBody, content_.strong ? 600 : 400), theme.text, Qt::AlignRight);
    if (hasFocus()) {
        strokeRounded(painter, QRectF(rect()).adjusted(-4, 0, 4, 0), 4, theme.accent, 2);
    }
}

namespace {

// Where not all have room, those that do not matter are left out.
std::vector<Activity> largestFirst(const SplitTimes& split) {
    std::vector<Activity> activities;
    activities.reserve(kActivityCount);
    for (int i = 0; i < kActivityCount; ++i) {
        if (split.ns[static_cast<std::size_t>(i)] > 0) {
            activities.push_back(static_cast<Activity>(i));
        }
    }
    std::ranges::stable_sort(activities, std::greater<>(),
                             [&](Activity activity) { return split.of(activity); });
    return activities;
}

} // namespace

SplitLegend::SplitLegend(Appearance& appearance, const SplitTimes& split, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , split_(split) {
    setFixedHeight(px(appearance_, 40));
    QStringList parts;
    for (int i = 0; i < kActivityCount; ++i) {
        const auto activity = static_cast<Activity>(i);
        if (split_.of(activity) > 0) {
            parts << activityText(activity) + QLatin1Char(' ') +
                         percentText(double(split_.of(activity)) / double(split_.sum()));
        }
    }
    setAccessibleName(parts.join(QStringLiteral(", ")));
}

void SplitLegend::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    const auto p = [this](int at100) { return qreal(px(appearance_, at100)); };
    horizontalLine(painter, 0, p(7), width(), theme.line);
    const double whole = std::max<double>(1, double(split_.sum()));
    qreal x = 0;
    for (const Activity activity : largestFirst(split_)) {
        const QString share = percentText(double(split_.of(activity)) / whole);
        const QString name = activityText(activity);
        const qreal need = p(22) + textWidth(name, fonts.sans(Fonts::kSmall)) +
                           textWidth(share, fonts.sans(Fonts::kSmall, 600));
        if (x + need > width()) {
            break;
        }
        fillRounded(painter, {x, p(24), p(8), p(8)}, 2,
                    isEmpty(activity) ? theme.track : theme.hueColor(hueOfActivity(activity)));
        x += p(14);
        x += drawTextLine(painter, {x, p(18), width() - x, p(20)}, name, fonts.sans(Fonts::kSmall),
                          theme.text2) +
             p(6);
        x += drawTextLine(painter, {x, p(18), width() - x, p(20)}, share, fonts.sans(Fonts::kSmall, 600),
                          theme.text) +
             p(20);
    }
}

TopRow::TopRow(Appearance& appearance, const TopWork& top, TellingPart tells, TimeNs largest, QWidget* parent)
    : QAbstractButton(parent)
    , appearance_(appearance)
    , top_(top)
    , tells_(tells)
    , largest_(largest) {
    setFixedHeight(px(appearance_, 26));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setText(toQString(top_.name));
    setAccessibleName(text() + QLatin1Char(' ') + durationText(top_.time));
    setToolTip(text());
}

void TopRow::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    const auto p = [this](int at100) { return qreal(px(appearance_, at100)); };
    const QColor hue = theme.hueColor(top_.hue, shadeOf(top_.recorded));
    const qreal room = width() - p(120);
    const double share = largest_ > 0 ? double(top_.time) / double(largest_) : 0;
    fillSnapped(painter, {0, p(3), std::max(2., room * share), p(20)}, mixed(theme.panel, hue, kSoft));
    fillSnapped(painter, {0, p(3), 2, p(20)}, hue);
    const QRectF name(p(8), p(3), room - p(8), p(20));
    drawTextLine(painter, name, elidedKeeping(text(), tells_, QFontMetricsF(fonts.sans()), name.width()),
                 fonts.sans(), theme.text, Qt::AlignLeft, Qt::ElideNone);
    drawTextLine(painter, {0, p(3), width() - p(52), p(20)}, durationText(top_.time), fonts.sans(),
                 theme.text, Qt::AlignRight);
    drawTextLine(painter, {0, p(3), qreal(width()), p(20)}, percentText(top_.share),
                 fonts.sans(Fonts::kSmall), theme.text2, Qt::AlignRight);
    if (hasFocus()) {
        strokeRounded(painter, rect(), 4, theme.accent, 2);
    }
}

PropertyRow::PropertyRow(Appearance& appearance, QString key, QString value, Tone tone, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , key_(std::move(key))
    , value_(std::move(value))
    , tone_(tone) {
    setFixedHeight(px(appearance_, kProperty));
    setToolTip(value_);
    setAccessibleName(key_ + QLatin1Char(' ') + value_);
}

void PropertyRow::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    lines_ = wrappedText(value_, appearance_.fonts().sans(), width() - px(appearance_, kPropertyKey),
                         kPropertyLines);
    const int more = std::max(0, static_cast<int>(lines_.size()) - 1);
    setFixedHeight(px(appearance_, kProperty + more * kPropertyLine));
}

void PropertyRow::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    const QFont font = appearance_.fonts().sans();
    const qreal key = px(appearance_, kPropertyKey);
    const QColor ink = tone_ == Tone::Quiet  ? theme.text3
                       : tone_ == Tone::Good ? theme.good
                       : tone_ == Tone::Warn ? theme.warn
                                             : theme.text;
    const qreal room = value_.isEmpty() ? width() : key - 8; // a sentence has the line for itself
    QRectF line(0, 0, room, px(appearance_, kProperty));
    drawTextLine(painter, line, key_, font, theme.text2);
    line.setRect(key, 0, width() - key, line.height());
    for (const QString& words : lines_.isEmpty() ? QStringList(value_) : lines_) {
        drawTextLine(painter, line, words, font, ink, Qt::AlignLeft, Qt::ElideMiddle);
        line.translate(0, px(appearance_, kPropertyLine));
    }
}

} // namespace lanes
