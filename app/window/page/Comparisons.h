// Manages which sessions are compared: opens their files and brings the comparison to the front.
#pragma once

#include "views/shared/session/OpenSessions.h"

#include <QStringList>

namespace lanes {

class DocumentPage;
class DocumentPages;
class MainWindow;

// UI thread. A part of the window.
class Comparisons : public QObject {
    Q_OBJECT

public:
    // Answers the requests that `sessions` emits.
    Comparisons(MainWindow& window, OpenSessions& sessions, DocumentPages& pages, QObject* parent);

    // Compares the page's session with that of the first file. All other files are further runs of the first.
    void compare(DocumentPage& page, const QStringList& files);
    // The same with files that the user chooses in a dialog.
    void ask(DocumentPage& page);

private:
    void addRuns(DocumentPage& page, OpenSessions::Side side, const QStringList& files);

    MainWindow& window_;
    OpenSessions& sessions_;
    DocumentPages& pages_;
};

} // namespace lanes
