#include "views/shared/panels/PanelParts.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <array>
#include <utility>

namespace lanes {
namespace {

constexpr int kColumns = 3;
constexpr int kGridPitch = 34;
constexpr int kKeyWidth = 112;

} // namespace

PanelRow::PanelRow(Appearance& appearance, int height, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , height_(height) {
    rescale();
    connect(&appearance_, &Appearance::changed, this, [this] {
        rescale();
        update();
    });
}

QRectF PanelRow::inner() const {
    return QRectF(rect()).adjusted(px(kPanelPadding), 0, -px(kPanelPadding), 0);
}

int PanelRow::px(int at100) const {
    return appearance_.fonts().scaled(at100);
}

void PanelRow::setRowHeight(int at100) {
    height_ = at100;
    rescale();
}

void PanelRow::rescale() {
    setFixedHeight(px(height_));
}

PanelButton::PanelButton(Appearance& appearance, int height, bool link, QWidget* parent)
    : QAbstractButton(parent)
    , appearance_(appearance)
    , height_(height)
    , link_(link) {
    setFocusPolicy(link ? Qt::TabFocus : Qt::NoFocus); // a click leaves the keyboard with the view
    if (link) {
        setCursor(Qt::PointingHandCursor);
    }
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    const auto rescale = [this] {
        setFixedHeight(px(height_));
        update();
    };
    rescale();
    connect(&appearance_, &Appearance::changed, this, rescale);
}

QRectF PanelButton::inner() const {
    return QRectF(rect()).adjusted(px(kPanelPadding), 0, -px(kPanelPadding), 0);
}

int PanelButton::px(int at100) const {
    return appearance_.fonts().scaled(at100);
}

void PanelButton::paintBack(QPainter& painter) const {
    const Theme& theme = appearance_.theme();
    const QRectF box = inner().adjusted(-px(6), 0, px(6), 0);
    if (link_ && (underMouse() || isDown())) {
        fillRounded(painter, box, 4, isDown() ? theme.pressed : theme.hover);
    }
    if (hasFocus()) {
        strokeRounded(painter, box, 4, theme.accent, 2);
    }
}

void PanelButton::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        click();
    } else {
        QAbstractButton::keyPressEvent(event);
    }
}

PanelRule::PanelRule(Appearance& appearance, int above, int below, QWidget* parent)
    : PanelRow(appearance, above + below, parent)
    , above_(above) {}

void PanelRule::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    horizontalLine(painter, 0, px(above_), width(), look().theme().line);
}

SectionHead::SectionHead(Appearance& appearance, QString title, QString hint, QWidget* parent)
    : PanelRow(appearance, 24, parent)
    , title_(std::move(title))
    , hint_(std::move(hint)) {
    setAccessibleName(title_);
}

void SectionHead::setHint(const QString& hint) {
    hint_ = hint;
    update();
}

void SectionHead::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Fonts& fonts = look().fonts();
    const qreal used =
        drawTextLine(painter, inner(), title_, fonts.sans(Fonts::kSmall, 600), look().theme().text2);
    drawTextLine(painter, inner().adjusted(used + px(8), 0, 0, 0), hint_, fonts.sans(Fonts::kSmall),
                 look().theme().text3, Qt::AlignRight);
}

Figures::Figures(Appearance& appearance, std::vector<Figure> figures, QWidget* parent)
    : PanelRow(appearance, 46, parent)
    , figures_(std::move(figures)) {
    sayThem();
}

void Figures::setFigure(std::size_t index, const QString& value) {
    if (index < figures_.size() && std::exchange(figures_[index].value, value) != value) {
        sayThem();
        update();
    }
}

void Figures::sayThem() {
    QStringList spoken;
    for (const Figure& figure : figures_) {
        spoken << figure.label + QLatin1Char(' ') + figure.value;
    }
    setAccessibleName(spoken.join(QStringLiteral(", ")));
}

void Figures::setWarning(std::size_t index) {
    warning_ = index;
    update();
}

// "11,594th of 110,000" is wider than a column; a smaller figure says more than a cut one.
QFont Figures::fitting(const QString& value, qreal width) const {
    const Fonts& fonts = look().fonts();
    static constexpr std::array<int, 2> kSizes{16, 14};
    for (const int size : kSizes) {
        if (textWidth(value, fonts.sans(size, 600)) <= width) {
            return fonts.sans(size, 600);
        }
    }
    return fonts.sans(Fonts::kSmall, 600);
}

