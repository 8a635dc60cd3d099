#include "model/analysis/text/FoundEvents.h"

#include "model/analysis/text/FilterTerm.h"
#include "model/analysis/text/FoundSince.h"
#include "model/analysis/text/NameFilter.h"
#include "model/base/StopEvery.h"
#include "model/base/Threads.h"
#include "model/trace/slices/InstantRule.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <map>
#include <memory>
#include <span>
#include <utility>

namespace lanes {

namespace {

struct Sum {
    std::uint32_t count = 0;
    SliceId first;
    TimeNs total = 0;
};

// Gathers what is found in a segment, to be worked on many at a time: finds lie far from one another in the columns, and
// while the rest is looked for they are on their way from memory.
template<class Work>
class Batch {
public:
    Batch(const Segment& segment, Work work)
        : segment_(segment)
        , work_(std::move(work)) {}
    void add(std::uint32_t index) {
        __builtin_prefetch(&segment_.start[index]);
        found_[count_++] = index;
        if (count_ == found_.size()) {
            flush();
        }
    }
    void flush() { work_(std::span<const std::uint32_t>(found_.data(), std::exchange(count_, 0))); }

private:
    const Segment& segment_;
    Work work_;
    std::array<std::uint32_t, 128> found_;
    std::size_t count_ = 0;
};

} // namespace

// Equal parts of the session's time. Millions of events are spread well enough over them to be counted into place; each
// bucket is then sorted in the cache.
struct FoundEvents::Buckets {
    explicit Buckets(const Trace& trace)
        : begin(static_cast<std::uint64_t>(trace.span().begin)) {
        constexpr std::size_t kFewest = 1u << 6;
        constexpr std::size_t kMost = 1u << 18;
        count = std::clamp(std::bit_ceil(std::size_t(trace.sliceCount()) / 8), kFewest, kMost);
        while (static_cast<std::uint64_t>(trace.span().length()) >> shift >= count) {
            ++shift;
        }
    }
    [[nodiscard]] std::size_t of(TimeNs start) const {
        return std::min<std::size_t>((static_cast<std::uint64_t>(start) - begin) >> shift, count - 1);
    }

    std::uint64_t begin;
    std::size_t count = 0;
    int shift = 0;
};

// What one thread found in its share of the segments.
struct FoundEvents::Part {
    const NameFilter* filter = nullptr; // that all threads share
    std::vector<Sum> names;             // by StringId; the last for ids that have no text
    std::vector<std::uint32_t> times;   // by bucket: events; later the position of the next one
    std::vector<std::size_t> segments;
    std::uint64_t count = 0;
    TimeNs total = 0;
    TimeNs onDevice = 0;
    std::uint32_t groups = 0; // a bit per LaneGroup

