// What of a view comes on paper.
#pragma once

#include "app/document/PdfPages.h"

namespace lanes {

class SessionView;

// A table over as many pages as it has rows for, the timeline in its shapes, all else as it stands in the window. It is
// taken from the view at once and needs it no more. Without paint(): there is nothing to print yet.
[[nodiscard]] PrintMatter printMatterOf(SessionView& view);

} // namespace lanes
