// Goes on with a search in a session that has grown: only what is new is read, and what was found before is found still.
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

// One thread, once. All that is given outlives it.
class FoundSince {
public:
    // `found` has its trace and filter, and nothing else yet.
    FoundSince(FoundEvents& found, const FoundEvents& before);

    // False, with nothing found, where it has to be searched from nothing: what was found may be less, or not it alone. Asked to
    // stop, it is found in part. O(new events + slices / 64 + what was found before).
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
    std::vector<Event> events_; // that are new
};

} // namespace lanes
