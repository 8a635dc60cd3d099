// The window: its parts and their connections. DocumentPages decides which page is in front, WindowFront what the parts show of
// it, WindowCommands what the commands do.
#pragma once

#include "app/document/Document.h"
#include "app/window/commands/Actions.h"

#include <QMainWindow>
#include <QString>
#include <QStringList>

#include <memory>

class QStackedWidget;
class QToolBar;

namespace lanes {

class Appearance;
class Banner;
class CaptureDesk;
class Comparisons;
class DetailsDock;
class DetailsPanel;
class DocumentPage;
class DocumentPages;
class OpenSessions;
class RankOffer;
class RecentMenu;
class SaveDesk;
class Settings;
class Sheets;
class SessionsDesk;
class SidePane;
class SourceDesk;
class SourceFetcher;
class StatusLine;
class Steering;
class StripBar;
class TitleRow;
class ViewBar;
class ViewDocks;
class WelcomePage;
class WindowCommands;
class WindowFront;
class WindowLayout;

class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    // `appearance` and `settings` outlive the window. `loader` is openTrace() except in tests.
    MainWindow(Appearance& appearance, Settings& settings, TraceLoader loader = openTrace);
    ~MainWindow() override;

    // Opens a file in a tab of its own, or goes to the tab that shows it.
    DocumentPage* openFile(const QString& path);
    // Opens several files. If they are ranks of one job, offers to open them as one session.
    void openAll(const QStringList& files);
    // Opens ranks of one job, or captures of graphs and their replays, as one session in place of their own. Does nothing for an
    // empty list.
    void openAsOne(const QList<DocumentPage*>& parts);
    void warn(const QString& sentence);              // in the banner
    [[nodiscard]] DocumentPage* currentPage() const; // null: the sessions page
    void showSessions();
    [[nodiscard]] int pageCount() const;
    void closePage(int index);
    void showView(const QString& key); // in the current page

    void keepLayout();

    [[nodiscard]] Actions& actions() const { return *actions_; }
    [[nodiscard]] DetailsPanel& details() const;
    [[nodiscard]] SidePane& side() const;
    [[nodiscard]] CaptureDesk& capture() { return *capture_; }
    [[nodiscard]] Steering& steering() { return *steering_; }
    [[nodiscard]] ViewDocks& panels() { return *docks_; }
    [[nodiscard]] Sheets& sheets() { return *sheets_; }

protected:
    void closeEvent(QCloseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void build();
    void buildCenter();
    void connectCapture();
    void connectSessions();
    void connectTabs();
    void connectPanels();
    DocumentPage* makePage(std::unique_ptr<Document> document);
    DocumentPage* addPage(std::unique_ptr<Document> document);
    void adopt(DocumentPage& page);
    void noteRecording(DocumentPage& page);
    void letGo();
    void connectPage(DocumentPage& page);
    void followDocument(DocumentPage& page);

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
    QStackedWidget* stack_;
    WelcomePage* welcome_;
    DocumentPages* pages_;
    DetailsDock* details_;
    StatusLine* status_;
    CaptureDesk* capture_;
    Steering* steering_;
    Sheets* sheets_;
    SaveDesk* saves_;
    ViewDocks* docks_;
    SourceDesk* sources_;
    SourceFetcher* fetcher_;
    RankOffer* ranks_;
    Comparisons* comparisons_;
    SessionsDesk* shelf_;
    WindowFront* front_;
    std::unique_ptr<WindowLayout> layout_;
    WindowCommands* commands_ = nullptr; // set once the menus exist
};

} // namespace lanes
