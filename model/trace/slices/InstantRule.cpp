#include "model/trace/slices/InstantRule.h"

namespace lanes {

namespace {

// Instants and marks, and what happened at a moment of something asynchronous (n; steps: T, p).
bool isInstantPhase(char phase) {
    return phase != 0 && std::string_view("iIRnTp").find(phase) != std::string_view::npos;
}

} // namespace

InstantRule::InstantRule(const PointTable& points, const ArgTable& args, const StringTable& strings)
    : points_(points)
    , memory_(strings.find(kMemoryEvent)) {
    phases_.reserve(args.layouts.size());
    for (const auto& layout : args.layouts) {
        phases_.push_back(isInstantPhase(layout->phase));
        kinds_.push_back(kindOfCategory(strings.view(layout->category)));
    }
}

} // namespace lanes
