// Saves and restores the position of the window and the arrangement of its parts.
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
    // All arguments outlive this object.
    WindowLayout(QMainWindow& window, Settings& settings, CaptureDesk& capture, DetailsDock& details,
                 ViewDocks& docks)
        : window_(window)
        , settings_(settings)
        , capture_(capture)
        , details_(details)
        , docks_(docks) {}

    // Call it once all parts exist.
    void restore();
    // Restores the default arrangement. `front` is the page in front, or null.
    void reset(DocumentPage* front);
    void keep();

private:
    QMainWindow& window_;
    Settings& settings_;
    CaptureDesk& capture_;
    DetailsDock& details_;
    ViewDocks& docks_;
    QByteArray first_; // the default arrangement
};

} // namespace lanes
