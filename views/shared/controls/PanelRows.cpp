#include "views/shared/controls/PanelRows.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace lanes {
namespace {

constexpr int kDot = 8;
constexpr int kTitleOnly = 34;
constexpr int kTitleAndDetail = 54;
constexpr int kTitleLine = 17;
constexpr int kTitleLines = 3;
constexpr int kNote = 60;
constexpr int kNoteLine = 15;
constexpr int kNoteLines = 3;
constexpr int kWidePanel = 300; // px at 100 % between the paddings

void paintDot(QPainter& painter, qreal x, qreal middle, qreal side, const QColor& color) {
    fillRounded(painter, {x, middle - side / 2, side, side}, 2, color);
}

} // namespace

PanelTitle::PanelTitle(Appearance& appearance, Content content, QWidget* parent)
    : PanelRow(appearance, content.detail.isEmpty() ? kTitleOnly : kTitleAndDetail, parent)
    , content_(std::move(content)) {
    setAccessibleName(content_.title + QLatin1Char(' ') + content_.detail);
    setToolTip(content_.detail.isEmpty() ? content_.title
                                         : content_.title + QLatin1Char('\n') + content_.detail);
}

qreal PanelTitle::indent() const {
    return content_.dot.isValid() ? px(16) : content_.icon.isEmpty() ? 0 : px(24);
}

void PanelTitle::resizeEvent(QResizeEvent* event) {
    PanelRow::resizeEvent(event);
    lines_ = wrappedText(content_.title, look().fonts().sans(Fonts::kTitle, 600), inner().width() - indent(),
                         kTitleLines);
    const int more = std::max(0, static_cast<int>(lines_.size()) - 1);
    setRowHeight((content_.detail.isEmpty() ? kTitleOnly : kTitleAndDetail) + more * kTitleLine);
}

void PanelTitle::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = look().theme();
    QRectF title(inner().left(), px(8), inner().width(), px(20));
    if (content_.dot.isValid()) {
        paintDot(painter, title.left(), title.center().y(), px(kDot), content_.dot);
    } else if (!content_.icon.isEmpty()) {
        look().icons().paint(painter, {title.left(), qreal(px(10))}, content_.icon, px(16), theme.text2);
    }
    title.setLeft(title.left() + indent());
    for (const QString& line : lines_.isEmpty() ? QStringList(content_.title) : lines_) {
        drawTextLine(painter, title, line, look().fonts().sans(Fonts::kTitle, 600), theme.text, Qt::AlignLeft,
                     Qt::ElideMiddle);
        title.translate(0, px(kTitleLine));
    }
    const qreal below = title.bottom() - px(kTitleLine);
    drawTextLine(painter, {inner().left(), below, inner().width(), qreal(px(18))}, content_.detail,
                 look().fonts().sans(Fonts::kSmall), theme.text2);
}

PanelLink::PanelLink(Appearance& appearance, Content content, QWidget* parent)
    : PanelButton(appearance, 22, content.link, parent) {
    setContent(std::move(content));
}

void PanelLink::setContent(Content content) {
    content_ = std::move(content);
    setText(content_.text + QLatin1Char(' ') + content_.value);
    setAccessibleName(content_.detail.isEmpty() ? text() : text() + QStringLiteral(", ") + content_.detail);
    setToolTip(content_.detail.isEmpty() ? content_.text
                                         : content_.text + QLatin1Char('\n') + content_.detail);
}

