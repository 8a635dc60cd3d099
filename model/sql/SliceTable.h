// The table `slice`, straight over the segments' columns, and what stands around one slice in the same columns.
#pragma once

#include "model/sql/SqlTable.h"
#include "model/trace/Trace.h"

#include <memory>
#include <stop_token>

namespace lanes::sql {

enum class SlicesOf {
    Trace,
    Ancestors,  // ancestor_slice(id): what encloses a slice, outermost first
    Descendants // descendant_slice(id): what a slice encloses
};

// What tables of one trace share: which rows come grouped is found once. `stop` is asked while that is found.
class SliceIndex;
[[nodiscard]] std::shared_ptr<SliceIndex> sliceIndex(std::shared_ptr<const Trace> trace);
[[nodiscard]] std::unique_ptr<SqlTable> sliceTable(std::shared_ptr<SliceIndex> index, SlicesOf which,
                                                   const std::stop_token& stop);

} // namespace lanes::sql
