#include "app/window/page/Comparisons.h"

#include "app/window/MainWindow.h"
#include "app/window/Views.h"
#include "app/window/page/DocumentPage.h"
#include "app/window/page/DocumentPages.h"
#include "app/window/parts/FileDialogs.h"

namespace lanes {

Comparisons::Comparisons(MainWindow& window, OpenSessions& sessions, DocumentPages& pages, QObject* parent)
    : QObject(parent)
    , window_(window)
    , sessions_(sessions)
    , pages_(pages) {
    connect(&sessions_, &OpenSessions::partnerWanted, this, [this](const ViewState* state) {
        if (DocumentPage* page = pages_.of(state)) {
            ask(*page);
        }
    });
    connect(&sessions_, &OpenSessions::runsWanted, this,
            [this](const ViewState* state, OpenSessions::Side side) {
                if (DocumentPage* page = pages_.of(state)) {
                    addRuns(*page, side, askForSessions(&window_));
                }
            });
}

void Comparisons::ask(DocumentPage& page) {
    compare(page, askForSessions(&window_));
}

void Comparisons::compare(DocumentPage& page, const QStringList& files) {
    if (files.isEmpty()) {
        return;
    }
    DocumentPage* partner = window_.openFile(files.front());
    sessions_.setPartner(page.document().view(), &partner->document().view());
    addRuns(page, OpenSessions::Side::Partner, files.mid(1));
    window_.showView(QLatin1String(kCompareView));
}

void Comparisons::addRuns(DocumentPage& page, OpenSessions::Side side, const QStringList& files) {
    for (const QString& file : files) {
        DocumentPage* run = window_.openFile(file);
        sessions_.addRun(page.document().view(), side, run->document().view());
    }
    pages_.show(page);
}

} // namespace lanes
