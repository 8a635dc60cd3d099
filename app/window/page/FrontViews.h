// Finds the visible view that a command of the window is meant for: the one in the middle, or one beside it in a panel.
#pragma once

namespace lanes {

class DocumentPage;
class TableView;
class TimelineView;
class ViewDocks;

// Returns the table in the panel with the focus, else the one in the middle, else one in a panel. Null: no table is visible.
// `page` may be null.
[[nodiscard]] TableView* frontTable(DocumentPage* page, const ViewDocks& docks);
// Null: the timeline is not visible. `page` may be null.
[[nodiscard]] TimelineView* frontTimeline(DocumentPage* page, const ViewDocks& docks);

} // namespace lanes
