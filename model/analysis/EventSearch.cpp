#include "model/analysis/EventSearch.h"

#include "model/analysis/FilterTerm.h"
#include "model/analysis/NameFilter.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <thread>
#include <utility>

namespace lanes {

namespace {

constexpr std::uint32_t kStopEvery = 1u << 16; // slices between two looks at the stop token

struct Sum {
    std::uint32_t count = 0;
    SliceId first;
    TimeNs total = 0;
};

} // namespace

// What one thread found in its share of the segments.
struct FoundEvents::Part {
    std::vector<Sum> names; // by StringId; the last for ids that have no text
    std::vector<std::pair<TimeNs, SliceId>> events;
    std::uint64_t count = 0;
    TimeNs total = 0;
    TimeNs onDevice = 0;

    void add(const Segment& segment, std::uint32_t i) {
        const TimeNs duration = segment.duration[i];
        const SliceId id(segment.first + i);
        Sum& sum = names[std::min<std::size_t>(segment.name[i].value, names.size() - 1)];
        if (sum.count++ == 0) {
            sum.first = id;
        }
        sum.total += duration;
        ++count;
        total += duration;
        onDevice += isDeviceWork(segment.kind[i]) ? duration : 0;
        events.emplace_back(segment.start[i], id);
    }
};

namespace {

// Goes over the slices of a segment that match; false if asked to stop.
template<class Take>
bool searchSegment(const Segment& segment, NameFilter& names, FilterMatcher* others,
                   const std::stop_token& stop, Take&& take) {
    for (std::uint32_t from = 0; from < segment.size(); from += kStopEvery) {
        if (stop.stop_requested()) {
            return false;
        }
        const std::uint32_t to = std::min(segment.size(), from + kStopEvery);
        for (std::uint32_t i = from; i < to; ++i) {
            if (names.holds(segment.name[i], segment.kind[i], segment.duration[i]) &&
                (others == nullptr || others->matches(segment, i))) {
                take(i);
            }
        }
    }
    return true;
}

} // namespace

namespace {

// Into buckets of equal time first: millions of events of a session are spread well enough, and each bucket is sorted in
// the cache.
void sortByTime(std::vector<std::pair<TimeNs, SliceId>>& events) {
    constexpr std::size_t kFew = 1 << 12;
    constexpr int kBuckets = 1 << 16;
    if (events.size() < kFew) {
        std::ranges::sort(events);
        return;
    }
    const auto [first, last] = std::ranges::minmax(events, {}, &std::pair<TimeNs, SliceId>::first);
    const auto since =
        [begin = static_cast<std::uint64_t>(first.first)](const std::pair<TimeNs, SliceId>& event) {
            return static_cast<std::uint64_t>(event.first) - begin;
        };
    int shift = 0;
    while (since(last) >> shift >= kBuckets) {
        ++shift;
    }
    const auto bucket = [&](const auto& event) { return static_cast<std::size_t>(since(event) >> shift); };
    std::vector<std::size_t> end(kBuckets + 1, 0);
    for (const auto& event : events) {
        ++end[bucket(event) + 1];
    }
    std::partial_sum(end.begin(), end.end(), end.begin());
    std::vector<std::size_t> next(end.begin(), end.end() - 1);
    std::vector<std::pair<TimeNs, SliceId>> sorted(events.size());
    for (const auto& event : events) {
        sorted[next[bucket(event)]++] = event;
    }
    for (std::size_t b = 0; b < kBuckets; ++b) {
        std::sort(sorted.begin() + static_cast<std::ptrdiff_t>(end[b]),
                  sorted.begin() + static_cast<std::ptrdiff_t>(end[b + 1]));
    }
    events = std::move(sorted);
}

} // namespace

std::shared_ptr<const FoundEvents> FoundEvents::find(std::shared_ptr<const Trace> trace, const Filter& filter,
                                                     const std::stop_token& stop, int threads) {
    auto found = std::make_shared<FoundEvents>();
    found->trace_ = std::move(trace);
    found->filter_ = filter;
    const Trace& all = *found->trace_;
    found->bits_.assign(all.sliceCount() / 64 + 1, 0);
    std::vector<Part> parts(static_cast<std::size_t>(std::max(1, threads)));
    for (Part& part : parts) {
        part.names.resize(all.strings().size() + std::size_t(1));
    }
    std::atomic<std::size_t> next = 0;
    const auto work = [&](Part& part) {
        NameFilter names(filter, all);
        FilterMatcher matcher(filter, found->trace_);
        FilterMatcher* others = names.isComplete() ? nullptr : &matcher;
        for (std::size_t s = next++; s < all.segments().size(); s = next++) {
            const Segment& segment = *all.segments()[s];
            if (!searchSegment(segment, names, others, stop,
                               [&](std::uint32_t i) { part.add(segment, i); })) {
                return;
            }
        }
    };
    {
        std::vector<std::jthread> helpers;
        for (std::size_t p = 1; p < parts.size(); ++p) {
            helpers.emplace_back([&work, &part = parts[p]] { work(part); });
        }
        work(parts[0]);
    }
    if (stop.stop_requested()) {
        return nullptr;
    }
    found->merge(parts);
    return found;
}

void FoundEvents::merge(std::vector<Part>& parts) {
    std::vector<Sum> names(parts.front().names.size());
    std::vector<std::pair<TimeNs, SliceId>> events;
    for (Part& part : parts) {
        for (std::size_t n = 0; n < part.names.size(); ++n) {
            const Sum& sum = part.names[n];
            if (sum.count > 0) {
                names[n].first = names[n].count == 0 ? sum.first : std::min(names[n].first, sum.first);
                names[n].count += sum.count;
                names[n].total += sum.total;
            }
        }
        count_ += part.count;
        total_ += part.total;
        onDevice_ += part.onDevice;
        if (events.empty()) {
            events = std::move(part.events);
        } else {
            events.insert(events.end(), part.events.begin(), part.events.end());
        }
        part = {};
    }
    for (std::uint32_t n = 0; n < names.size(); ++n) {
        if (names[n].count > 0) {
            names_.push_back({StringId(n), names[n].first, names[n].count, names[n].total});
        }
    }
    std::ranges::stable_sort(names_, std::ranges::greater(), &FoundName::total);
    for (const auto& [start, id] : events) {
        bits_[id.value / 64] |= std::uint64_t(1) << (id.value % 64);
    }
    sortByTime(events);
    events.resize(std::min<std::size_t>(events.size(), kMostListed));
    events_.reserve(events.size());
    starts_.reserve(events.size());
    for (const auto& [start, id] : events) {
        events_.push_back(id);
        starts_.push_back(start);
    }
}

std::size_t FoundEvents::firstAfter(TimeNs time) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(starts_, time) - starts_.begin());
}

int FoundEvents::positionOf(SliceId slice) const {
    if (!trace_->has(slice) || !contains(slice)) {
        return -1;
    }
    const auto [first, last] = std::ranges::equal_range(starts_, trace_->slice(slice).start);
    for (auto at = first; at != last; ++at) {
        if (const auto position = at - starts_.begin();
            events_[static_cast<std::size_t>(position)] == slice) {
            return static_cast<int>(position);
        }
    }
    return -1; // beyond what is listed
}

SliceId FoundEvents::step(SliceId from, TimeNs at, bool forward) const {
    const std::size_t size = events_.size();
    if (size == 0) {
        return {};
    }
    const int position = positionOf(from);
    if (position >= 0) {
        return events_[(static_cast<std::size_t>(position) + (forward ? 1 : size - 1)) % size];
    }
    const std::size_t after = firstAfter(at);
    return events_[(forward ? after : after + size - 1) % size];
}

} // namespace lanes