void Figures::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = look().theme();
    const qreal column = inner().width() / kColumns;
    for (std::size_t i = 0; i < figures_.size(); ++i) {
        const qreal x = inner().left() + double(i) * column;
        drawTextLine(painter, {x, 0, column - px(4), qreal(px(16))}, figures_[i].label,
                     look().fonts().sans(Fonts::kSmall), theme.text2);
        drawTextLine(painter, {x, qreal(px(16)), column - px(2), qreal(px(24))}, figures_[i].value,
                     fitting(figures_[i].value, column - px(4)), i == warning_ ? theme.warn : theme.text);
    }
}

LinkRow::LinkRow(Appearance& appearance, Parts parts, QWidget* parent)
    : PanelButton(appearance, 24, true, parent)
    , parts_(std::move(parts)) {
    setText(parts_.role + QLatin1Char(' ') + parts_.target);
    setAccessibleName(parts_.time.isEmpty() ? text() : text() + QStringLiteral(", ") + parts_.time);
    setToolTip(parts_.target);
}

void LinkRow::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = look().theme();
    const Fonts& fonts = look().fonts();
    const QRectF box = inner();
    paintBack(painter);
    look().icons().paint(painter, {box.left(), (height() - px(14)) / 2.}, parts_.icon, px(14), theme.text3);
    drawTextLine(painter, {box.left() + px(22), 0, qreal(px(62)), qreal(height())}, parts_.role, fonts.sans(),
                 theme.text2);
    qreal right = box.right();
    if (!parts_.key.isEmpty()) {
        right -=
            drawKeyCap(painter, right, (height() - px(16)) / 2., parts_.key, fonts.sans(Fonts::kAxis, 500),
                       theme.dark ? theme.hover : theme.raised, theme.line2, theme.text2) +
            px(6);
    }
    if (!parts_.time.isEmpty()) {
        const QRectF time(box.left(), 0, right - box.left(), height());
        right -=
            drawTextLine(painter, time, parts_.time, fonts.sans(Fonts::kSmall), theme.text3, Qt::AlignRight) +
            px(8);
    }
    const qreal x = box.left() + px(86);
    drawTextLine(painter, {x, 0, right - x, qreal(height())}, parts_.target, fonts.sans(Fonts::kBody, 500),
                 isEnabled() ? theme.accent : theme.text, Qt::AlignLeft, Qt::ElideMiddle);
}

FieldGrid::FieldGrid(Appearance& appearance, std::vector<Figure> fields, QWidget* parent)
    : PanelRow(appearance, kGridPitch, parent)
    , fields_(std::move(fields)) {
    const int lines = (static_cast<int>(fields_.size()) + kColumns - 1) / kColumns;
    setRowHeight(lines * kGridPitch);
    QStringList spoken;
    for (const Figure& field : fields_) {
        spoken << field.label + QLatin1Char(' ') + field.value;
    }
    setAccessibleName(spoken.join(QStringLiteral(", ")));
}

void FieldGrid::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = look().theme();
    const qreal column = inner().width() / kColumns;
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        const std::size_t row = i / kColumns;
        const qreal x = inner().left() + double(i % kColumns) * column;
        const qreal y = px(kGridPitch) * double(row);
        drawTextLine(painter, {x, y, column - px(4), qreal(px(16))}, fields_[i].label,
                     look().fonts().sans(Fonts::kSmall), theme.text3);
        drawTextLine(painter, {x, y + px(14), column - px(4), qreal(px(18))}, fields_[i].value,
                     look().fonts().sans(Fonts::kBody, 500), theme.text);
    }
}

FieldRow::FieldRow(Appearance& appearance, Figure field, QWidget* parent)
    : PanelRow(appearance, 20, parent)
    , field_(std::move(field)) {
    setToolTip(field_.value);
    setAccessibleName(field_.label + QLatin1Char(' ') + field_.value);
}

void FieldRow::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const QFont font = look().fonts().sans();
    const QRectF key(inner().left(), 0, px(kKeyWidth) - px(8), height());
    drawTextLine(painter, key, field_.label, font, look().theme().text2, Qt::AlignLeft, Qt::ElideMiddle);
    drawTextLine(painter, inner().adjusted(px(kKeyWidth), 0, 0, 0), field_.value, font, look().theme().text,
                 Qt::AlignLeft, Qt::ElideMiddle);
}

} // namespace lanes
