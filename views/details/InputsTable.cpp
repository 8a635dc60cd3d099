#include "views/details/InputsTable.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"
#include "views/shared/text/Text.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace lanes {
namespace {

constexpr int kHead = 18;
constexpr int kRow = 20;
constexpr double kNameShare = .3;  // of the width, at most
constexpr double kShapeShare = .8; // of what shape and strides have, at most

} // namespace

InputsTable::InputsTable(Appearance& appearance, std::vector<InputRow> rows, QWidget* parent)
    : PanelRow(appearance, kHead, parent)
    , rows_(std::move(rows)) {
    setRowHeight(kHead + kRow * static_cast<int>(rows_.size()) + 4);
    QStringList spoken;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        spoken << rowText(i);
    }
    setAccessibleName(spoken.join(QStringLiteral("; ")));
}

// Its number where PyTorch's name of it is not known.
QString InputsTable::nameOf(std::size_t index) const {
    const std::string& name = rows_[index].name;
    return name.empty() ? QString::number(index) : toQString(name);
}

QString InputsTable::rowText(std::size_t index) const {
    const InputRow& row = rows_[index];
    const QString number = nameOf(index);
    switch (row.kind) {
    case InputRow::Kind::Absent:
        return tr("%1: none").arg(number);
    case InputRow::Kind::Scalar:
        return tr("%1: %2 %3").arg(number, toQString(row.type), toQString(row.value));
    case InputRow::Kind::List:
    case InputRow::Kind::Tensor:
        break;
    }
    return row.strides.empty()
               ? tr("%1: [%2] %3").arg(number, toQString(row.shape), toQString(row.type))
               : tr("%1: [%2] %3, strides [%4]")
                     .arg(number, toQString(row.shape), toQString(row.type), toQString(row.strides));
}

// The type takes what its texts need, then the shape; the strides have the rest.
InputsTable::Columns InputsTable::columns() const {
    const QFont body = look().fonts().sans();
    const QFont small = look().fonts().sans(Fonts::kSmall);
    qreal name = px(24);
    qreal type = textWidth(tr("Type"), small);
    qreal shape = textWidth(tr("Shape"), small);
    qreal strides = textWidth(tr("Strides"), small);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const InputRow& row = rows_[i];
        name = std::max(name, textWidth(nameOf(i), small) + px(10));
        type = std::max(type, textWidth(toQString(row.type), body));
        if (row.kind != InputRow::Kind::Scalar) {
            shape = std::max(shape, textWidth(toQString(row.shape), body));
            strides = std::max(strides, textWidth(toQString(row.strides), small));
        }
    }
    Columns at{};
    at.shape = inner().left() + std::min(name, inner().width() * kNameShare);
    at.end = inner().right();
    const qreal gap = px(12);
    const qreal room = at.end - at.shape - type - 2 * gap;
    const qreal share = shape + strides <= room ? shape + (room - shape - strides) * .5
                                                : std::min(shape + px(8), room * kShapeShare);
    at.type = at.shape + share + gap;
    at.strides = at.type + type + gap;
    return at;
}

void InputsTable::paintRow(QPainter& painter, std::size_t index, const Columns& at) const {
    const InputRow& row = rows_[index];
    const Theme& theme = look().theme();
    const Fonts& fonts = look().fonts();
    const qreal y = px(kHead) + px(kRow) * double(index);
    const qreal height = px(kRow);
    const QRectF whole(inner().left(), y, inner().width(), height);
    drawTextLine(painter, {whole.left(), y, at.shape - whole.left() - px(6), height}, nameOf(index),
                 fonts.sans(Fonts::kSmall), rows_[index].name.empty() ? theme.text3 : theme.text2,
                 Qt::AlignLeft, Qt::ElideMiddle);
    const QRectF shape(at.shape, y, at.type - at.shape - px(8), height);
    const QRectF type(at.type, y, at.strides - at.type - px(8), height);
    if (row.kind == InputRow::Kind::Absent) {
        drawTextLine(painter, shape, tr("none"), fonts.sans(), theme.text3);
    } else if (row.kind == InputRow::Kind::Scalar) {
        const QString value = row.value.empty() ? tr("not recorded") : toQString(row.value);
        drawTextLine(painter, shape, value, fonts.sans(), row.value.empty() ? theme.text3 : theme.text);
        drawTextLine(painter, type, toQString(row.type), fonts.sans(), theme.text3);
    } else {
        const QString text = row.shape.empty() ? QStringLiteral("[]") : toQString(row.shape);
        drawTextLine(painter, shape, text, fonts.sans(), theme.text);
        drawTextLine(painter, type, toQString(row.type), fonts.sans(), theme.text);
        drawTextLine(painter, {at.strides, y, at.end - at.strides, height}, toQString(row.strides),
                     fonts.sans(Fonts::kSmall), theme.text2);
    }
    QColor line = theme.line;
    line.setAlphaF(.7F);
    horizontalLine(painter, inner().left(), y + height - 1, inner().width(), line);
}

void InputsTable::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Columns at = columns();
    const QFont small = look().fonts().sans(Fonts::kSmall);
    const QColor quiet = look().theme().text3;
    drawTextLine(painter, {at.shape, 0, at.type - at.shape, qreal(px(kHead))}, tr("Shape"), small, quiet);
    drawTextLine(painter, {at.type, 0, at.strides - at.type, qreal(px(kHead))}, tr("Type"), small, quiet);
    drawTextLine(painter, {at.strides, 0, at.end - at.strides, qreal(px(kHead))}, tr("Strides"), small,
                 quiet);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        paintRow(painter, i, at);
    }
}

bool InputsTable::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int row = (help->pos().y() - px(kHead)) / px(kRow);
        if (help->pos().y() >= px(kHead) && row < static_cast<int>(rows_.size())) {
            QToolTip::showText(help->globalPos(), rowText(static_cast<std::size_t>(row)), this);
        } else {
            QToolTip::hideText();
        }
        return true;
    }
    return PanelRow::event(event);
}

} // namespace lanes
