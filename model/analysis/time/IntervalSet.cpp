#include "model/analysis/time/IntervalSet.h"

#include <algorithm>
#include <utility>

namespace lanes {

IntervalSet::IntervalSet(std::span<const TimeRange> sorted) {
    ranges_.reserve(sorted.size());
    for (const TimeRange& range : sorted) {
        append(range);
    }
    finish();
}

IntervalSet::IntervalSet(HugeVector<TimeRange>&& sorted)
    : ranges_(std::move(sorted)) {
    std::size_t kept = 0;
    for (const TimeRange range : ranges_) {
        if (range.empty()) {
            continue;
        }
        if (kept > 0 && range.begin <= ranges_[kept - 1].end) {
            ranges_[kept - 1].end = std::max(ranges_[kept - 1].end, range.end);
        } else {
            ranges_[kept++] = range;
        }
    }
    ranges_.resize(kept);
    finish();
}

void IntervalSet::append(TimeRange range) {
    if (range.empty()) {
        return;
    }
    if (!ranges_.empty() && range.begin <= ranges_.back().end) {
        ranges_.back().end = std::max(ranges_.back().end, range.end);
    } else {
        ranges_.push_back(range);
    }
}

void IntervalSet::finish() {
    sums_.reserve(ranges_.size() / kBlock + 1);
    for (std::size_t i = 0; i < ranges_.size(); ++i) {
        if (i % kBlock == 0) {
            sums_.push_back(total_);
        }
        total_ += ranges_[i].length();
    }
}

IntervalSet IntervalSet::unite(const IntervalSet& other) const {
    if (empty() || other.empty()) {
        return empty() ? other : *this;
    }
    IntervalSet result;
    result.ranges_.reserve(ranges_.size() + other.ranges_.size());
    auto a = ranges_.begin();
    auto b = other.ranges_.begin();
    while (a != ranges_.end() || b != other.ranges_.end()) {
        const bool takeA = b == other.ranges_.end() || (a != ranges_.end() && a->begin <= b->begin);
        result.append(takeA ? *a++ : *b++);
    }
    result.finish();
    return result;
}

IntervalSet IntervalSet::subtract(const IntervalSet& other) const {
    IntervalSet result;
    auto hole = other.ranges_.begin();
    for (TimeRange rest : ranges_) {
        while (hole != other.ranges_.end() && hole->end <= rest.begin) {
            ++hole;
        }
        for (auto h = hole; h != other.ranges_.end() && h->begin < rest.end; ++h) {
            result.append({rest.begin, h->begin});
            rest.begin = h->end;
        }
        result.append(rest);
    }
    result.finish();
    return result;
}

IntervalSet IntervalSet::intersect(const IntervalSet& other) const {
    IntervalSet result;
    auto b = other.ranges_.begin();
    for (const TimeRange& a : ranges_) {
        while (b != other.ranges_.end() && b->end <= a.begin) {
            ++b;
        }
        for (auto i = b; i != other.ranges_.end() && i->begin < a.end; ++i) {
            result.append({std::max(a.begin, i->begin), std::min(a.end, i->end)});
        }
    }
    result.finish();
    return result;
}

TimeNs IntervalSet::common(const IntervalSet& other) const {
    TimeNs sum = 0;
    auto a = ranges_.begin();
    auto b = other.ranges_.begin();
    while (a != ranges_.end() && b != other.ranges_.end()) {
        sum += std::max<TimeNs>(std::min(a->end, b->end) - std::max(a->begin, b->begin), 0);
        (a->end < b->end ? a : b)++;
    }
    return sum;
}

TimeNs IntervalSet::before(TimeNs t) const {
    const auto after = std::ranges::upper_bound(ranges_, t, {}, &TimeRange::begin);
    if (after == ranges_.begin()) {
        return 0;
    }
    const auto last = static_cast<std::size_t>(after - ranges_.begin()) - 1;
    TimeNs sum = sums_[last / kBlock];
    for (std::size_t i = last / kBlock * kBlock; i <= last; ++i) {
        sum += ranges_[i].length();
    }
    return sum - std::max<TimeNs>(ranges_[last].end - t, 0);
}

TimeNs IntervalSet::covered(TimeRange range) const {
    return range.empty() ? 0 : before(range.end) - before(range.begin);
}

} // namespace lanes
