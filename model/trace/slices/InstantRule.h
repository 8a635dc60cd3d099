// Decides which points of a trace are instants: events that happened at a moment and have no row of their own. Counter
// samples, flow ends and metadata are none, nor are "[memory]" events, which the memory table holds.
#pragma once

#include "model/base/Ids.h"
#include "model/trace/Category.h"
#include "model/trace/args/ArgTable.h"
#include "model/trace/tables/PointTable.h"
#include "model/trace/tables/StringTable.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace lanes {

// Keeps a reference to the points. Any thread.
class InstantRule {
public:
    static constexpr std::string_view kMemoryEvent = "[memory]";

    // O(layouts).
    InstantRule(const PointTable& points, const ArgTable& args, const StringTable& strings);

    // point < points.size(). O(1).
    [[nodiscard]] bool isMemory(std::uint32_t point) const {
        return memory_.valid() && points_.name[point] == memory_ && hasPhase(point);
    }
    [[nodiscard]] bool isInstant(std::uint32_t point) const {
        return hasPhase(point) && !(memory_.valid() && points_.name[point] == memory_);
    }
    // The role that a point's category gives it; Other without a category. O(1).
    [[nodiscard]] EventKind kindOf(std::uint32_t point) const {
        const std::uint32_t layout = points_.layout[point].value;
        return layout < kinds_.size() ? kinds_[layout] : EventKind::Other;
    }

private:
    // Points without a layout carry nothing but a name and a time.
    [[nodiscard]] bool hasPhase(std::uint32_t point) const {
        const std::uint32_t layout = points_.layout[point].value;
        return layout >= phases_.size() || phases_[layout];
    }

    const PointTable& points_;
    StringId memory_;
    std::vector<bool> phases_; // by layout: true if its phase is that of instants
    std::vector<EventKind> kinds_;
};

} // namespace lanes
