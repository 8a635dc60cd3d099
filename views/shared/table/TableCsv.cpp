#include "views/shared/table/TableCsv.h"

#include <QIODevice>

namespace lanes {
namespace {

constexpr std::size_t kRowsPerPiece = 512; // some milliseconds

// A space for what breaks lines: quotes would keep it, but few of those who read CSV line by line know.
QString csvCell(QString text) {
    text.replace(QLatin1String("\r\n"), QLatin1String(" "))
        .replace(QLatin1Char('\n'), QLatin1Char(' '))
        .replace(QLatin1Char('\r'), QLatin1Char(' '));
    if (!text.contains(QLatin1Char(',')) && !text.contains(QLatin1Char('"'))) {
        return text;
    }
    return QLatin1Char('"') + text.replace(QLatin1Char('"'), QLatin1String("\"\"")) + QLatin1Char('"');
}

QString csvLine(const QStringList& cells) {
    return cells.join(QLatin1Char(',')) + QLatin1Char('\n');
}

} // namespace

void TableCsv::write(QIODevice& out, const std::stop_token& stop,
                     const std::function<void(double)>& progress) const {
    QStringList cells;
    for (const QString& key : keys) {
        cells << csvCell(key);
    }
    QString piece = csvLine(cells);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i % kRowsPerPiece == 0) {
            out.write(piece.toUtf8());
            piece.clear();
            if (stop.stop_requested()) {
                return;
            }
            if (progress) {
                progress(double(i) / double(rows.size()));
            }
        }
        cells.clear();
        for (int column = 0; column < keys.size(); ++column) {
            cells << csvCell(model->exact(rows[i], column));
        }
        piece += csvLine(cells);
    }
    out.write(piece.toUtf8());
}

} // namespace lanes