void PanelLink::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = look().theme();
    const Fonts& fonts = look().fonts();
    const QRectF box = inner();
    paintBack(painter);
    qreal left = box.left();
    if (!content_.icon.isEmpty()) {
        look().icons().paint(painter, {left, (height() - px(14)) / 2.}, content_.icon, px(14), theme.text3);
        left += px(22);
    } else if (content_.dot.isValid()) {
        paintDot(painter, left, height() / 2., px(kDot), content_.dot);
        left += px(16);
    }
    const QFont body = fonts.sans();
    qreal right = box.right() - drawTextLine(painter, box, content_.value, body, theme.text, Qt::AlignRight);
    if (!content_.second.isEmpty()) {
        right = box.right() - px(76);
        right -= drawTextLine(painter, {left, 0, right - left, qreal(height())}, content_.second, body,
                              theme.text2, Qt::AlignRight);
    }
    right -= px(8);
    const QFont name = fonts.sans(Fonts::kBody, content_.strong ? 500 : 400);
    left += drawTextLine(painter, {left, 0, right - left, qreal(height())}, content_.text, name,
                         content_.link ? theme.accent : theme.text, Qt::AlignLeft, Qt::ElideMiddle);
    left += px(8);
    const QFont small = fonts.sans(Fonts::kSmall);
    if (textWidth(content_.detail, small) <= right - left) { // whole or not at all
        drawTextLine(painter, {left, 0, right - left, qreal(height())}, content_.detail, small, theme.text3);
    }
}

PanelBar::PanelBar(Appearance& appearance, Content content, QWidget* parent)
    : PanelButton(appearance, 30, content.link, parent)
    , content_(std::move(content)) {
    setText(content_.text);
    setToolTip(content_.text);
    setAccessibleName(content_.text + QLatin1Char(' ') + content_.value);
}

void PanelBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = look().theme();
    const QFont body = look().fonts().sans();
    const QRectF line(inner().left(), 0, inner().width(), px(20));
    paintBack(painter);
    // numbers stand in columns as long as they fit into them; the name has what they leave
    const double count = std::max<double>(px(44), textWidth(content_.count, body) + px(10));
    const double numbers = count + textWidth(content_.value, body) + px(10);
    const QRectF name = line.adjusted(0, 0, -numbers, 0);
    drawTextLine(painter, name,
                 elidedKeeping(content_.text, content_.tells, QFontMetricsF(body), name.width()), body,
                 theme.text, Qt::AlignLeft, Qt::ElideNone);
    drawTextLine(painter, line.adjusted(0, 0, -count, 0), content_.value, body, theme.text, Qt::AlignRight);
    drawTextLine(painter, line, content_.count, body, theme.text3, Qt::AlignRight);
    const QRectF track(line.left(), px(21), line.width(), px(3));
    fillSnapped(painter, track, theme.track);
    fillSnapped(painter,
                {track.left(), track.top(), std::max(1., track.width() * std::min(1., content_.share)),
                 track.height()},
                content_.color);
}

PanelMeter::PanelMeter(Appearance& appearance, Content content, QWidget* parent)
    : PanelRow(appearance, 22, parent)
    , content_(std::move(content)) {
    setAccessibleName(content_.text + QLatin1Char(' ') + content_.value);
}

void PanelMeter::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = look().theme();
    const bool on = content_.limiting;
    const QFont font = look().fonts().sans(Fonts::kBody, on ? 500 : 400);
    const int wide = inner().width() >= px(kWidePanel) ? px(96) : px(64);
    drawTextLine(painter, inner().adjusted(0, 0, -px(44) - wide, 0), content_.text, font,
                 on ? theme.text : theme.text2);
    drawTextLine(painter, inner(), content_.value, font, on ? theme.warn : theme.text2, Qt::AlignRight);
    const QRectF track(inner().right() - px(36) - wide, px(9), wide, px(4));
    fillSnapped(painter, track, theme.track);
    fillSnapped(painter,
                {track.left(), track.top(), std::max(1., track.width() * std::min(1., content_.share)),
                 track.height()},
                on ? theme.warn : theme.text3);
}

PanelCaption::PanelCaption(Appearance& appearance, QString text, QWidget* parent)
    : PanelRow(appearance, 20, parent)
    , text_(std::move(text)) {
    setToolTip(text_);
    setAccessibleName(text_);
}

void PanelCaption::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    drawTextLine(painter, inner().adjusted(px(16), -px(4), 0, 0), text_, look().fonts().sans(Fonts::kSmall),
                 look().theme().text2, Qt::AlignLeft, Qt::ElideMiddle);
}

