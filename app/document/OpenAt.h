// Brings a place of a document into view as soon as that much of it has been read.
#pragma once

#include "app/document/Document.h"

namespace lanes {

// `range` since the session's begin. Moves once; what the user does afterwards stays.
void openAt(Document& document, TimeRange range);

} // namespace lanes
