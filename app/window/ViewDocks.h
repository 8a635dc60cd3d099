// Views as panels beside the one in the middle: each can be split off, made a tab of another, floated, closed and
// opened again. They show the current session, as every view does.
#pragma once

#include <QHash>
#include <QMainWindow>
#include <QObject>

#include <vector>

class QAction;
class QDockWidget;
class QMenu;
class QStackedWidget;

namespace lanes {

class Appearance;
class DocumentPage;

class ViewDocks : public QObject {
    Q_OBJECT

public:
    ViewDocks(Appearance& appearance, QMainWindow& window);

    // A line per view that shows or closes its panel.
    void fillMenu(QMenu& menu);
    [[nodiscard]] QList<QAction*> toggles() const;
    // The session that the panels show; null: none, and no panel is shown.
    void setPage(DocumentPage* page);
    // Before a page goes: its views go first.
    void forget(DocumentPage* page);
    // All panels away, or those back that were there last; the first time, the operators.
    void toggleBottom();
    // Panels stand open that the user wants, even where there is nothing to show: for saving the layout.
    void showWanted();
    // After the layout has been restored.
    void takeRestored();
    [[nodiscard]] QDockWidget& dock(int view) const;
    [[nodiscard]] QWidget* shownView(int view) const; // null: none is shown

Q_SIGNALS:
    void shownChanged(bool any);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Panel {
        QDockWidget* dock = nullptr;
        QStackedWidget* stack = nullptr;
        QAction* toggle = nullptr;
        QHash<DocumentPage*, QWidget*> views;
        bool wanted = false;
    };
    void refresh(int view);
    void refreshAll();
    void want(int view, bool wanted);
    void giveRoom(int view);

    Appearance& appearance_;
    QMainWindow& window_;
    std::vector<Panel> panels_; // one per view
    DocumentPage* page_ = nullptr;
    std::vector<bool> before_; // what toggleBottom() closed
    bool roomGiven_ = false;   // the first panel that is opened gets a height that shows something
};

} // namespace lanes
