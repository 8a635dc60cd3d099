// The page in front. It makes the parts of the window show that page, and gives the page the keyboard.
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
    // All parts outlive this object, except the strip. After the strip is destroyed nothing is shown any more.
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

    // Called when another page is in front, or when the state of this page has changed.
    void show();
    // Called when another view is chosen in the page.
    void showView();
    // Passes changed keys to all parts that show keys.
    void giveKeys();
    void giveKeyboard();
    // Called before a page is destroyed. Afterwards only the strip and the panels refer to its state.
    void letGo();

Q_SIGNALS:
    void changed(); // other commands may be possible now

private:
    [[nodiscard]] SidePane& side() const;
    void focus(DocumentPage& page);

    QWidget& window_;
    Parts parts_;
};

} // namespace lanes
