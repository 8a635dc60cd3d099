// Views as panels beside the one in the middle: each can be split off, made a tab of another, floated, closed and
// opened again. They show the current session, as every view does.
#pragma once

#include <QHash>
#include <QMainWindow>
#include <QObject>

#include <map>
#include <vector>

class QAction;
class QDockWidget;
class QMenu;
class QStackedWidget;

namespace lanes {

class Appearance;
class DocumentPage;
class SessionView;
struct KeptPanels;
struct ViewSpec;

class ViewDocks : public QObject {
    Q_OBJECT

public:
    ViewDocks(Appearance& appearance, QMainWindow& window);

    // A line per view that shows or closes its panel.
    [[nodiscard]] QList<QWidget*> madeViews() const; // of every page, in whatever order
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
    // After the layout has been restored; `kept`: as kept() told with it, before showWanted().
    void takeRestored(const KeptPanels& kept);
    [[nodiscard]] KeptPanels kept();
    // Of the view of this key.
    [[nodiscard]] QDockWidget& dock(const QString& view) const;
    [[nodiscard]] QAction& toggle(const QString& view) const;
    [[nodiscard]] QWidget* shownView(const QString& view) const; // null: none is shown

Q_SIGNALS:
    void shownChanged(bool any);
    void viewMade(QWidget* view, const QString& key);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Panel {
        const ViewSpec* view = nullptr;
        QDockWidget* dock = nullptr;
        QStackedWidget* stack = nullptr;
        QAction* toggle = nullptr;
        QHash<DocumentPage*, SessionView*> views;
        bool wanted = false;
        bool before = false; // toggleBottom() closed it
        bool front = false;  // of its tabs, when panels were last to be seen
    };
    void make(Panel& panel);
    void refresh(Panel& panel);
    void refreshAll();
    void want(Panel& panel, bool wanted);
    void noteFront();
    void giveRoom(const Panel& panel);
    [[nodiscard]] const Panel& panelOf(const QString& view) const;

    Appearance& appearance_;
    QMainWindow& window_;
    std::vector<Panel> panels_; // one per view, made once
    DocumentPage* page_ = nullptr;
    bool roomGiven_ = false; // the first panel that is opened gets a height that shows something
};

} // namespace lanes
