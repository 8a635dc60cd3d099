#include "model/analysis/text/FoundByDuration.h"

#include "model/base/StopEvery.h"
#include "model/base/StoppableSort.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace lanes {
namespace {

struct Entry {
    TimeNs duration = 0;
    TimeNs start = 0;
    SliceId slice;
};

bool isBefore(const Entry& a, const Entry& b) {
    return std::tuple(-a.duration, a.start, a.slice) < std::tuple(-b.duration, b.start, b.slice);
}

// The longest of any number, in no order.
class Longest {
public:
    void add(const Entry& entry) {
        entries_.push_back(entry);
        if (entries_.size() >= std::size_t{2} * FoundEvents::kMostListed) {
            cut();
        }
    }
    std::vector<Entry> take() {
        cut();
        return std::move(entries_);
    }

private:
    void cut() {
        if (entries_.size() > FoundEvents::kMostListed) {
            const auto end = entries_.begin() + FoundEvents::kMostListed;
            std::nth_element(entries_.begin(), end, entries_.end(), isBefore);
            entries_.erase(end, entries_.end());
        }
    }
    std::vector<Entry> entries_;
};

} // namespace

std::shared_ptr<const FoundByDuration> FoundByDuration::of(std::shared_ptr<const FoundEvents> found,
                                                           const std::stop_token& stop) {
    Longest longest;
    for (const auto& part : found->trace()->segments()) {
        const Segment& segment = *part;
        for (std::uint32_t from = 0; from < segment.size(); from += kStopEvery) {
            if (stop.stop_requested()) {
                return nullptr;
            }
            const std::uint32_t count = std::min(kStopEvery, segment.size() - from);
            found->forEachIn(SliceId(segment.first + from), count, [&](std::uint32_t distance) {
                const std::uint32_t i = from + distance;
                longest.add({segment.duration[i], segment.start[i], SliceId(segment.first + i)});
            });
        }
    }
    std::vector<Entry> entries = longest.take();
    if (!sortStoppably(entries, isBefore, stop)) {
        return nullptr;
    }
    auto order = std::make_shared<FoundByDuration>();
    order->slices_.reserve(entries.size());
    for (const Entry& entry : entries) {
        order->slices_.push_back(entry.slice);
    }
    order->found_ = std::move(found);
    return order;
}

FoundEvent FoundByDuration::at(std::size_t position) const {
    if (position < slices_.size()) {
        return {slices_[position], FoundEvent::kNoPoint};
    }
    return {SliceId(), found_->instants()[position - slices_.size()]};
}

int FoundByDuration::positionOf(FoundEvent event) const {
    if (event.point != FoundEvent::kNoPoint) {
        const auto at = std::ranges::find(found_->instants(), event.point);
        return at == found_->instants().end()
                   ? -1
                   : static_cast<int>(slices_.size()) + static_cast<int>(at - found_->instants().begin());
    }
    const Trace& trace = *found_->trace();
    if (!trace.has(event.slice) || !found_->contains(event.slice)) {
        return -1;
    }
    const auto entryOf = [&trace](SliceId id) {
        const Trace::Slice slice = trace.slice(id);
        return Entry{slice.duration, slice.start, id};
    };
    const auto at = std::ranges::lower_bound(slices_, entryOf(event.slice), isBefore, entryOf);
    return at != slices_.end() && *at == event.slice ? static_cast<int>(at - slices_.begin()) : -1;
}

FoundEvent FoundByDuration::step(FoundEvent from, bool forward) const {
    const std::size_t size = listed();
    if (size == 0) {
        return {};
    }
    const int position = positionOf(from);
    if (position < 0) {
        return at(forward ? 0 : size - 1);
    }
    return at((static_cast<std::size_t>(position) + (forward ? 1 : size - 1)) % size);
}

} // namespace lanes
