#include "views/shared/table/TableCsv.h"

#include "model/base/Csv.h"

#include <QIODevice>

#include <algorithm>
#include <string>

namespace lanes {
namespace {

constexpr std::size_t kRowsPerPiece = 512; // some milliseconds

} // namespace

void TableCsv::write(QIODevice& out, const std::stop_token& stop,
                     const std::function<void(double)>& progress) const {
    std::vector<std::string> cells(static_cast<std::size_t>(keys.size()));
    std::ranges::transform(keys, cells.begin(), &QString::toStdString);
    std::string piece;
    appendCsvLine(piece, cells);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i % kRowsPerPiece == 0) {
            out.write(piece.data(), static_cast<qint64>(piece.size()));
            piece.clear();
            if (stop.stop_requested()) {
                return;
            }
            if (progress) {
                progress(double(i) / double(rows.size()));
            }
        }
        for (int column = 0; column < keys.size(); ++column) {
            cells[static_cast<std::size_t>(column)] = model->exact(rows[i], column).toStdString();
        }
        appendCsvLine(piece, cells);
    }
    out.write(piece.data(), static_cast<qint64>(piece.size()));
}

} // namespace lanes
