#include "app/window/start/SessionCards.h"

#include "app/document/Thumbnail.h"
#include "app/sessions/SessionText.h"
#include "app/sessions/SessionsModel.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"

#include <QFileInfo>
#include <QLineEdit>
#include <QPainter>
#include <QSortFilterProxyModel>

namespace lanes {
namespace {

constexpr int kCardGap = 16;
constexpr int kCardHeight = 176;
constexpr int kCardMenu = 24;

const SessionEntry& shownEntry(const QModelIndex& index) {
    const auto* filter = qobject_cast<const QSortFilterProxyModel*>(index.model());
    const QModelIndex source = filter != nullptr ? filter->mapToSource(index) : index;
    return static_cast<const SessionsModel*>(source.model())->entry(source.row());
}

} // namespace

SessionCards::SessionCards(Appearance& appearance, QObject* parent)
    : QStyledItemDelegate(parent)
    , appearance_(appearance) {}

int SessionCards::gap() const {
    return kCardGap;
}

int SessionCards::cellHeight() const {
    return appearance_.fonts().scaled(kCardHeight) + kCardGap;
}

QRect SessionCards::cardRect(const QRect& cell) const {
    return cell.adjusted(0, 0, -kCardGap, -kCardGap);
}

QRectF SessionCards::nameRect(const QRect& cell) const {
    const Fonts& fonts = appearance_.fonts();
    const QRectF card = cardRect(cell);
    return {card.left() + fonts.scaled(14), card.top() + fonts.scaled(92), card.width() - fonts.scaled(28),
            qreal(fonts.scaled(20))};
}

QRect SessionCards::menuRect(const QRect& cell) const {
    const int size = appearance_.fonts().scaled(kCardMenu);
    const QRect card = cardRect(cell);
    const int inset = appearance_.fonts().scaled(16);
    return {card.right() - inset - size, card.top() + inset, size, size};
}

QSize SessionCards::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const {
    return {width_, cellHeight()};
}

void SessionCards::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    const SessionEntry& entry = shownEntry(index);
    const QRect card = cardRect(option.rect);
    const bool over = option.state.testFlag(QStyle::State_MouseOver);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const bool focus = option.state.testFlag(QStyle::State_HasFocus);
    fillRounded(*painter, card, 8, selected ? theme.accentSoft : over ? theme.hover : theme.panel);
    strokeRounded(*painter, card, 8, selected ? theme.accent : over ? theme.line2 : theme.line);
    if (focus) {
        strokeRounded(*painter, card, 8, theme.accent, 2);
    }
    const QRectF picture(card.left() + fonts.scaled(12), card.top() + fonts.scaled(12),
                         card.width() - fonts.scaled(24), fonts.scaled(72));
    paintPicture(*painter, picture, entry);
    if (over) {
        const QRectF menu = menuRect(option.rect);
        fillRounded(*painter, menu, 5, theme.raised);
        strokeRounded(*painter, menu, 5, theme.line2);
        const int size = fonts.scaled(16);
        appearance_.icons().paint(*painter, menu.center() - QPointF(size / 2.0, size / 2.0),
                                  QStringLiteral("more"), size, theme.text2);
    }
    paintTexts(*painter, option, entry);
}

void SessionCards::paintPicture(QPainter& painter, const QRectF& box, const SessionEntry& entry) const {
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    fillRounded(painter, box, 4, theme.canvas);
    const bool trouble = entry.facts && !entry.facts->trouble.isEmpty();
    if (entry.facts && !entry.facts->picture.isNull()) {
        const qreal side = fonts.scaled(6);
        const qreal top = fonts.scaled(4);
        paintThumbnail(painter, box.adjusted(side, top, -side, -top), entry.facts->picture, theme);
    } else if (entry.running || entry.gone || trouble) {
        const int size = fonts.scaled(20);
        const QString icon = entry.running ? QStringLiteral("record") : QStringLiteral("warning");
        appearance_.icons().paint(painter, box.center() - QPointF(size / 2.0, size / 2.0), icon, size,
                                  entry.running ? theme.bad
                                  : trouble     ? theme.warn
                                                : theme.text3);
    }
    strokeRounded(painter, box, 4, theme.line);
}

void SessionCards::paintTexts(QPainter& painter, const QStyleOptionViewItem& option,
                              const SessionEntry& entry) const {
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    const bool trouble = entry.facts && !entry.facts->trouble.isEmpty();
    QRectF line = nameRect(option.rect);
    const QString took = timeText(entry);
    const qreal time = took.isEmpty() ? 0
                                      : drawTextLine(painter, line, took, fonts.sans(Fonts::kBody, 500),
                                                     theme.text2, Qt::AlignRight);
    qreal left = 0;
    if (entry.running) {
        const qreal dot = fonts.scaled(8);
        const QRectF mark(line.left(), line.center().y() - dot / 2, dot, dot);
        if (entry.running->paused) {
            strokeRounded(painter, mark, dot / 2, theme.warn, 2);
        } else {
            fillRounded(painter, mark, dot / 2, theme.bad);
        }
        left = dot + fonts.scaled(6);
    }
    drawTextLine(painter, line.adjusted(left, 0, -time - fonts.scaled(8), 0),
                 QFileInfo(entry.path).fileName(), fonts.sans(Fonts::kTitle, 600),
                 entry.gone ? theme.text3 : theme.text, Qt::AlignLeft, Qt::ElideMiddle);
    line.translate(0, fonts.scaled(22));
    if (trouble) {
        QString why = entry.facts->trouble;
        why.replace(entry.path, QFileInfo(entry.path).fileName()); // room for the reason
        drawTextLine(painter, line, why, fonts.sans(Fonts::kSmall), theme.warn);
    } else {
        drawTextLine(painter, line, programText(entry), fonts.mono(Fonts::kSmall),
                     entry.gone ? theme.text3 : theme.text2, Qt::AlignLeft, Qt::ElideMiddle);
    }
    line.translate(0, fonts.scaled(28));
    const QFont small = fonts.sans(Fonts::kSmall);
    const qreal when = drawTextLine(painter, line, whenText(entry.when), small, theme.text3);
    drawTextLine(painter, line.adjusted(when + fonts.scaled(12), 0, 0, 0), factsText(entry), small,
                 theme.text3, Qt::AlignRight, Qt::ElideLeft);
}

QWidget* SessionCards::createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex&) const {
    auto* editor = new QLineEdit(parent);
    editor->setObjectName(QStringLiteral("rename"));
    editor->setAccessibleName(tr("New name"));
    editor->setFont(appearance_.fonts().sans(Fonts::kTitle, 600));
    return editor;
}

// Once: what has been typed stays when the session's facts come meanwhile.
void SessionCards::setEditorData(QWidget* editor, const QModelIndex& index) const {
    auto& edit = *static_cast<QLineEdit*>(editor);
    if (!edit.isModified() && edit.text().isEmpty()) {
        edit.setText(index.data(Qt::EditRole).toString());
    }
}

void SessionCards::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                        const QModelIndex&) const {
    const int room = appearance_.fonts().scaled(4);
    editor->setGeometry(nameRect(option.rect).toRect().adjusted(-room * 2, -room, room * 2, room));
}

} // namespace lanes
