#include "model/trace/slices/InstantRule.h"

namespace lanes {

InstantRule::InstantRule(const PointTable& points, const ArgTable& args, const StringTable& strings)
    : points_(points)
    , memory_(strings.find(kMemoryEvent)) {
    phases_.reserve(args.layouts.size());
    for (const auto& layout : args.layouts) {
        phases_.push_back(layout->phase == 'i' || layout->phase == 'I');
        kinds_.push_back(kindOfCategory(strings.view(layout->category)));
    }
}

} // namespace lanes
