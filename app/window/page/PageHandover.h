// The pages of one window on their way to another, which speaks another language: the sessions go over as they are, and the
// pages are made anew around them.
#pragma once

#include "app/window/page/ViewPlaces.h"
#include "views/shared/session/OpenSessions.h"

#include <QHash>
#include <QList>
#include <QString>

#include <functional>
#include <map>
#include <memory>
#include <vector>

class QObject;

namespace lanes {

class Document;
class DocumentPage;
class DocumentPages;
class ViewDocks;

class PageHandover {
public:
    using Make = std::function<DocumentPage*(std::unique_ptr<Document> document)>;
    using Adopt = std::function<void(DocumentPage& page)>;

    // As the pages stand in their window, before that lets go of the views in its panels. All of it outlives this.
    PageHandover(DocumentPages& pages, const OpenSessions& sessions, const ViewDocks& docks);

    // Once their window looks at none of them any more; `before` is that window. `make` makes a page, and `adopt` takes it
    // in once it stands as the one before it did.
    void giveTo(DocumentPages& pages, OpenSessions& sessions, const QObject& before, const Make& make,
                const Adopt& adopt);

private:
    DocumentPages& pages_;
    QList<DocumentPage*> all_;
    int front_; // tab
    bool sessionsInFront_;
    std::vector<OpenSessions::Entry> compared_;
    QHash<DocumentPage*, std::map<QString, ViewPlaces>> places_;
};

} // namespace lanes
