// A table as text: for the clipboard, for a file and for screen readers.
#pragma once

#include "views/shared/table/TableColumns.h"
#include "views/shared/table/TableCsv.h"
#include "views/shared/table/TableOrder.h"

#include <QString>

#include <cstdint>
#include <memory>
#include <vector>

namespace lanes {

// As on the screen; what is only drawn there (a sign, a bar about zero) as it is exported.
[[nodiscard]] QString cellText(const TableModel& model, std::uint32_t row, int column, const Theme& theme);

// The head and these rows of the model, a line each, with tabs between the columns that are shown.
[[nodiscard]] QString rowsText(const TableColumns& columns, const TableModel& model,
                               const std::vector<std::uint32_t>& rows, const Theme& theme);

// All columns, and the rows in their order.
[[nodiscard]] TableCsv csvOf(const TableColumns& columns, std::shared_ptr<const TableModel> model,
                             const TableOrder& order);

} // namespace lanes
