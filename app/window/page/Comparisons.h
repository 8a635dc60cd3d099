// Which sessions are compared with which: opens their files and brings the comparison in front.
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
    // Answers what `sessions` are asked for.
    Comparisons(MainWindow& window, OpenSessions& sessions, DocumentPages& pages, QObject* parent);

    // The page's session with that of the first file; all others are further runs of the first.
    void compare(DocumentPage& page, const QStringList& files);
    // The same with files that the user is asked for.
    void ask(DocumentPage& page);

private:
    void addRuns(DocumentPage& page, OpenSessions::Side side, const QStringList& files);

    MainWindow& window_;
    OpenSessions& sessions_;
    DocumentPages& pages_;
};

} // namespace lanes
