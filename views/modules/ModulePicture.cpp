#include "views/modules/ModulePicture.h"

#include "model/analysis/operators/ModuleInside.h"
#include "views/shared/text/TrackName.h"

#include <algorithm>
#include <map>
#include <set>

namespace lanes {
namespace {

// Adds a slice's share to every pixel that it reaches into.
class Columns {
public:
    Columns(TimeRange range, int width)
        : range_(range)
        , width_(std::max(width, 1))
        , perPixel_(std::max(1., double(range.length()) / width_)) {}

    void add(std::vector<float>& columns, TimeRange slice) const {
        columns.resize(static_cast<std::size_t>(width_));
        const double begin = std::max(0., double(slice.begin - range_.begin) / perPixel_);
        const double end = std::min(double(width_), double(slice.end - range_.begin) / perPixel_);
        for (auto x = static_cast<std::size_t>(begin); double(x) < end && x < columns.size(); ++x) {
            const double part = std::min(end, double(x) + 1) - std::max(begin, double(x));
            columns[x] = std::min(1.F, columns[x] + static_cast<float>(std::max(0., part)));
        }
    }

private:
    TimeRange range_;
    int width_;
    double perPixel_;
};

// Slices of the modules themselves.
void addCalls(ModulePicture& picture, const Trace& trace, const std::set<std::string_view>& names) {
    std::vector<char> known(trace.strings().size(), -1); // by name: whether it is one of them
    for (const auto& segment : trace.segments()) {
        for (std::uint32_t i = 0; i < segment->size(); ++i) {
            if (segment->kind[i] != EventKind::PythonFunction || !segment->name[i].valid()) {
                continue;
            }
            char& one = known[segment->name[i].value];
            one = one < 0 ? static_cast<char>(names.contains(trace.text(segment->name[i]))) : one;
            const TimeRange range{segment->start[i], segment->end(i)};
            if (one > 0 && range.overlaps(picture.range)) {
                picture.calls.push_back({SliceId(segment->first + i), range});
            }
        }
    }
}

// Without such slices: the outermost operators that were called from the modules.
void addOperators(ModulePicture& picture, const OperatorData& data, const std::set<std::string_view>& names) {
    const OperatorForest& forest = *data.forest;
    const CallContext& context = *data.context;
    const std::vector<bool> inside = nodesInside(context, names);
    const auto isInside = [&](std::uint32_t op) {
        const std::uint32_t node = context.nodeOf(op);
        return node != CallContext::kNone && inside[node];
    };
    for (const OperatorForest::Run& run : forest.runs()) {
        const Segment& segment = forest.segmentOf(run);
        for (std::uint32_t op = run.first; op < run.end; ++op) {
            if (forest.parent(run, op) != OperatorForest::kNone || !isInside(op)) {
                continue;
            }
            const std::uint32_t i = forest.position(run, op);
            const TimeRange range{segment.start[i], segment.end(i)};
            if (range.overlaps(picture.range)) {
                picture.calls.push_back({SliceId(segment.first + i), range});
            }
        }
    }
}

// Whether a moment of a track lies in one of the calls. Calls of one track may stand in one another.
class Inside {
public:
    Inside(const std::vector<ModulePicture::Call>& calls, const Trace& trace) {
        for (const ModulePicture::Call& call : calls) { // by start
            std::vector<TimeRange>& ranges = ranges_[trace.slice(call.slice).track];
            if (!ranges.empty() && call.range.begin <= ranges.back().end) {
                ranges.back().end = std::max(ranges.back().end, call.range.end);
            } else {
                ranges.push_back(call.range);
            }
        }
    }
    [[nodiscard]] bool at(TrackId track, TimeNs t) const {
        const auto ranges = ranges_.find(track);
        if (ranges == ranges_.end()) {
            return false;
        }
        const auto after = std::ranges::upper_bound(ranges->second, t, {}, &TimeRange::begin);
        return after != ranges->second.begin() && std::prev(after)->end > t;
    }

private:
    std::map<TrackId, std::vector<TimeRange>> ranges_;
};

void addStreams(ModulePicture& picture, const OperatorForest& forest, const Columns& columns) {
    const Trace& trace = forest.trace();
    const Inside inside(picture.calls, trace);
    std::map<TrackId, ModulePicture::Row> streams;
    for (const DeviceWork& work : forest.deviceWork()) {
        const Trace::Slice kernel = trace.slice(work.slice);
        const TimeRange range{kernel.start, kernel.end()};
        if (!range.overlaps(picture.range)) {
            continue;
        }
        ModulePicture::Row& row = streams[kernel.track];
        const bool lit =
            work.launch.valid() && inside.at(trace.slice(work.launch).track, trace.slice(work.launch).start);
        columns.add(lit ? row.inside : row.other, range);
    }
    for (auto& [track, row] : streams) {
        row.name = trackName(trace, track).toStdString();
        row.hue = Hue::Gemm;
        picture.rows.push_back(std::move(row));
    }
}

} // namespace

std::optional<ModulePicture::Call> ModulePicture::callNear(TimeNs t) const {
    std::optional<Call> nearest;
    TimeNs least = 0;
    for (const Call& call : calls) {
        const TimeNs away = call.range.contains(t) ? 0
                            : t < call.range.begin ? call.range.begin - t
                                                   : t - call.range.end + 1;
        if (!nearest || away < least) {
            nearest = call;
            least = away;
        }
    }
    return nearest;
}

std::optional<ModulePicture> modulePicture(const OperatorData& data, const ModuleTable& table,
                                           std::uint32_t row, TimeRange range, int width,
                                           const std::stop_token& stop) {
    ModulePicture picture;
    picture.range = range;
    const std::set<std::string_view> names = table.namesOf(row);
    addCalls(picture, data.forest->trace(), names);
    if (picture.calls.empty()) {
        addOperators(picture, data, names);
        picture.ofOperators = true;
    }
    if (stop.stop_requested()) {
        return std::nullopt;
    }
    std::ranges::stable_sort(picture.calls, {},
                             [](const ModulePicture::Call& call) { return call.range.begin; });
    const Columns columns(range, width);
    picture.rows.emplace_back();
    for (const ModulePicture::Call& call : picture.calls) {
        columns.add(picture.rows.front().inside, call.range);
    }
    addStreams(picture, *data.forest, columns);
    return picture;
}

} // namespace lanes
