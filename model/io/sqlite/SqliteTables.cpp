#include "model/io/sqlite/SqliteTables.h"

#include <algorithm>

namespace lanes {

SqliteTables::SqliteTables(const SqliteFile& file, ImportBuilder& builder, const OpenOptions& options)
    : file_(file)
    , builder_(builder)
    , options_(options) {
    for (const std::string& table : file.tables()) {
        mostRows_ += file.mostRows(table);
    }
}

void SqliteTables::readOne() {
    constexpr std::uint64_t kRowsBetweenWords = 1 << 16;
    builder_.look().at(rows_++);
    if (options_.progress && rows_ % kRowsBetweenWords == 0) {
        const double part = static_cast<double>(rows_) / static_cast<double>(std::max(mostRows_, rows_));
        options_.progress({static_cast<std::uint64_t>(part * static_cast<double>(file_.size())), file_.size(),
                           builder_.events()});
    }
}

void SqliteTables::tell(std::string_view table, const std::string& damage) {
    if (!damage.empty()) {
        builder_.diagnostics().add("damaged-table", Severity::Loss,
                                   "The table " + std::string(table) +
                                       " could be read only in part: " + damage + ".");
        builder_.info().complete = false;
    }
}

} // namespace lanes
