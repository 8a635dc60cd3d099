#include "app/window/page/FrontViews.h"

#include "app/window/Views.h"
#include "app/window/page/DocumentPage.h"
#include "app/window/page/ViewDocks.h"
#include "views/shared/session/SessionView.h"
#include "views/shared/table/TableView.h"
#include "views/timeline/TimelineView.h"

#include <QApplication>

namespace lanes {

TableView* frontTable(DocumentPage* page, const ViewDocks& docks) {
    if (page == nullptr || !page->showsViews()) {
        return nullptr;
    }
    auto* front = qobject_cast<TableView*>(&page->view());
    for (const ViewSpec& spec : viewSpecs()) {
        auto* table = qobject_cast<TableView*>(docks.shownView(QLatin1String(spec.key)));
        if (table != nullptr && (front == nullptr || table->isAncestorOf(QApplication::focusWidget()))) {
            front = table;
        }
    }
    return front;
}

TimelineView* frontTimeline(DocumentPage* page, const ViewDocks& docks) {
    auto* middle =
        page != nullptr && page->showsViews() ? qobject_cast<TimelineView*>(&page->view()) : nullptr;
    return middle != nullptr ? middle
                             : qobject_cast<TimelineView*>(docks.shownView(QLatin1String(kTimelineView)));
}

} // namespace lanes
