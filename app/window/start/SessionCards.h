// Draws the sessions page's cards: a picture of the session, its name, program, time and facts; edits its name in place.
#pragma once

#include <QStyledItemDelegate>

namespace lanes {

class Appearance;
struct SessionEntry;

// For views of a SessionsModel, or of one that filters it.
class SessionCards : public QStyledItemDelegate {
    Q_OBJECT

public:
    SessionCards(Appearance& appearance, QObject* parent = nullptr);

    // Of every card with the room right of it and below; a card is narrower and lower by gap().
    void setCellWidth(int width) { width_ = width; }
    [[nodiscard]] int gap() const;
    [[nodiscard]] int cellHeight() const;
    // Where a card's menu button is, in a cell at `cell`.
    [[nodiscard]] QRect menuRect(const QRect& cell) const;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const override;

private:
    [[nodiscard]] QRect cardRect(const QRect& cell) const;
    [[nodiscard]] QRectF nameRect(const QRect& cell) const;
    void paintPicture(QPainter& painter, const QRectF& box, const SessionEntry& entry) const;
    void paintTexts(QPainter& painter, const QStyleOptionViewItem& option, const SessionEntry& entry) const;

    Appearance& appearance_;
    int width_ = 240;
};

} // namespace lanes
