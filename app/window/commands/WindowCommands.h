// Carries out the window's commands and enables those that are possible now. Steering does so for recordings, SessionsDesk for
// the sessions page.
#pragma once

#include "app/window/commands/Actions.h"

#include <QList>
#include <QObject>

class QAction;

namespace lanes {

class Banner;
class CaptureDesk;
class Comparisons;
class DocumentPage;
class DocumentPages;
class MainWindow;
class RankOffer;
class SaveDesk;
class SessionsDesk;
class Settings;
class Sheets;
class SidePane;
class SourceDesk;
class StatusLine;
class ViewBar;
class ViewDocks;
class WelcomePage;

// The parts of the window on which commands act. All outlive the object that stores this.
struct WindowParts {
    Actions& actions;
    Settings& settings;
    DocumentPages& pages;
    ViewBar& views;
    ViewDocks& docks;
    SidePane& side;
    WelcomePage& welcome;
    StatusLine& status;
    Banner& banner;
    CaptureDesk& capture;
    Sheets& sheets;
    SaveDesk& saves;
    SessionsDesk& shelf;
    SourceDesk& sources;
    Comparisons& comparisons;
};

class WindowCommands : public QObject {
    Q_OBJECT

public:
    // `window` owns this object, and opens and closes sessions.
    WindowCommands(MainWindow& window, const WindowParts& parts);

    // Enables and disables the commands. Call it whenever the possible commands may have changed.
    void enable();

private:
    void addViewActions();
    void bindFiles();
    void bindSaves();
    void bindSessions();
    void bindViews();
    void bindPanes();
    void bindHelp();
    template<typename Call>
    void on(ActionId id, Call call);

    void copyText();
    void search();
    void compare();
    void savePicture();
    void keepBeside(bool beside);
    void stepPane(bool forward);
    void showPalette();
    void showDoctor();
    // Returns the current view's command that an action triggers; null if there is none.
    [[nodiscard]] QAction* viewCommand(const ActionSpec& spec) const;

    MainWindow& window_;
    WindowParts parts_;
    QList<QAction*> viewActions_; // in the order of the views
};

} // namespace lanes