PanelParagraph::PanelParagraph(Appearance& appearance, const QString& text, QWidget* parent)
    : QLabel(parent) {
    const Fonts& fonts = appearance.fonts();
    setTextFormat(Qt::PlainText); // it comes from files
    setText(text);
    setWordWrap(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    setFont(fonts.sans());
    setContentsMargins(fonts.scaled(kPanelPadding), fonts.scaled(2), fonts.scaled(kPanelPadding),
                       fonts.scaled(8));
    QPalette ink = palette();
    ink.setColor(QPalette::WindowText, appearance.theme().text2);
    setPalette(ink);
    setAccessibleName(text);
}

PanelSplit::PanelSplit(Appearance& appearance, std::vector<Part> parts, QWidget* parent)
    : PanelRow(appearance, 28 + 20 * static_cast<int>(parts.size()), parent)
    , parts_(std::move(parts)) {
    QStringList spoken;
    for (const Part& part : parts_) {
        spoken << part.text + QLatin1Char(' ') + part.value;
    }
    setAccessibleName(spoken.join(QStringLiteral(", ")));
}

void PanelSplit::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = look().theme();
    double total = 0;
    for (const Part& part : parts_) {
        total += part.weight;
    }
    qreal x = inner().left();
    qreal y = px(24);
    const QFont body = look().fonts().sans();
    for (const Part& part : parts_) {
        const qreal width = total > 0 ? inner().width() * part.weight / total : 0;
        const QRectF bar(x, px(2), std::max(1., width - 1), px(14));
        const QRectF dot(inner().left(), y + px(6), px(kDot), px(kDot));
        if (part.color.isValid()) {
            fillSnapped(painter, bar, part.color);
            fillRounded(painter, dot, 2, part.color);
        } else {
            fillSnapped(painter, bar, theme.track);
            paintHatch(painter, bar, theme.text3, .35, px(6));
            fillSnapped(painter, dot, theme.track);
            paintHatch(painter, dot, theme.text3, .6, px(3));
        }
        x += width;
        const QRectF line(inner().left() + px(16), y, inner().width() - px(16), px(20));
        const qreal shareRoom = part.share.isEmpty() ? 0 : px(52);
        drawTextLine(painter, line.adjusted(0, 0, -shareRoom - px(72), 0), part.text, body, theme.text);
        drawTextLine(painter, line.adjusted(0, 0, -shareRoom, 0), part.value, body, theme.text,
                     Qt::AlignRight);
        drawTextLine(painter, line, part.share, body, theme.text2, Qt::AlignRight);
        y += px(20);
    }
}

PanelNote::PanelNote(Appearance& appearance, QString title, QString detail, QWidget* parent)
    : PanelRow(appearance, kNote, parent)
    , title_(std::move(title))
    , detail_(std::move(detail)) {
    setAccessibleName(title_ + QLatin1Char(' ') + detail_);
    setToolTip(detail_);
}

QRectF PanelNote::detailLine() const {
    const QRectF box = inner().adjusted(-px(4), px(4), px(4), -px(10));
    return {box.left() + px(34), box.top() + px(23), box.width() - px(44), qreal(px(18))};
}

void PanelNote::resizeEvent(QResizeEvent* event) {
    PanelRow::resizeEvent(event);
    lines_ = wrappedText(detail_, look().fonts().sans(Fonts::kSmall), detailLine().width(), kNoteLines);
    setRowHeight(kNote + std::max(0, static_cast<int>(lines_.size()) - 1) * kNoteLine);
}

void PanelNote::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = look().theme();
    const QRectF box = inner().adjusted(-px(4), px(4), px(4), -px(10));
    fillRounded(painter, box, 6, theme.raised);
    strokeRounded(painter, box, 6, theme.line);
    look().icons().paint(painter, {box.left() + px(10), box.top() + px(9)}, QStringLiteral("info"), px(16),
                         theme.text2);
    QRectF line = detailLine();
    drawTextLine(painter, line.translated(0, -px(18)), title_, look().fonts().sans(Fonts::kBody, 500),
                 theme.text);
    for (const QString& words : lines_.isEmpty() ? QStringList(detail_) : lines_) {
        drawTextLine(painter, line, words, look().fonts().sans(Fonts::kSmall), theme.text2);
        line.translate(0, px(kNoteLine));
    }
}

} // namespace lanes
