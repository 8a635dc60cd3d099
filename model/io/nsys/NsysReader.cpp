#include "model/io/nsys/NsysReader.h"

#include "model/io/import/BuildTrace.h"
#include "model/io/nsys/NsysCalls.h"
#include "model/io/nsys/NsysCurves.h"
#include "model/io/nsys/NsysDeviceWork.h"
#include "model/io/nsys/NsysFile.h"
#include "model/io/nsys/NsysPlaces.h"
#include "model/io/nsys/NsysRanges.h"
#include "model/trace/args/JsonText.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace lanes {

namespace {

// The environment of the target (META_DATA_CAPTURE) and the description of its machine are never read: they hold secrets.
void describe(nsys::NsysFile& file) {
    SessionInfo& info = file.builder().info();
    info.producer = "Nsight Systems";
    file.each("META_DATA_EXPORT", {"name", "value"}, [&](const SqliteRows& row) {
        if (row.text(0) == "EXPORT_PRODUCT_VERSION") {
            info.producer += " " + std::string(row.text(1));
        } else if (row.text(0) == "EXPORT_SCHEMA_VERSION") {
            info.properties.emplace_back("nsys schema", '"' + escapeJson(row.text(1)) + '"');
        }
    });
    file.each("TARGET_INFO_SESSION_START_TIME", {"utcEpochNs"}, [&](const SqliteRows& row) {
        info.clockOriginUnixNs = std::max<std::int64_t>(row.integer(0, -1), -1);
    });
}

} // namespace

bool isNsysExport(const SqliteFile& file) {
    static constexpr std::array<std::string_view, 5> kEvents{"CUPTI_ACTIVITY_KIND_KERNEL",
                                                             "CUPTI_ACTIVITY_KIND_RUNTIME", "NVTX_EVENTS",
                                                             "OSRT_API", "META_DATA_EXPORT"};
    return file.has("StringIds") &&
           std::ranges::any_of(kEvents, [&](std::string_view table) { return file.has(table); });
}

Result<std::shared_ptr<const Trace>> readNsysExport(const SqliteFile& file, const OpenOptions& options) {
    return buildTrace(file.path(), options, [&](ImportBuilder& builder) -> std::optional<Error> {
        nsys::NsysFile tables(file, builder, options);
        describe(tables);
        nsys::NsysPlaces places(tables);
        const nsys::NsysCalls calls(tables, places);
        readDeviceWork(tables, places, calls);
        readRanges(tables, places);
        readMetrics(tables, places);
        readMemory(tables, places);
        readScheduling(tables, places);
        readSamples(tables, places);
        readNotes(tables);
        return std::nullopt;
    });
}

} // namespace lanes
