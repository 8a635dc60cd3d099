#include "model/analysis/text/FoundSince.h"

#include "model/base/StopEvery.h"
#include "model/trace/slices/InstantRule.h"

#include <algorithm>
#include <bit>
#include <iterator>
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

FoundSince::FoundSince(FoundEvents& found, const FoundEvents& before)
    : found_(found)
    , before_(before)
    , filter_(found.filter_, *found.trace_) {
    for (const FoundName& name : before.names_) {
        if (name.first.valid()) {
            names_.emplace(name.name.value, name);
        } else {
            instants_.emplace(name.name, name.count);
        }
    }
}

bool FoundSince::goOn(const std::stop_token& stop) {
    const Segments& known = before_.trace_->segments();
    const Segments& segments = found_.trace_->segments();
    std::vector<std::size_t> changed;
    if (!continues(changed)) {
        return false;
    }
    found_.bits_ = before_.bits_;
    found_.bits_.resize(found_.trace_->sliceCount() / NameFilter::kWord + 1);
    found_.count_ = before_.count_;
    found_.total_ = before_.total_;
    found_.onDevice_ = before_.onDevice_;
    found_.groups_ = before_.groups_;
    for (const std::size_t s : changed) {
        addMore(*known[s], *segments[s]);
    }
    for (std::size_t s = known.size(); s < segments.size() && !stop.stop_requested(); ++s) {
        take(*segments[s]);
    }
    listEvents();
    listInstants(stop);
    found_.grew_ = true;
    return true;
}

// `changed`: the segments in which something has gone on.
bool FoundSince::continues(std::vector<std::size_t>& changed) const {
    const Segments& known = before_.trace_->segments();
    const Segments& segments = found_.trace_->segments();
    // Whoever asks for modules, passes and the like learns more of old events, too.
    if (!filter_.isComplete() || before_.filter_.text() != found_.filter_.text() || known.empty() ||
        known.size() > segments.size() || known.size() * 2 < segments.size() ||
        before_.trace_->points().size() > found_.trace_->points().size()) {
        return false;
    }
    for (std::size_t s = 0; s < known.size(); ++s) {
        if (segments[s] != known[s]) {
            if (!haveSameSlices(*known[s], *segments[s]) || !foundTheSame(*segments[s])) {
                return false;
            }
            changed.push_back(s);
        }
    }
    return true;
}

// Whether of a segment that has gone on the same is found as before.
bool FoundSince::foundTheSame(const Segment& segment) const {
    bool same = true;
    forEachWord(segment, filter_, [&](std::uint32_t from, std::uint32_t count, std::uint64_t found) {
        const std::uint32_t first = segment.first + from;
        const std::uint64_t here = before_.bits_[first / NameFilter::kWord] >> first % NameFilter::kWord;
        const std::uint64_t all =
            count == NameFilter::kWord ? ~std::uint64_t(0) : (std::uint64_t(1) << count) - 1;
        same = same && found == (here & all);
    });
    return same;
}

void FoundSince::addMore(const Segment& before, const Segment& now) {
    before_.forEachIn(SliceId(now.first), now.size(), [&](std::uint32_t i) {
        const TimeNs more = now.duration[i] - before.duration[i];
        names_.at(now.name[i].value).total += more;
        found_.total_ += more;
        found_.onDevice_ += isDeviceWork(now.kind[i]) ? more : 0;
    });
}

void FoundSince::take(const Segment& segment) {
    forEachWord(segment, filter_, [&](std::uint32_t from, std::uint32_t, std::uint64_t found) {
        const std::uint32_t first = segment.first + from;
        found_.bits_[first / NameFilter::kWord] |= found << first % NameFilter::kWord;
        for (; found != 0; found &= found - 1) {
            const std::uint32_t i = from + static_cast<std::uint32_t>(std::countr_zero(found));
            const SliceId slice(segment.first + i);
            FoundName& name =
                names_.try_emplace(segment.name[i].value, FoundName{segment.name[i], slice, 0, 0})
                    .first->second;
            ++name.count;
            name.total += segment.duration[i];
            ++found_.count_;
            found_.total_ += segment.duration[i];
            found_.onDevice_ += isDeviceWork(segment.kind[i]) ? segment.duration[i] : 0;
            found_.groups_ |= 1u << static_cast<unsigned>(groupOf(segment.kind[i]));
            events_.emplace_back(segment.start[i], slice);
        }
    });
}

// The names are put in order as for all, and the new events where they belong among those before.
void FoundSince::listEvents() {
    for (const auto& [id, name] : names_) {
        found_.names_.push_back(name);
    }
    std::ranges::sort(found_.names_, {},
                      [](const FoundName& name) { return std::pair(-name.total, name.first); });
    std::ranges::sort(events_);
    const std::size_t most =
        std::min<std::size_t>(before_.events_.size() + events_.size(), FoundEvents::kMostListed);
    found_.events_.reserve(most);
    found_.starts_.reserve(most);
    auto next = events_.begin();
    for (std::size_t old = 0; found_.events_.size() < most;) {
        if (old < before_.events_.size() &&
            (next == events_.end() || Event(before_.starts_[old], before_.events_[old]) < *next)) {
            found_.starts_.push_back(before_.starts_[old]);
            found_.events_.push_back(before_.events_[old++]);
        } else {
            found_.starts_.push_back(next->first);
            found_.events_.push_back(next++->second);
        }
    }
}

void FoundSince::listInstants(const std::stop_token& stop) {
    const Trace& trace = *found_.trace_;
    const PointTable& points = trace.points();
    const InstantRule rule(points, trace.args(), trace.strings());
    for (std::uint32_t i = 0; i < before_.pointBits_.size(); ++i) {
        if (before_.pointBits_[i]) {
            found_.instants_.push_back(i);
        }
    }
    for (auto i = static_cast<std::uint32_t>(before_.trace_->points().size()); i < points.size(); ++i) {
        if (i % kStopEvery == 0 && stop.stop_requested()) {
            return;
        }
        if (points.track[i].value < trace.tracks().size() && rule.isInstant(i) &&
            filter_.holds(points.name[i], rule.kindOf(i), 0)) {
            found_.instants_.push_back(i);
            ++found_.count_;
            ++instants_[points.name[i]];
        }
    }
    for (const auto& [name, count] : instants_) {
        found_.names_.push_back({name, SliceId(), count, 0});
    }
    found_.placeInstants();
}

} // namespace lanes