    void add(const Segment& segment, std::span<const std::uint32_t> found, const Buckets& buckets) {
        for (const std::uint32_t i : found) {
            ++times[buckets.of(segment.start[i])];
        }
        for (const std::uint32_t i : found) {
            Sum& sum = names[std::min<std::size_t>(segment.name[i].value, names.size() - 1)];
            if (sum.count++ == 0) {
                sum.first = SliceId(segment.first + i);
            }
            const TimeNs duration = segment.duration[i];
            sum.total += duration;
            total += duration;
            onDevice += isDeviceWork(segment.kind[i]) ? duration : 0;
            groups |= 1u << static_cast<unsigned>(groupOf(segment.kind[i]));
        }
        count += found.size();
    }
};

std::shared_ptr<const FoundEvents> FoundEvents::find(std::shared_ptr<const Trace> trace, const Filter& filter,
                                                     const std::stop_token& stop, int threads,
                                                     LazyContext context, const FoundEvents* before) {
    auto found = std::make_shared<FoundEvents>();
    found->trace_ = std::move(trace);
    found->context_ = context.isGiven() ? std::move(context) : LazyContext(found->trace_);
    found->filter_ = filter;
    if (before != nullptr && FoundSince(*found, *before).goOn(stop)) {
        return stop.stop_requested() ? nullptr : found;
    }
    const Trace& all = *found->trace_;
    found->bits_.assign(all.sliceCount() / 64 + 1, 0);
    const Buckets buckets(all);
    const NameFilter names(filter, all);
    std::vector<Part> parts(static_cast<std::size_t>(std::max(1, threads)));
    std::atomic<std::size_t> next = 0;
    onThreads(static_cast<unsigned>(parts.size()), [&](std::size_t p) {
        parts[p].names.resize(all.strings().size() + std::size_t(1));
        parts[p].times.resize(buckets.count);
        parts[p].filter = &names;
        (void)found->mark(parts[p], buckets, next, stop);
    });
    if (stop.stop_requested()) {
        return nullptr;
    }
    found->sumUp(parts);
    found->list(parts, buckets);
    if (!found->findInstants(stop)) {
        return nullptr;
    }
    found->placeInstants();
    return found;
}

// False if asked to stop.
bool FoundEvents::mark(Part& part, const Buckets& buckets, std::atomic<std::size_t>& next,
                       const std::stop_token& stop) {
    const NameFilter& names = *part.filter;
    constexpr std::uint32_t kWord = NameFilter::kWord;
    FilterMatcher matcher(filter_, trace_, context_);
    for (std::size_t s = next++; s < trace_->segments().size(); s = next++) {
        const Segment& segment = *trace_->segments()[s];
        part.segments.push_back(s);
        Batch batch(segment, [&](std::span<const std::uint32_t> some) { part.add(segment, some, buckets); });
        for (std::uint32_t i = 0, count = 0; i < segment.size(); i += count) {
            const std::size_t id = segment.first + std::size_t(i);
            const auto bit = static_cast<std::uint32_t>(id % kWord);
            if (id % kStopEvery < kWord && stop.stop_requested()) {
                return false;
            }
            count = std::min(kWord - bit, segment.size() - i);
            std::uint64_t found = names.holding(segment, i, count);
            for (std::uint64_t left = names.isComplete() ? 0 : found; left != 0; left &= left - 1) {
                const auto n = static_cast<std::uint32_t>(std::countr_zero(left));
                found &= ~(std::uint64_t{!matcher.matches(segment, i + n)} << n);
            }
            if (found == 0) {
                continue;
            }
            // Where a segment ends within a word, another thread may work on the rest of it.
            std::uint64_t& word = bits_[id / kWord];
            count == kWord ? void(word = found) : void(std::atomic_ref(word).fetch_or(found << bit));
            for (; found != 0; found &= found - 1) {
                const auto at = i + static_cast<std::uint32_t>(std::countr_zero(found));
                __builtin_prefetch(&segment.duration[at]);
                __builtin_prefetch(&segment.kind[at]);
                batch.add(at);
            }
        }
        batch.flush();
    }
    return true;
}

void FoundEvents::sumUp(const std::vector<Part>& parts) {
    std::vector<Sum> names(parts.front().names.size());
    for (const Part& part : parts) {
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
        groups_ |= part.groups;
    }
    for (std::uint32_t n = 0; n < names.size(); ++n) {
        if (names[n].count > 0) {
            names_.push_back({StringId(n), names[n].first, names[n].count, names[n].total});
        }
    }
    // Not by their numbers, which depend on what threads that imported saw first.
    std::ranges::sort(names_, {}, [](const FoundName& name) { return std::pair(-name.total, name.first); });
}

// Every event goes to its bucket's place, where each thread has room of its own, then the buckets are sorted. Buckets behind
// the last that is listed are left out.
void FoundEvents::list(std::vector<Part>& parts, const Buckets& buckets) {
    using Event = std::pair<TimeNs, SliceId>;
    std::vector<std::uint32_t> first{0}; // of each bucket, and behind the last
    std::uint32_t placed = 0;
    for (std::size_t b = 0; b < buckets.count && placed < kMostListed; ++b) {
        for (Part& part : parts) {
            placed += std::exchange(part.times[b], placed);
        }
        first.push_back(placed);
    }
    const std::size_t listed = first.size() - 1;
    const std::unique_ptr<Event[]> events(new Event[placed]);
    onThreads(static_cast<unsigned>(parts.size()), [&](std::size_t p) {
        Part& part = parts[p];
        for (const std::size_t s : part.segments) {
            const Segment& segment = *trace_->segments()[s];
            Batch batch(segment, [&](std::span<const std::uint32_t> some) {
                for (const std::uint32_t i : some) {
                    const TimeNs start = segment.start[i];
                    if (const std::size_t bucket = buckets.of(start); bucket < listed) {
                        events[part.times[bucket]++] = {start, SliceId(segment.first + i)};
                    }
                }
            });
            forEachIn(SliceId(segment.first), segment.size(), [&](std::uint32_t i) { batch.add(i); });
            batch.flush();
        }
    });
    const std::uint32_t most = std::min(placed, kMostListed);
    events_.resize(most);
    starts_.resize(most);
    onThreads(static_cast<unsigned>(parts.size()), [&](std::size_t p) {
        const std::size_t from = listed * p / parts.size();
        const std::size_t to = listed * (p + 1) / parts.size();
        for (std::size_t b = from; b < to; ++b) {
            std::sort(events.get() + first[b], events.get() + first[b + 1]);
            for (std::uint32_t i = first[b]; i < std::min(first[b + 1], most); ++i) {
                starts_[i] = events[i].first;
                events_[i] = events[i].second;
            }
        }
    });
}

// False if asked to stop.
bool FoundEvents::findInstants(const std::stop_token& stop) {
    const PointTable& points = trace_->points();
    const InstantRule rule(points, trace_->args(), trace_->strings());
    NameFilter names(filter_, *trace_);
    FilterMatcher matcher(filter_, trace_, context_);
    std::map<StringId, std::uint32_t> counts;
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        if (i % kStopEvery == 0 && stop.stop_requested()) {
            return false;
        }
        const EventKind kind = rule.kindOf(i);
        if (points.track[i].value < trace_->tracks().size() && rule.isInstant(i) &&
            names.holds(points.name[i], kind, 0) && (names.isComplete() || matcher.matchesPoint(i, kind))) {
            instants_.push_back(i);
            ++counts[points.name[i]];
        }
    }
    count_ += instants_.size();
    for (const auto& [name, count] : counts) {
        names_.push_back({name, SliceId(), count, 0});
    }
    return true;
}

