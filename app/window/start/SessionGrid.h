// The sessions as a grid of cards, as high as all of them, within a page that scrolls. A click opens a session; Ctrl and Shift
// select several. All is possible by keys, too.
#pragma once

#include "app/sessions/SessionEntry.h"

#include <QListView>
#include <QStringList>

class QMenu;
class QSortFilterProxyModel;

namespace lanes {

class Appearance;
class SessionCards;
class SessionsModel;

class SessionGrid : public QListView {
    Q_OBJECT

public:
    SessionGrid(Appearance& appearance, SessionsModel& model, QWidget* parent = nullptr);

    // Shows only sessions whose search text has all of these words.
    void setFilter(const QString& text);
    [[nodiscard]] int shownCount() const;
    // Arranges the cards in `columns` columns over `width` pixels. The outer edges of the cards touch both ends.
    void setColumns(int columns, int width);

    // The selected sessions in the order shown; empty: none.
    [[nodiscard]] QList<SessionEntry> chosen() const;
    void choose(const QStringList& paths);
    void renameCurrent();
    // Sets the entries of a card's menu.
    void setCardActions(const QList<QAction*>& actions) { cardActions_ = actions; }

Q_SIGNALS:
    void openRequested(const QList<lanes::SessionEntry>& entries);
    void chosenChanged();
    void currentMoved(const QRect& rect); // the rectangle should be scrolled into view

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    [[nodiscard]] const SessionEntry& entryAt(const QModelIndex& index) const;
    void fit();
    void showMenu(const QPoint& at);
    void keepChosen();

    SessionsModel& model_;
    QSortFilterProxyModel* filter_;
    SessionCards* cards_;
    QList<QAction*> cardActions_;
    QPersistentModelIndex pressed_;
    QStringList before_; // selection before the model was reset
    QString currentBefore_;
    int columns_ = 1;
};

} // namespace lanes
