// Reads one kind of id of many events, each together with the process in which the id is valid.
#pragma once

#include "model/trace/FileId.h"
#include "model/trace/Trace.h"
#include "model/trace/args/ArgReader.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace lanes {

// One thread. Keeps a reference to the trace.
class IdReader {
public:
    IdReader(const Trace& trace, std::string_view key, ArgReader::Level level = ArgReader::Level::Any)
        : trace_(trace)
        , reader_(trace.args(), trace.strings(), ArgReader::AnyKey{key}, level) {}

    // Nothing where the event has none. O(1) except for the first event of a layout.
    [[nodiscard]] std::optional<FileId> of(const Segment& segment, std::uint32_t i) {
        return of(segment.track, segment.layout[i], segment.row[i]);
    }
    [[nodiscard]] std::optional<FileId> of(SliceId id) {
        const Trace::Slice slice = trace_.slice(id);
        return of(slice.track, slice.layout, slice.row);
    }
    // The id in another process than that of the event's track: device events carry ids of the program.
    [[nodiscard]] std::optional<FileId> of(SliceId id, ProcessId process) {
        const auto found = of(id);
        return found ? std::optional(FileId(process, found->number())) : std::nullopt;
    }

    // The id of one event, for callers with few events: finding a key is linear in the number of names.
    [[nodiscard]] static std::optional<FileId> ofOne(const Trace& trace, SliceId id, std::string_view key,
                                                     ProcessId process) {
        const Trace::Slice slice = trace.slice(id);
        const ArgLayout* const layout = trace.args().layout(slice.layout);
        const std::string_view older = olderSpelling(key);
        for (std::uint32_t c = 0; layout != nullptr && c < layout->columns.size(); ++c) {
            const std::string_view own = trace.text(layout->columns[c].key);
            if (own == key || (!older.empty() && own == older)) {
                const std::int64_t number =
                    integerOf(trace.args().value(slice.layout, slice.row, c), trace.strings(), kNone);
                return number == kNone ? std::nullopt : std::optional(FileId(process, number));
            }
        }
        return std::nullopt;
    }

private:
    static constexpr std::int64_t kNone = -1;

    [[nodiscard]] std::optional<FileId> of(TrackId track, LayoutId layout, std::uint32_t row) {
        const std::int64_t number = reader_.integer(layout, row, trace_.strings(), kNone);
        return number == kNone ? std::nullopt
                               : std::optional(FileId(trace_.tracks()[track.value].process, number));
    }

    const Trace& trace_;
    ArgReader reader_;
};

} // namespace lanes
