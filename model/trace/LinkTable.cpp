#include "model/trace/LinkTable.h"

#include <algorithm>

namespace lanes {

LinkTable::LinkTable(std::vector<Link> links)
    : links_(std::move(links)) {
    if (!std::is_sorted(links_.begin(), links_.end())) {
        std::sort(links_.begin(), links_.end());
    }
    links_.erase(std::unique(links_.begin(), links_.end()), links_.end());
    std::vector<std::uint64_t> ends; // where a link leads to, then its position: numbers sort fast
    ends.reserve(links_.size());
    for (std::uint32_t i = 0; i < links_.size(); ++i) {
        ends.push_back(std::uint64_t{links_[i].to.value} << 32 | i);
    }
    std::ranges::sort(ends);
    byTo_.reserve(ends.size());
    for (const std::uint64_t end : ends) {
        byTo_.push_back(static_cast<std::uint32_t>(end));
    }
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
