#include "model/io/nsys/NsysFile.h"

namespace lanes::nsys {

NsysFile::NsysFile(const SqliteFile& file, ImportBuilder& builder, const OpenOptions& options)
    : SqliteTables(file, builder, options) {
    each("StringIds", {"id", "value"}, [&](const SqliteRows& row) {
        if (const auto id = row.integer(0)) {
            texts_.try_emplace(*id, builder.text(row.text(1)));
        }
    });
}

StringId NsysFile::text(std::optional<std::int64_t> number) const {
    const auto found = number ? texts_.find(*number) : texts_.end();
    return found == texts_.end() ? StringId() : found->second;
}

std::string NsysFile::label(std::string_view table, std::int64_t number) {
    if (labelled_.emplace(table).second) {
        const bool labelled = sqlite().hasColumn(table, "label");
        each(table, {"id", labelled ? "label" : "name"}, [&](const SqliteRows& row) {
            if (const auto id = row.integer(0)) {
                labels_.try_emplace({std::string(table), *id}, row.text(1));
            }
        });
    }
    const auto found = labels_.find(std::pair(std::string(table), number));
    return found == labels_.end() ? std::string() : found->second;
}

} // namespace lanes::nsys
