#include "tests/support/TraceText.h"

#include "tests/support/TraceBuilder.h"

#include <algorithm>
#include <map>
#include <sstream>
#include <tuple>

namespace lanes::test {

std::shared_ptr<const Trace> traceFromText(std::string_view text) {
    TraceBuilder builder;
    const ProcessId process = builder.addProcess({.key = "1", .name = "python3"});
    std::map<std::string, TrackId> tracks;
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string track;
        std::string category;
        std::string name;
        std::string start;
        std::string duration;
        if (!(words >> track) || track.starts_with('#')) {
            continue;
        }
        if (track == "---") {
            std::ignore = builder.publish();
            continue;
        }
        words >> category >> name >> start >> duration;
        if (!tracks.contains(track)) {
            tracks[track] = builder.addTrack({.process = process, .key = track, .name = track});
        }
        ArgLayout layout;
        layout.category = builder.strings().intern(category);
        SliceRecord record;
        record.start = std::stoll(start);
        record.duration = duration == "open" ? -1 : std::stoll(duration);
        record.name = builder.strings().intern(name);
        record.layout = builder.addLayout(layout);
        record.row = builder.addArgs(record.layout, {});
        builder.addSlice(tracks[track], record);
    }
    return builder.publish();
}

std::string textOf(const Trace& trace) {
    std::ostringstream out;
    for (std::uint32_t t = 0; t < trace.tracks().size(); ++t) {
        out << trace.tracks()[t].name << '\n';
        std::vector<std::tuple<TimeNs, std::uint32_t, std::string>> rows;
        for (const auto& s : trace.segments()) {
            for (std::uint32_t i = 0; s->track == TrackId(t) && i < s->size(); ++i) {
                const Trace::Slice slice = trace.slice(SliceId(s->first + i));
                rows.emplace_back(slice.start, slice.depth,
                                  "+" + std::to_string(slice.duration) + " " +
                                      std::string(trace.text(slice.name)));
            }
        }
        std::ranges::sort(rows);
        for (const auto& [start, depth, rest] : rows) {
            out << "  " << depth << ' ' << start << rest << '\n';
        }
    }
    return out.str();
}

} // namespace lanes::test
