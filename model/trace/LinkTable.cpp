#include "model/trace/LinkTable.h"

#include "model/base/RadixSort.h"

#include <algorithm>

namespace lanes {

LinkTable::LinkTable(UnwrittenVector<Link> links)
    : links_(std::move(links)) {
    if (!std::is_sorted(links_.begin(), links_.end())) {
        radixSort(links_, [](const Link& link) { return link.from.value; });
        // Few slices have more than one arrow.
        for (auto begin = links_.begin(); begin != links_.end();) {
            const auto end =
                std::find_if(begin, links_.end(), [&](const Link& l) { return l.from != begin->from; });
            std::sort(begin, end);
            begin = end;
        }
    }
    links_.erase(std::unique(links_.begin(), links_.end()), links_.end());
    byTo_ = radixOrder(links_.size(), [&](std::uint32_t i) { return links_[i].to.value; });
}

std::span<const Link> LinkTable::from(SliceId slice) const {
    const auto range = std::ranges::equal_range(links_, slice, {}, &Link::from);
    return {range.begin(), range.end()};
}

std::vector<Link> LinkTable::to(SliceId slice) const {
    const auto target = [&](std::uint32_t i) { return links_[i].to; };
    std::vector<Link> found;
    for (const std::uint32_t i : std::ranges::equal_range(byTo_, slice, {}, target)) {
        found.push_back(links_[i]);
    }
    return found;
}

SliceId LinkTable::firstFrom(SliceId slice, LinkKind kind) const {
    for (const Link& link : from(slice)) {
        if (link.kind == kind) {
            return link.to;
        }
    }
    return {};
}

SliceId LinkTable::firstTo(SliceId slice, LinkKind kind) const {
    for (const Link& link : to(slice)) {
        if (link.kind == kind) {
            return link.from;
        }
    }
    return {};
}

} // namespace lanes
