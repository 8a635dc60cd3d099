// A snapshot of a table, to be written as comma-separated values (see Csv.h). The values are exact.
#pragma once

#include "views/shared/table/TableModel.h"

#include <QStringList>

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

class QIODevice;

namespace lanes {

struct TableCsv {
    QStringList keys; // of all columns, in the order of the model
    std::shared_ptr<const TableModel> model;
    std::vector<std::uint32_t> rows; // of the model

    // Writes one line of keys, and then one line per row. `progress` gets the share written so far, some thousand times at
    // most. Any thread.
    void write(QIODevice& out, const std::stop_token& stop = {},
               const std::function<void(double)>& progress = {}) const;
};

} // namespace lanes
