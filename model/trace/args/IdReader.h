// Reads one kind of id of many events, each with the process that it means something in.
#pragma once

#include "model/trace/FileId.h"
#include "model/trace/Trace.h"
#include "model/trace/args/ArgReader.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace lanes {

// One thread. Refers to the trace.
class IdReader {
public:
    IdReader(const Trace& trace, std::string_view key, ArgReader::Level level = ArgReader::Level::Any)
        : trace_(trace)
        , reader_(trace.args(), trace.strings(), key, level) {}

    // Nothing where the event has none. O(1), but for the first event of a layout.
    [[nodiscard]] std::optional<FileId> of(const Segment& segment, std::uint32_t i) {
        return of(segment.track, segment.layout[i], segment.row[i]);
    }
    [[nodiscard]] std::optional<FileId> of(SliceId id) {
        const Trace::Slice slice = trace_.slice(id);
        return of(slice.track, slice.layout, slice.row);
    }
    // The same in another process than that of its track: what a device did carries ids of the program.
    [[nodiscard]] std::optional<FileId> of(SliceId id, ProcessId process) {
        const auto found = of(id);
        return found ? std::optional(FileId(process, found->number())) : std::nullopt;
    }

private:
    [[nodiscard]] std::optional<FileId> of(TrackId track, LayoutId layout, std::uint32_t row) {
        constexpr std::int64_t kNone = -1;
        const std::int64_t number = reader_.integer(layout, row, trace_.strings(), kNone);
        return number == kNone ? std::nullopt
                               : std::optional(FileId(trace_.tracks()[track.value].process, number));
    }

    const Trace& trace_;
    ArgReader reader_;
};

} // namespace lanes
