#include "model/analysis/compare/StepThreads.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string_view>

namespace lanes {

namespace {

// What the autograd engine calls around each node of the backward pass.
constexpr std::string_view kEngineCall = "autograd::engine::evaluate_function:";

bool runsBackward(const OperatorForest& forest, const OperatorForest::Run& run) {
    const Segment& segment = forest.segmentOf(run);
    for (std::uint32_t op = run.first; op < run.end; ++op) {
        if (forest.trace().text(segment.name[forest.position(run, op)]).starts_with(kEngineCall)) {
            return true;
        }
    }
    return false;
}

} // namespace

StepThreads::StepThreads(const OperatorData& data) {
    if (data.steps.empty()) {
        return;
    }
    const std::vector<Track>& tracks = data.forest->trace().tracks();
    counted_.assign(tracks.size(), false);
    std::set<ProcessId> processes;
    for (const Step& step : data.steps.all()) {
        counted_[step.track.value] = true;
        processes.insert(tracks[step.track.value].process);
    }
    for (const OperatorForest::Run& run : data.forest->runs()) {
        const TrackId track = data.forest->segmentOf(run).track;
        if (!counted_[track.value] && processes.contains(tracks[track.value].process)) {
            counted_[track.value] = runsBackward(*data.forest, run);
        }
    }
}

} // namespace lanes
