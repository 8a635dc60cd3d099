// Extends a search result when a session has grown: reads only new events and keeps the earlier ones.
#pragma once

#include "model/analysis/text/FoundEvents.h"
#include "model/analysis/text/NameFilter.h"

#include <cstdint>
#include <map>
#include <stop_token>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lanes {

// One thread, for one use. All arguments must outlive it.
class FoundSince {
public:
    // `found` has only its trace and filter.
    FoundSince(FoundEvents& found, const FoundEvents& before);

    // False, without a result, if a full search is needed: the earlier result may be incomplete or contain other events.
    // If asked to stop, the result is incomplete. O(new events + slices / 64 + earlier result).
    [[nodiscard]] bool goOn(const std::stop_token& stop);

private:
    using Event = std::pair<TimeNs, SliceId>;

    [[nodiscard]] bool continues(std::vector<std::size_t>& changed) const;
    [[nodiscard]] bool foundTheSame(const Segment& segment) const;
    void addMore(const Segment& before, const Segment& now);
    void take(const Segment& segment);
    void listEvents();
    void listInstants(const std::stop_token& stop);

    FoundEvents& found_;
    const FoundEvents& before_;
    NameFilter filter_;
    std::unordered_map<std::uint32_t, FoundName> names_; // of slices, by StringId
    std::map<StringId, std::uint32_t> instants_;
    std::vector<Event> events_; // new events
};

} // namespace lanes
