// How a table stands beside which rows it has.
#pragma once

#include "views/shared/table/TableSort.h"

#include <QPoint>

#include <cstdint>
#include <unordered_set>

namespace lanes {

struct TablePlace {
    TableSort by;    // with the current row
    QPoint scrolled; // px
    // Identities of rows opened or closed by hand, against the default.
    std::unordered_set<std::uint64_t> toggled;
};

} // namespace lanes
