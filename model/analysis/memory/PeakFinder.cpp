#include "model/analysis/memory/PeakFinder.h"

#include <algorithm>

namespace lanes {

RangeMost::RangeMost(std::span<const std::int64_t> values)
    : values_(values)
    , places_(2 * values.size(), kNone) {
    const std::size_t count = values.size();
    for (std::uint32_t i = 0; i < count; ++i) {
        places_[count + i] = i;
    }
    for (std::size_t i = count; i-- > 1;) {
        places_[i] = larger(places_[2 * i], places_[2 * i + 1]);
    }
}

std::uint32_t RangeMost::larger(std::uint32_t a, std::uint32_t b) const {
    if (a == kNone || b == kNone) {
        return std::min(a, b);
    }
    if (values_[a] != values_[b]) {
        return values_[a] > values_[b] ? a : b;
    }
    return std::min(a, b);
}

std::uint32_t RangeMost::at(std::uint32_t first, std::uint32_t last) const {
    const auto count = static_cast<std::uint32_t>(values_.size());
    std::uint32_t best = kNone;
    for (std::uint32_t low = first + count, high = last + count; low < high; low /= 2, high /= 2) {
        if (low % 2 == 1) {
            best = larger(best, places_[low++]);
        }
        if (high % 2 == 1) {
            best = larger(best, places_[--high]);
        }
    }
    return best;
}

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
