// What a table showed at one moment, to be written as comma-separated values (see Csv.h), exact values.
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

    // A line of keys and one line a row. `progress` is told the share written, some thousand times at most. Any thread.
    void write(QIODevice& out, const std::stop_token& stop = {},
               const std::function<void(double)>& progress = {}) const;
};

} // namespace lanes
