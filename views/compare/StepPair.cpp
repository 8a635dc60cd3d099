#include "views/compare/StepPair.h"

#include "model/analysis/flame/FlameTree.h"
#include "views/shared/text/TrackName.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

namespace lanes {
namespace {

constexpr std::size_t kMostThreads = 3;
constexpr std::size_t kMostStreams = 6;

std::vector<Step> stepsIn(const SessionSteps& steps, const std::optional<TimeRange>& range) {
    std::vector<Step> in;
    std::ranges::copy_if(steps.first(), std::back_inserter(in),
                         [&range](const Step& step) { return !range || range->contains(step.range.begin); });
    return in;
}

// Adds rows to one side.
class SideBuilder {
public:
    SideBuilder(StepSide& side, TimeRange part, int width)
        : side_(side)
        , shown_{side.range.begin + part.begin, side.range.begin + part.end}
        , part_(part)
        , pixel_(std::max<TimeNs>(part.length() / std::max(width, 1), 1)) {}

    [[nodiscard]] TimeRange shown() const { return shown_; }
    void begin(TrackId track) {
        side_.headings.push_back({trackName(*side_.trace, track).toStdString(), side_.rows++});
        first_ = side_.rows;
        lastPixel_.clear();
    }
    // Of a row's boxes the earlier ones first.
    void add(SliceId slice, int depth, TimeRange range) {
        if (!range.overlaps(shown_) && !(range.empty() && shown_.contains(range.begin))) {
            return;
        }
        const TimeNs from = std::max(range.begin, shown_.begin) - side_.range.begin;
        const TimeNs to = std::min(range.end, shown_.end) - side_.range.begin;
        const TimeNs pixel = (from - part_.begin) / pixel_;
        const auto last = lastPixel_.find(depth);
        if (to - from < pixel_ && last != lastPixel_.end() && last->second == pixel) {
            return;
        }
        lastPixel_[depth] = pixel;
        side_.boxes.push_back({slice, first_ + depth, {from, to}});
        side_.rows = std::max(side_.rows, first_ + depth + 1);
    }

private:
    StepSide& side_;
    TimeRange shown_; // recorded times
    TimeRange part_;
    TimeNs pixel_;
    int first_ = 0;
    std::map<int, TimeNs> lastPixel_; // by depth
};

// Those with the highest counts first.
std::vector<TrackId> mostOf(const std::map<TrackId, std::size_t>& counts, std::size_t most) {
    std::vector<std::pair<std::size_t, TrackId>> ordered;
    for (const auto& [track, count] : counts) {
        if (count > 0) {
            ordered.emplace_back(count, track);
        }
    }
    std::ranges::stable_sort(ordered, std::ranges::greater{}, [](const auto& entry) { return entry.first; });
    ordered.resize(std::min(ordered.size(), most));
    std::vector<TrackId> tracks;
    tracks.reserve(ordered.size());
    for (const auto& [count, track] : ordered) {
        tracks.push_back(track);
    }
    return tracks;
}

// `first`: the thread that goes through the steps, whatever it calls.
void addThreads(SideBuilder& builder, const OperatorForest& forest, TimeRange step, TrackId first) {
    std::map<TrackId, std::size_t> counts;
    for (const OperatorForest::Run& run : forest.runs()) {
        const OperatorForest::Run within = forest.within(run, step);
        counts[forest.segmentOf(run).track] += within.end - within.first;
    }
    if (const auto at = counts.find(first); at != counts.end()) {
        at->second = std::numeric_limits<std::size_t>::max();
    }
    for (const TrackId track : mostOf(counts, kMostThreads)) {
        builder.begin(track);
        for (const FlameBox& box :
             flameChart(forest.trace(), track, FlameSource::Operators, builder.shown(), 0)) {
            builder.add(box.slice, static_cast<int>(box.depth), box.range);
        }
    }
}

void addStreams(SideBuilder& builder, const OperatorForest& forest, TimeRange step) {
    const Trace& trace = forest.trace();
    std::map<TrackId, std::vector<std::pair<TimeRange, SliceId>>> work;
    std::map<TrackId, std::size_t> counts;
    for (const DeviceWork& one : forest.deviceWork()) {
        const Trace::Slice slice = trace.slice(one.slice);
        const TimeRange range{slice.start, slice.end()};
        if (range.overlaps(step)) {
            work[slice.track].emplace_back(range, one.slice);
            ++counts[slice.track];
        }
    }
    for (const TrackId track : mostOf(counts, kMostStreams)) {
        auto& list = work[track];
        std::ranges::sort(list, {}, [](const auto& entry) { return entry.first.begin; });
        builder.begin(track);
        for (const auto& [range, slice] : list) {
            builder.add(slice, 0, range);
        }
    }
}

} // namespace

std::optional<StepPair> stepPairOf(TraceAnalyses& a, TraceAnalyses& b, const StepRequest& request,
                                   const std::stop_token& stop) {
    const auto ofA = a.operators(stop);
    const auto ofB = ofA ? b.operators(stop) : nullptr;
    if (!ofB) {
        return std::nullopt;
    }
    StepPair pair;
    const std::vector<Step> stepsA = stepsIn(ofA->steps, request.rangeA);
    const std::vector<Step> stepsB = stepsIn(ofB->steps, request.rangeB);
    pair.steps = std::min(stepsA.size(), stepsB.size());
    pair.a.trace = a.trace();
    pair.b.trace = b.trace();
    if (pair.steps > 0) {
        pair.step = std::min(request.step, pair.steps - 1);
        pair.a.range = stepsA[pair.step].range;
        pair.b.range = stepsB[pair.step].range;
        pair.a.track = stepsA[pair.step].track;
        pair.b.track = stepsB[pair.step].track;
        pair.a.label = stepsA[pair.step].label;
        pair.b.label = stepsB[pair.step].label;
    } else {
        pair.a.range = request.rangeA.value_or(pair.a.trace->work());
        pair.b.range = request.rangeB.value_or(pair.b.trace->work());
    }
    pair.length = std::max({pair.a.range.length(), pair.b.range.length(), TimeNs(1)});
    pair.part = request.part.value_or(TimeRange{0, pair.length});
    for (auto [side, data] : {std::pair(&pair.a, ofA.get()), std::pair(&pair.b, ofB.get())}) {
        SideBuilder builder(*side, pair.part, request.width);
        addThreads(builder, *data->forest, side->range, side->track);
        if (stop.stop_requested()) {
            return std::nullopt;
        }
        addStreams(builder, *data->forest, {side->range.begin, side->range.begin + pair.length});
    }
    return pair;
}

} // namespace lanes
