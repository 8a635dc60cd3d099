// The sessions as a grid of cards, as high as all of them: what is around it scrolls. One click opens one, Ctrl and Shift
// choose several; everything by keys too.
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

    // Only sessions that have all of these words in what they are found by.
    void setFilter(const QString& text);
    [[nodiscard]] int shownCount() const;
    // In so many columns over `width` pixels; the cards' own edges lie on both ends of it.
    void setColumns(int columns, int width);

    // Those selected, as they stand; else none.
    [[nodiscard]] QList<SessionEntry> chosen() const;
    void choose(const QStringList& paths);
    void renameCurrent();
    // What a card's menu shows.
    void setCardActions(const QList<QAction*>& actions) { cardActions_ = actions; }

Q_SIGNALS:
    void openRequested(const QList<lanes::SessionEntry>& entries);
    void chosenChanged();
    void currentMoved(const QRect& rect); // it should be in view

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
    QStringList before_; // chosen when the model was reset
    QString currentBefore_;
    int columns_ = 1;
};

} // namespace lanes
