#include "model/analysis/text/EventSearch.h"
#include "model/analysis/text/NameFilter.h"
#include "model/base/StopEvery.h"
#include "model/trace/slices/InstantRule.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <map>
#include <unordered_map>
#include <utility>

namespace lanes {

namespace {

// Whether at most their durations differ.
bool haveSameSlices(const Segment& a, const Segment& b) {
    return a.first == b.first && a.size() == b.size() && a.start.data() == b.start.data() &&
           a.name.data() == b.name.data();
}

// Calls `visit` with the number of the first of up to kWord slices of a segment, how many they are, and a bit for each that
// is found.
template<class Visit>
void forEachWord(const Segment& segment, const NameFilter& names, Visit&& visit) {
    constexpr std::uint32_t kWord = NameFilter::kWord;
    for (std::uint32_t i = 0, count = 0; i < segment.size(); i += count) {
        count = std::min(kWord - (segment.first + i) % kWord, segment.size() - i);
        visit(i, count, names.holding(segment, i, count));
    }
}

} // namespace

// What was found before, and what comes to it.
struct FoundEvents::Growth {
    using Event = std::pair<TimeNs, SliceId>;
    std::unordered_map<std::uint32_t, FoundName> names; // of slices, by StringId
    std::map<StringId, std::uint32_t> instants;
    std::vector<Event> events; // that are new

    explicit Growth(const std::vector<FoundName>& before) {
        for (const FoundName& name : before) {
            if (name.first.valid()) {
                names.emplace(name.name.value, name);
            } else {
                instants.emplace(name.name, name.count);
            }
        }
    }
};

// False where it has to be searched from nothing: what was found may be less, or not it alone.
bool FoundEvents::growFrom(const FoundEvents& before, const std::stop_token& stop) {
    const Segments& known = before.trace_->segments();
    const Segments& segments = trace_->segments();
    const NameFilter names(filter_, *trace_);
    // Whoever asks for modules, passes and the like learns more of old events, too.
    if (!names.isComplete() || before.filter_.text() != filter_.text() || known.empty() ||
        known.size() > segments.size() || known.size() * 2 < segments.size() ||
        before.trace_->points().size() > trace_->points().size()) {
        return false;
    }
    std::vector<std::size_t> changed; // in which something has gone on
    for (std::size_t s = 0; s < known.size(); ++s) {
        if (segments[s] != known[s]) {
            if (!haveSameSlices(*known[s], *segments[s]) || !before.finds(*segments[s], names)) {
                return false;
            }
            changed.push_back(s);
        }
    }
    bits_ = before.bits_;
    bits_.resize(trace_->sliceCount() / NameFilter::kWord + 1);
    count_ = before.count_;
    total_ = before.total_;
    onDevice_ = before.onDevice_;
    groups_ = before.groups_;
    Growth growth(before.names_);
    for (const std::size_t s : changed) {
        goOn(*known[s], *segments[s], growth);
    }
    for (std::size_t s = known.size(); s < segments.size() && !stop.stop_requested(); ++s) {
        take(*segments[s], names, growth);
    }
    list(before, growth);
    growInstants(before, names, growth, stop);
    grew_ = true;
    return true;
}

// Whether of a segment these names find what is found here.
bool FoundEvents::finds(const Segment& segment, const NameFilter& names) const {
    bool same = true;
    forEachWord(segment, names, [&](std::uint32_t from, std::uint32_t count, std::uint64_t found) {
        const std::uint32_t first = segment.first + from;
        const std::uint64_t here = bits_[first / NameFilter::kWord] >> first % NameFilter::kWord;
        const std::uint64_t all =
            count == NameFilter::kWord ? ~std::uint64_t(0) : (std::uint64_t(1) << count) - 1;
        same = same && found == (here & all);
    });
    return same;
}

void FoundEvents::goOn(const Segment& before, const Segment& now, Growth& growth) {
    forEachIn(SliceId(now.first), now.size(), [&](std::uint32_t i) {
        const TimeNs more = now.duration[i] - before.duration[i];
        growth.names.at(now.name[i].value).total += more;
        total_ += more;
        onDevice_ += isDeviceWork(now.kind[i]) ? more : 0;
    });
}

void FoundEvents::take(const Segment& segment, const NameFilter& names, Growth& growth) {
    forEachWord(segment, names, [&](std::uint32_t from, std::uint32_t, std::uint64_t found) {
        const std::uint32_t first = segment.first + from;
        bits_[first / NameFilter::kWord] |= found << first % NameFilter::kWord;
        for (; found != 0; found &= found - 1) {
            const std::uint32_t i = from + static_cast<std::uint32_t>(std::countr_zero(found));
            const SliceId slice(segment.first + i);
            FoundName& name =
                growth.names.try_emplace(segment.name[i].value, FoundName{segment.name[i], slice, 0, 0})
                    .first->second;
            ++name.count;
            name.total += segment.duration[i];
            ++count_;
            total_ += segment.duration[i];
            onDevice_ += isDeviceWork(segment.kind[i]) ? segment.duration[i] : 0;
            groups_ |= 1u << static_cast<unsigned>(groupOf(segment.kind[i]));
            growth.events.emplace_back(segment.start[i], slice);
        }
    });
}

// The names are put in order as for all, and the new events where they belong among those before.
void FoundEvents::list(const FoundEvents& before, Growth& growth) {
    for (const auto& [id, name] : growth.names) {
        names_.push_back(name);
    }
    std::ranges::sort(names_, {}, [](const FoundName& name) { return std::pair(-name.total, name.first); });
    std::ranges::sort(growth.events);
    const std::size_t most = std::min<std::size_t>(before.events_.size() + growth.events.size(), kMostListed);
    events_.reserve(most);
    starts_.reserve(most);
    auto next = growth.events.begin();
    for (std::size_t old = 0; events_.size() < most;) {
        if (old < before.events_.size() &&
            (next == growth.events.end() ||
             Growth::Event(before.starts_[old], before.events_[old]) < *next)) {
            starts_.push_back(before.starts_[old]);
            events_.push_back(before.events_[old++]);
        } else {
            starts_.push_back(next->first);
            events_.push_back(next++->second);
        }
    }
}

void FoundEvents::growInstants(const FoundEvents& before, const NameFilter& names, Growth& growth,
                               const std::stop_token& stop) {
    const PointTable& points = trace_->points();
    const InstantRule rule(points, trace_->args(), trace_->strings());
    const auto known = static_cast<std::uint32_t>(before.trace_->points().size());
    for (std::uint32_t i = 0; i < before.pointBits_.size(); ++i) {
        if (before.pointBits_[i]) {
            instants_.push_back(i);
        }
    }
    for (std::uint32_t i = known; i < points.size(); ++i) {
        if (i % kStopEvery == 0 && stop.stop_requested()) {
            return;
        }
        if (points.track[i].value < trace_->tracks().size() && rule.isInstant(i) &&
            names.holds(points.name[i], rule.kindOf(i), 0)) {
            instants_.push_back(i);
            ++count_;
            ++growth.instants[points.name[i]];
        }
    }
    for (const auto& [name, count] : growth.instants) {
        names_.push_back({name, SliceId(), count, 0});
    }
    placeInstants();
}

} // namespace lanes
