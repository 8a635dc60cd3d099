// Which of the views in sight a command of the window means: the one in the middle, or one that stands beside it as a panel.
#pragma once

namespace lanes {

class DocumentPage;
class TableView;
class TimelineView;
class ViewDocks;

// In the middle, else a panel: the one with the focus before others. Null: no table is in sight. `page` may be null.
[[nodiscard]] TableView* frontTable(DocumentPage* page, const ViewDocks& docks);
// Null: it is not in sight. `page` may be null.
[[nodiscard]] TimelineView* frontTimeline(DocumentPage* page, const ViewDocks& docks);

} // namespace lanes
