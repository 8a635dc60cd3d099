// Up to when the view in sight of a page knows the session: what has come since is not shown yet.
#pragma once

#include "app/window/page/DocumentPage.h"
#include "views/timeline/TimelineView.h"
#include "views/timeline/rows/TimelineRows.h"

namespace lanes::bench {

// On the session's clock; 0 before anything is shown.
[[nodiscard]] inline TimeNs shownUntil(DocumentPage& page) {
    if (page.showsTimeline()) {
        const auto& rows = static_cast<TimelineView&>(page.view()).canvas().rows();
        return rows ? rows->trace().span().end : 0;
    }
    return page.view().shownUntil();
}

} // namespace lanes::bench
