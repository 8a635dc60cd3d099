// Draws the cards of the sessions page: picture, name, program, time and facts of a session. Edits the name in place.
#pragma once

#include <QStyledItemDelegate>

namespace lanes {

class Appearance;
struct SessionEntry;

// For views of a SessionsModel, or of a model that filters it.
class SessionCards : public QStyledItemDelegate {
    Q_OBJECT

public:
    SessionCards(Appearance& appearance, QObject* parent = nullptr);

    // Sets the width of a cell: a card with the free space right of it. A card is narrower and lower than its cell by gap().
    void setCellWidth(int width) { width_ = width; }
    [[nodiscard]] int gap() const;
    [[nodiscard]] int cellHeight() const;
    // The menu button of a card whose cell is at `cell`.
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
