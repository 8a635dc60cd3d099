#include "model/io/SqliteTrace.h"

#include "model/io/nsys/NsysReader.h"
#include "model/io/rocm/RocmReader.h"
#include "model/io/sqlite/SqliteFile.h"

#include <array>

namespace lanes {

bool recognisesSqlite(const TraceHead& head) {
    return SqliteFile::recognises(head.bytes);
}

Result<std::shared_ptr<const Trace>> readSqliteTrace(const std::string& path, const OpenOptions& options) {
    const Result<SqliteFile> file = SqliteFile::open(path, options);
    if (!file) {
        return file.error();
    }
    struct Tool {
        bool (*wrote)(const SqliteFile& file);
        Result<std::shared_ptr<const Trace>> (*read)(const SqliteFile& file, const OpenOptions& options);
    };
    static constexpr std::array<Tool, 3> kTools{
        {{isNsysExport, readNsysExport}, {isRocpd, readRocpd}, {isRpd, readRpd}}};
    for (const Tool& tool : kTools) {
        if (tool.wrote(file.value())) {
            return tool.read(file.value(), options);
        }
    }
    return Error{file.value().path() + " is an SQLite database that no profiler known to Lanescope wrote. It "
                                       "opens exports of Nsight Systems "
                                       "(nsys export --type sqlite) and AMD's rocpd and .rpd files."};
}

} // namespace lanes
