#include "views/timeline/tools/KeyBar.h"

#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"
#include "views/timeline/painting/TimelineGeometry.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <utility>

namespace lanes {

namespace {

constexpr int kHeight = 36;
constexpr int kLeft = 12;
constexpr int kCapHeight = 16;
constexpr int kCapGap = 8; // between a cap and its text
constexpr int kGap = 20;   // between entries

} // namespace

QString keyCapText(const QKeySequence& key) {
    const std::array<std::pair<QKeySequence, char16_t>, 4> kArrows{{{Qt::Key_Left, u'\u2190'},
                                                                    {Qt::Key_Up, u'\u2191'},
                                                                    {Qt::Key_Right, u'\u2192'},
                                                                    {Qt::Key_Down, u'\u2193'}}};
    const auto arrow = std::ranges::find(kArrows, key, &std::pair<QKeySequence, char16_t>::first);
    return arrow != kArrows.end() ? QString(QChar(arrow->second)) : key.toString(QKeySequence::NativeText);
}

KeyBar::KeyBar(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance) {
    setAccessibleName(tr("Keys in this row"));
    connect(&appearance_, &Appearance::changed, this, qOverload<>(&QWidget::update));
}

void KeyBar::setEntries(std::vector<Entry> entries) {
    entries_ = std::move(entries);
    QStringList spoken;
    for (const Entry& entry : entries_) {
        spoken << entry.key + QLatin1Char(' ') + entry.text;
    }
    setAccessibleDescription(spoken.join(QStringLiteral(", ")));
    update();
}

int KeyBar::wantedHeight() const {
    return appearance_.fonts().scaled(kHeight);
}

void KeyBar::paintEvent(QPaintEvent* event) {
    Q_UNUSED(event);
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    const auto px = [&](int n) { return static_cast<qreal>(fonts.scaled(n)); };
    QPainter painter(this);
    painter.fillRect(rect(), theme.panel);
    horizontalLine(painter, 0, 0, width(), theme.line2);
    const qreal head = std::min(px(static_cast<int>(TimelineGeometry::kHeadWidth)), width() / 2.);
    const QRectF line(0, 0, width(), height());
    drawTextLine(painter, line.adjusted(px(kLeft), 0, head - width(), 0), tr("Keys in this row"),
                 fonts.sans(Fonts::kBody, 600), theme.text2);

    const QString hint = tr("shown while the keyboard leads");
    const qreal hintWidth = textWidth(hint, fonts.sans());
    const QFont caps = fonts.sans(Fonts::kAxis, 500);
    qreal x = head + px(kLeft);
    const qreal top = (height() - px(kCapHeight)) / 2;
    for (const Entry& entry : entries_) {
        // Key caps are drawn from their right edge: the width is known when one has been drawn where it is not seen.
        const qreal cap =
            drawKeyCap(painter, -px(kCapGap), top, entry.key, caps, theme.raised, theme.line2, theme.text2);
        const qreal text = textWidth(entry.text, fonts.sans());
        const qreal end = x + cap + px(kCapGap) + text;
        if (end > width() - px(kLeft)) {
            return;
        }
        drawKeyCap(painter, x + cap, top, entry.key, caps, theme.raised, theme.line2, theme.text2);
        drawTextLine(painter, QRectF(end - text, 0, text + 1, height()), entry.text, fonts.sans(),
                     theme.text2);
        x = end + px(kGap);
    }
    if (x + hintWidth < width() - px(kLeft)) {
        drawTextLine(painter, line.adjusted(0, 0, -px(kLeft), 0), hint, fonts.sans(), theme.text3,
                     Qt::AlignRight);
    }
}

} // namespace lanes
