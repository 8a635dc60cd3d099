// Exports a table through the Arrow C interfaces: one record batch, whose buffers are the mapped file itself.
#pragma once

#include "collector/python/arrow/ArrowInterface.h"
#include "collector/python/arrow/TableFile.h"

namespace lanes::arrow {

// Each function fills a structure that the caller then owns and must release, from any thread and in any order. Each
// array keeps its table alive. Returns false, and fills nothing, if there is no memory left. O(columns).
[[nodiscard]] bool exportSchema(const TableFile& table, ArrowSchema& out);
[[nodiscard]] bool exportArray(TableFile& table, ArrowArray& out);
[[nodiscard]] bool exportStream(TableFile& table, ArrowArrayStream& out);

} // namespace lanes::arrow
