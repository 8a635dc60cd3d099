// Views in panels beside the view in the middle. The user can split panels, put them into tabs, float, close and reopen them.
// They show the current session, as every view does.
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

    // The views made so far.
    [[nodiscard]] QList<QWidget*> madeViews() const; // of every page, in any order
    // Adds an entry for each view that shows or closes its panel.
    void fillMenu(QMenu& menu);
    [[nodiscard]] QList<QAction*> toggles() const;
    // Sets the session that the panels show; null: no session, and no panel is shown.
    void setPage(DocumentPage* page);
    // Called before a page is destroyed: destroys its views.
    void forget(DocumentPage* page);
    // Closes all panels, or reopens those closed last. The first time it opens the panel of operators.
    void toggleBottom();
    // Opens the panels that the user wants, even those with nothing to show. Call it before saving the layout.
    void showWanted();
    // Called after the layout has been restored. `kept` is the value of kept() when that layout was saved, from before
    // showWanted().
    void takeRestored(const KeptPanels& kept);
    [[nodiscard]] KeptPanels kept();
    // The panel of the view with this key, and its action.
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
        bool before = false; // closed by toggleBottom()
        bool front = false;  // in front of its tabs when panels were last visible
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
    bool roomGiven_ = false; // the first panel opened gets a useful height
};

} // namespace lanes
