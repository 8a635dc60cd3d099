#include "model/session/reading/OldNesting.h"

#include <numeric>

namespace lanes::session {

std::vector<std::uint32_t> placesOfOldRule(const OpenStack& open, std::span<const std::int64_t> start,
                                           std::span<const std::int64_t> duration,
                                           std::span<const std::uint32_t> at) {
    std::vector<TimeNs> ends;
    ends.reserve(open.entries.size());
    for (const OpenStack::Entry& entry : open.entries) {
        ends.push_back(entry.end);
    }
    std::vector<std::uint32_t> depth(start.size());
    std::vector<std::uint32_t> next(ends.size() + 1, 0);
    for (std::size_t i = 0; i < start.size(); ++i) {
        while (!ends.empty() && ends.back() <= start[i]) {
            ends.pop_back();
        }
        depth[i] = static_cast<std::uint32_t>(ends.size());
        next.resize(std::max(next.size(), ends.size() + 1), 0);
        ++next[ends.size()];
        const bool ended = duration[i] >= 0 && start[i] <= Nesting::kForever - duration[i];
        ends.push_back(ended ? start[i] + duration[i] : Nesting::kForever);
    }
    std::exclusive_scan(next.begin(), next.end(), next.begin(), 0u);
    std::vector<std::uint32_t> slices(start.size());
    for (std::size_t i = 0; i < start.size(); ++i) {
        slices[next[depth[i]]++] = at[i];
    }
    return slices;
}

} // namespace lanes::session
