// A table as the Arrow C interfaces have it: one record batch, whose buffers are the mapped file itself.
#pragma once

#include "collector/python/arrow/ArrowInterface.h"
#include "collector/python/arrow/TableFile.h"

namespace lanes::arrow {

// Each fills what the caller then owns and must release, from any thread and in any order: a table is kept by each array that
// was made of it. False: no memory is left, and nothing was filled. O(columns).
[[nodiscard]] bool exportSchema(const TableFile& table, ArrowSchema& out);
[[nodiscard]] bool exportArray(TableFile& table, ArrowArray& out);
[[nodiscard]] bool exportStream(TableFile& table, ArrowArrayStream& out);

} // namespace lanes::arrow
