#include "model/trace/LinkTable.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace lanes {

namespace {

// Brings `order` into the order of `key`, where keys are equal leaving it as it is. O(n): sessions have millions of
// links, and comparing them is most of the time that it takes to open one.
template<class Key>
void sortBy(std::vector<std::uint32_t>& order, Key key) {
    constexpr unsigned kBits = 11;
    constexpr unsigned kKey = 32; // a key stands above its position: both move together, nothing is looked up
    std::vector<std::uint64_t> items(order.size());
    std::uint64_t all = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
        items[i] = std::uint64_t{key(order[i])} << kKey | order[i];
        all |= items[i] >> kKey;
    }
    std::vector<std::uint64_t> sorted(items.size());
    for (unsigned shift = 0; shift < kKey && all >> shift != 0; shift += kBits) {
        const auto digit = [&](std::uint64_t item) { return item >> (kKey + shift) & ((1u << kBits) - 1); };
        std::array<std::uint32_t, 1u << kBits> next{};
        for (const std::uint64_t item : items) {
            ++next[digit(item)];
        }
        std::exclusive_scan(next.begin(), next.end(), next.begin(), 0u);
        for (const std::uint64_t item : items) {
            sorted[next[digit(item)]++] = item;
        }
        items.swap(sorted);
    }
    std::ranges::transform(items, order.begin(),
                           [](std::uint64_t item) { return static_cast<std::uint32_t>(item); });
}

std::vector<std::uint32_t> everyPosition(std::size_t count) {
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0u);
    return order;
}

} // namespace

LinkTable::LinkTable(std::vector<Link> links)
    : links_(std::move(links)) {
    if (!std::is_sorted(links_.begin(), links_.end())) {
        std::vector<std::uint32_t> order = everyPosition(links_.size());
        sortBy(order, [&](std::uint32_t i) { return static_cast<std::uint32_t>(links_[i].kind); });
        sortBy(order, [&](std::uint32_t i) { return links_[i].to.value; });
        sortBy(order, [&](std::uint32_t i) { return links_[i].from.value; });
        std::vector<Link> sorted;
        sorted.reserve(links_.size());
        for (const std::uint32_t i : order) {
            sorted.push_back(links_[i]);
        }
        links_.swap(sorted);
    }
    links_.erase(std::unique(links_.begin(), links_.end()), links_.end());
    byTo_ = everyPosition(links_.size());
    sortBy(byTo_, [&](std::uint32_t i) { return links_[i].to.value; });
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
