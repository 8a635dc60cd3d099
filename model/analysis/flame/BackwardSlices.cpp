#include "model/analysis/flame/BackwardSlices.h"

namespace lanes {

std::vector<bool> backwardSlices(const CallContext& context) {
    const OperatorForest& forest = context.forest();
    std::vector<bool> slices;
    for (const OperatorForest::Run& run : forest.runs()) {
        const Segment& segment = forest.segmentOf(run);
        for (std::uint32_t op = run.first; op < run.end; ++op) {
            if (context.passOf(op) == Pass::Backward) {
                slices.resize(forest.trace().sliceCount());
                slices[segment.first + forest.position(run, op)] = true;
            }
        }
    }
    if (slices.empty()) {
        return slices;
    }
    for (const auto& segment : forest.trace().segments()) {
        for (std::uint32_t i = 0; i < segment->size(); ++i) {
            const SliceId parent = segment->parent[i];
            if (parent.valid() && slices[parent.value]) {
                slices[segment->first + i] = true;
            }
        }
    }
    return slices;
}

std::vector<bool> backwardWork(const CallContext& context) {
    const std::span<const DeviceWork> all = context.forest().deviceWork();
    std::vector<bool> work;
    for (std::size_t w = 0; w < all.size(); ++w) {
        if (all[w].op != OperatorForest::kNone && context.passOf(all[w].op) == Pass::Backward) {
            work.resize(all.size());
            work[w] = true;
        }
    }
    return work;
}

} // namespace lanes