// Where each instant stands among the slices that are listed: before those that start with it.
void FoundEvents::placeInstants() {
    const PointTable& points = trace_->points();
    std::ranges::stable_sort(instants_, {}, [&](std::uint32_t i) { return points.time[i]; });
    pointBits_.resize(instants_.empty() ? 0 : points.size());
    for (const std::uint32_t point : instants_) {
        pointBits_[point] = true;
    }
    instants_.resize(std::min<std::size_t>(instants_.size(), kMostListed));
    places_.reserve(instants_.size());
    for (const std::uint32_t point : instants_) {
        const auto before = std::ranges::lower_bound(starts_, points.time[point]) - starts_.begin();
        places_.push_back(static_cast<std::size_t>(before) + places_.size());
    }
}

FoundEvent FoundEvents::at(std::size_t position) const {
    const auto place = std::ranges::lower_bound(places_, position);
    const auto before = static_cast<std::size_t>(place - places_.begin()); // instants
    if (place != places_.end() && *place == position) {
        return {SliceId(), instants_[before]};
    }
    return {events_[position - before], FoundEvent::kNoPoint};
}

TimeNs FoundEvents::start(std::size_t position) const {
    const auto place = std::ranges::lower_bound(places_, position);
    const auto before = static_cast<std::size_t>(place - places_.begin());
    return place != places_.end() && *place == position ? trace_->points().time[instants_[before]]
                                                        : starts_[position - before];
}

std::size_t FoundEvents::firstAfter(TimeNs time) const {
    const PointTable& points = trace_->points();
    const auto slices = std::ranges::upper_bound(starts_, time) - starts_.begin();
    const auto instant =
        std::ranges::upper_bound(instants_, time, {}, [&](std::uint32_t i) { return points.time[i]; });
    return static_cast<std::size_t>(slices + (instant - instants_.begin()));
}

int FoundEvents::positionOf(FoundEvent event) const {
    if (event.point != FoundEvent::kNoPoint) {
        if (!containsPoint(event.point)) {
            return -1;
        }
        const auto& times = trace_->points().time;
        const auto same = std::ranges::equal_range(instants_, times[event.point], {},
                                                   [&](std::uint32_t i) { return times[i]; });
        const auto found = std::ranges::find(same, event.point);
        if (found == same.end()) {
            return -1; // beyond what is listed
        }
        return static_cast<int>(places_[static_cast<std::size_t>(found - instants_.begin())]);
    }
    if (!trace_->has(event.slice) || !contains(event.slice)) {
        return -1;
    }
    const auto [first, last] = std::ranges::equal_range(starts_, trace_->slice(event.slice).start);
    for (auto at = first; at != last; ++at) {
        const auto number = static_cast<std::size_t>(at - starts_.begin());
        if (events_[number] == event.slice) {
            // Instants stand before the slices that start with them.
            const PointTable& points = trace_->points();
            const auto instant =
                std::ranges::upper_bound(instants_, *at, {}, [&](std::uint32_t i) { return points.time[i]; });
            return static_cast<int>(number) + static_cast<int>(instant - instants_.begin());
        }
    }
    return -1; // beyond what is listed
}

FoundEvent FoundEvents::step(FoundEvent from, TimeNs time, bool forward) const {
    const std::size_t size = listed();
    if (size == 0) {
        return {};
    }
    const int position = positionOf(from);
    if (position >= 0) {
        return at((static_cast<std::size_t>(position) + (forward ? 1 : size - 1)) % size);
    }
    const std::size_t after = firstAfter(time);
    return at((forward ? after : after + size - 1) % size);
}

} // namespace lanes
