// Where the window stands and how its parts are arranged, from one run to the next.
#pragma once

#include <QByteArray>

class QMainWindow;

namespace lanes {

class CaptureDesk;
class DetailsDock;
class DocumentPage;
class Settings;
class ViewDocks;

class WindowLayout {
public:
    // All of it outlives this.
    WindowLayout(QMainWindow& window, Settings& settings, CaptureDesk& capture, DetailsDock& details,
                 ViewDocks& docks)
        : window_(window)
        , settings_(settings)
        , capture_(capture)
        , details_(details)
        , docks_(docks) {}

    // Once all parts are there.
    void restore();
    // As before anybody has moved anything; `front`: the page in front, if any.
    void reset(DocumentPage* front);
    void keep();

private:
    QMainWindow& window_;
    Settings& settings_;
    CaptureDesk& capture_;
    DetailsDock& details_;
    ViewDocks& docks_;
    QByteArray first_; // as it is before anybody has moved anything
};

} // namespace lanes
