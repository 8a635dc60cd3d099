// What the commands of the window's table do, and which of them can be done now. Those of recordings are Steering's, those
// of the sessions page SessionsDesk's.
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

// The parts of the window that commands work on; all of them outlive whoever keeps this.
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
    // `window` owns it and opens and closes sessions.
    WindowCommands(MainWindow& window, const WindowParts& parts);

    // Again whenever something may have changed of what can be done.
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
    // The command of the current view that an action stands for; null if it has none.
    [[nodiscard]] QAction* viewCommand(const ActionSpec& spec) const;

    MainWindow& window_;
    WindowParts parts_;
    QList<QAction*> viewActions_; // in the order of the views
};

} // namespace lanes
