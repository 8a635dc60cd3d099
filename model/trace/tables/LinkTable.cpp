#include "model/trace/tables/LinkTable.h"

#include "model/base/RadixSort.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace lanes {

namespace {

void sortLinks(UnwrittenVector<Link>& links) {
    if (std::ranges::adjacent_find(links, std::greater_equal{}) == links.end()) {
        return; // as sessions have them
    }
    radixSort(links, [](const Link& link) { return link.from.value; });
    // Few slices have more than one arrow.
    for (auto begin = links.begin(); begin != links.end();) {
        const auto end =
            std::find_if(begin, links.end(), [&](const Link& l) { return l.from != begin->from; });
        std::sort(begin, end);
        begin = end;
    }
    links.erase(std::unique(links.begin(), links.end()), links.end());
}

} // namespace

const HugeVector<std::uint32_t>& LinkTable::Run::byTo() const {
    std::call_once(sorted_, [&] {
        byTo_ = radixOrder(links.size(), [&](std::uint32_t i) { return links[i].to.value; });
    });
    return byTo_;
}

void LinkTable::add(UnwrittenVector<Link> links) {
    sortLinks(links);
    if (!runs_.empty()) {
        std::erase_if(links, [&](const Link& link) { return has(link); });
    }
    if (!links.empty()) {
        runs_.push_back(std::make_shared<const Run>(std::move(links)));
        mergeLastRuns();
    }
}

void LinkTable::sortEnds() const {
    for (const auto& run : runs_) {
        (void)run->byTo();
    }
}

// Each run is more than twice the one behind it then, so that an arrow is moved a few times only, ever.
void LinkTable::mergeLastRuns() {
    while (runs_.size() > 1) {
        const Run& a = **(runs_.end() - 2);
        const Run& b = *runs_.back();
        if (a.links.size() > 2 * b.links.size() || a.links.size() + b.links.size() > kLargestRun) {
            return;
        }
        UnwrittenVector<Link> both;
        both.reserve(a.links.size() + b.links.size());
        std::ranges::merge(a.links, b.links, std::back_inserter(both));
        runs_.pop_back();
        runs_.back() = std::make_shared<const Run>(std::move(both));
    }
}

std::size_t LinkTable::size() const {
    std::size_t sum = 0;
    for (const auto& run : runs_) {
        sum += run->links.size();
    }
    return sum;
}

LinkTable LinkTable::within(SliceId first, SliceId end) const {
    UnwrittenVector<Link> links;
    for (const auto& run : runs_) {
        auto at = std::ranges::lower_bound(run->links, first, {}, &Link::from);
        for (; at != run->links.end() && at->from < end; ++at) {
            if (at->to >= first && at->to < end) {
                links.push_back(*at);
            }
        }
    }
    return LinkTable(std::move(links));
}

bool LinkTable::has(const Link& link) const {
    return std::ranges::any_of(runs_,
                               [&](const auto& run) { return std::ranges::binary_search(run->links, link); });
}

template<class Body>
void LinkTable::forEachFrom(SliceId slice, const Body& body) const {
    for (const auto& run : runs_) {
        for (const Link& link : std::ranges::equal_range(run->links, slice, {}, &Link::from)) {
            body(link);
        }
    }
}

template<class Body>
void LinkTable::forEachTo(SliceId slice, const Body& body) const {
    for (const auto& run : runs_) {
        const auto target = [&](std::uint32_t i) { return run->links[i].to; };
        for (const std::uint32_t i : std::ranges::equal_range(run->byTo(), slice, {}, target)) {
            body(run->links[i]);
        }
    }
}

std::vector<Link> LinkTable::from(SliceId slice) const {
    std::vector<Link> found;
    forEachFrom(slice, [&](const Link& link) { found.push_back(link); });
    return found;
}

std::vector<Link> LinkTable::to(SliceId slice) const {
    std::vector<Link> found;
    forEachTo(slice, [&](const Link& link) { found.push_back(link); });
    return found;
}

SliceId LinkTable::firstFrom(SliceId slice, LinkKind kind) const {
    SliceId found;
    forEachFrom(slice,
                [&](const Link& link) { found = !found.valid() && link.kind == kind ? link.to : found; });
    return found;
}

SliceId LinkTable::firstTo(SliceId slice, LinkKind kind) const {
    SliceId found;
    forEachTo(slice,
              [&](const Link& link) { found = !found.valid() && link.kind == kind ? link.from : found; });
    return found;
}

} // namespace lanes
