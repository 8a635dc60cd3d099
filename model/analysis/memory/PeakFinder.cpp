#include "model/analysis/memory/PeakFinder.h"

#include <algorithm>

namespace lanes {

PeakFinder::PeakFinder(const DeviceMemory& device, TimeRange range)
    : device_(device)
    , range_(range)
    , most_(device.allocated) {
    const std::optional<std::size_t> before = device.at(range.begin);
    fromBegin_ = !before;
    first_ = static_cast<std::uint32_t>(before.value_or(0));
    last_ =
        static_cast<std::uint32_t>(std::ranges::upper_bound(device.time, range.end) - device.time.begin());
    last_ = std::max(last_, before ? first_ + 1 : first_); // what stood there stands in an empty range too
}

MemoryPeak PeakFinder::without(const std::vector<EventSpan>& lives,
                               const std::vector<std::int64_t>& bytes) const {
    std::vector<Edge> edges;
    for (std::size_t i = 0; i < lives.size(); ++i) {
        edges.push_back({lives[i].first, bytes[i]});
        edges.push_back({lives[i].last, -bytes[i]});
    }
    return without(std::move(edges));
}

// Between two edges the same is missing everywhere: there the peak stays where it is.
MemoryPeak PeakFinder::without(std::vector<Edge> edges) const {
    std::ranges::sort(edges, {}, &Edge::position);
    std::optional<MemoryPeak> best;
    if (fromBegin_) {
        best = MemoryPeak{device_.allocatedAtBegin, range_.begin, {}};
    }
    std::int64_t missing = 0;
    std::size_t next = 0;
    for (std::uint32_t from = first_; from < last_;) {
        for (; next < edges.size() && edges[next].position <= from; ++next) {
            missing += edges[next].bytes;
        }
        const std::uint32_t to = next < edges.size() ? std::min(edges[next].position, last_) : last_;
        const std::uint32_t at = most_.at(from, to);
        if (const std::int64_t left = device_.allocated[at] - missing; !best || left > best->bytes) {
            best = MemoryPeak{left, std::max(device_.time[at], range_.begin), at};
        }
        from = to;
    }
    return best.value_or(MemoryPeak{device_.allocatedAt(range_.begin), range_.begin, {}});
}

} // namespace lanes
