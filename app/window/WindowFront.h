// The page in front: what the parts of the window show of it, and that it has the keyboard.
#pragma once

#include <QObject>

class QToolBar;

namespace lanes {

class Actions;
class CaptureDesk;
class DetailsDock;
class DocumentPage;
class DocumentPages;
class SessionsDesk;
class SidePane;
class SourceFetcher;
class StatusLine;
class Steering;
class StripBar;
class TitleRow;
class ViewBar;
class ViewDocks;
class WelcomePage;

class WindowFront : public QObject {
    Q_OBJECT

public:
    // All of it outlives this but the strip, after which nothing is shown any more.
    struct Parts {
        TitleRow& title;
        Actions& actions;
        QToolBar& viewTools;
        ViewBar& views;
        StripBar& strip;
        WelcomePage& welcome;
        DocumentPages& pages;
        DetailsDock& details;
        StatusLine& status;
        CaptureDesk& capture;
        Steering& steering;
        ViewDocks& docks;
        SourceFetcher& fetcher;
        SessionsDesk& shelf;
    };

    WindowFront(QWidget& window, const Parts& parts);

    // Whenever another page is in front, or this one has become another.
    void show();
    // Whenever another view is chosen for it.
    void showView();
    // Keys that have changed, to whatever shows them.
    void giveKeys();
    void giveKeyboard();
    // Before a page goes: no part but the strip and the panels looks at its state any more.
    void letGo();

Q_SIGNALS:
    void changed(); // what can be done may be something else

private:
    [[nodiscard]] SidePane& side() const;
    void focus(DocumentPage& page);

    QWidget& window_;
    Parts parts_;
};

} // namespace lanes
