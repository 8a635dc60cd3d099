// The window: sessions as tabs, their views, the details panel, and everything that can be done by menu or key.
#pragma once

#include "app/document/Document.h"
#include "app/window/commands/Actions.h"

#include <QMainWindow>
#include <QString>
#include <QStringList>

class QDockWidget;
class QMenu;
class QStackedWidget;
class QToolBar;

namespace lanes {

class Appearance;
class Banner;
class CaptureDesk;
class DetailsPanel;
class DocumentPage;
class OpenSessions;
class RankOffer;
class RecentMenu;
class SaveDesk;
class Settings;
class Sheets;
class SessionsDesk;
class SidePane;
class SourceFetcher;
class StatusLine;
class Steering;
class StripBar;
class TableView;
class TimelineView;
class TitleRow;
class Tour;
class ViewBar;
class ViewDocks;
class WelcomePage;

class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    // `appearance` and `settings` outlive the window. `loader` is openTrace() but in tests.
    MainWindow(Appearance& appearance, Settings& settings, TraceLoader loader = openTrace);
    ~MainWindow() override;

    // Opens a file in a tab of its own, or goes to the tab that has it.
    DocumentPage* openFile(const QString& path);
    // The same for several; where they are ranks of one job, offers to make them one session.
    void openAll(const QStringList& files);
    [[nodiscard]] DocumentPage* currentPage() const; // null: the sessions page
    void showSessions();
    [[nodiscard]] int pageCount() const;
    void closePage(int index);
    void showView(const QString& key); // of the current page

    [[nodiscard]] Actions& actions() const { return *actions_; }
    [[nodiscard]] DetailsPanel& details() const;
    [[nodiscard]] SidePane& side() { return *side_; }
    [[nodiscard]] CaptureDesk& capture() { return *capture_; }
    [[nodiscard]] Steering& steering() { return *steering_; }
    [[nodiscard]] ViewDocks& panels() { return *docks_; }

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void build();
    void addViewActions();
    void connectFileActions();
    void connectViewActions();
    void connectOtherActions();
    void connectCapture();
    void connectSessions();
    void connectTabs();
    void connectPanels();
    void connectTour();
    void startTour();
    DocumentPage* addPage(std::unique_ptr<Document> document);
    void openAsOne(const QList<DocumentPage*>& ranks);
    [[nodiscard]] QList<DocumentPage*> pages() const;
    void stepPage(int by);
    void stepPane(bool forward);
    void restoreLayout();
    void placeLayout(const QByteArray& layout);
    void showCurrent();
    void showPage(DocumentPage* page);
    void followView();
    [[nodiscard]] bool& detailsWish(); // of the current view
    void placeDetails();
    void enableActions();
    void showPalette();
    void keepBeside(bool beside);
    void savePicture();
    void connectSaves();
    [[nodiscard]] TableView* frontTable() const;       // null: no table is shown
    [[nodiscard]] TimelineView* frontTimeline() const; // null: it is not shown
    void openSource(const QString& file, int line);
    void connectSources();
    void compareWith(DocumentPage& page, const QString& file);
    void askForPartner(DocumentPage& page);
    void showDoctor();
    // The command of the current view that an action stands for; null if it has none.
    [[nodiscard]] QAction* viewCommand(const ActionSpec& spec) const;
    [[nodiscard]] DocumentPage* pageAt(int index) const;
    [[nodiscard]] DocumentPage* pageOf(const QString& path) const; // null: not open
    [[nodiscard]] bool isOpen(const QString& path) const;          // by whatever name
    [[nodiscard]] ViewState* state() const;

    Appearance& appearance_;
    Settings& settings_;
    TraceLoader loader_;
    OpenSessions* sessions_; // child
    Actions* actions_;
    TitleRow* title_;
    RecentMenu* recentMenu_;
    QToolBar* viewTools_;
    ViewBar* viewBar_;
    StripBar* strip_;
    QWidget* center_;
    Banner* banner_;
    QStackedWidget* pages_;
    WelcomePage* welcome_;
    QDockWidget* detailsDock_;
    SidePane* side_;
    StatusLine* status_;
    CaptureDesk* capture_;
    Steering* steering_;
    Sheets* sheets_;
    SaveDesk* saves_;
    ViewDocks* docks_;
    Tour* tour_;
    SourceFetcher* fetcher_;
    RankOffer* ranks_;
    SessionsDesk* shelf_;
    bool sessionsInFront_ = false; // before pages that are open
    QByteArray firstLayout_;       // as it is before anybody has moved anything
    QList<QAction*> viewActions_;  // in the order of the views
    bool detailsWanted_ = true;    // beside the timeline, by the user; nothing to detail on the welcome page
    bool detailsBeside_ = false;   // beside the other views
};

} // namespace lanes
