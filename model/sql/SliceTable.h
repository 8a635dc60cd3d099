// The table `slice`, read directly from the segments' columns, and the tables of slices around or inside one, with the
// same columns.
#pragma once

#include "model/sql/SqlTable.h"
#include "model/trace/Trace.h"

#include <memory>
#include <stop_token>

namespace lanes::sql {

enum class SlicesOf {
    Trace,
    Ancestors,  // ancestor_slice(id): the slices that enclose one, outermost first
    Descendants // descendant_slice(id): the slices inside one
};

// Data that the slice tables of one trace share: rows that come grouped are found once. Checks `stop` meanwhile.
class SliceIndex;
[[nodiscard]] std::shared_ptr<SliceIndex> sliceIndex(std::shared_ptr<const Trace> trace);
[[nodiscard]] std::unique_ptr<SqlTable> sliceTable(std::shared_ptr<SliceIndex> index, SlicesOf which,
                                                   const std::stop_token& stop);

} // namespace lanes::sql
