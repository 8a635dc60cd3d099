// Sorts by small integers without comparisons: traces have millions of rows to be ordered by id.
#pragma once

#include "model/base/HugeVector.h"
#include "model/base/Time.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

namespace lanes {

inline constexpr std::size_t kRadixPiece = std::size_t{1}
                                           << 20; // items between two calls of look(): a few milliseconds

// The positions 0 to count - 1, sorted by key(position), a std::uint32_t; equal keys by position. O(count). `look()` is
// called now and then, and may throw.
template<class Key, class Look = void (*)()>
[[nodiscard]] HugeVector<std::uint32_t> radixOrder(
    std::size_t count, const Key& key, const Look& look = +[] {}) {
    constexpr unsigned kBits = 11;
    constexpr unsigned kKey = 32; // a key is stored above its position: both move together, without a lookup
    UnwrittenVector<std::uint64_t> items(count);
    std::uint64_t all = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (i % kRadixPiece == 0) {
            look();
        }
        items[i] = std::uint64_t{key(static_cast<std::uint32_t>(i))} << kKey | i;
        all |= items[i] >> kKey;
    }
    UnwrittenVector<std::uint64_t> sorted(count);
    for (unsigned shift = 0; shift < kKey && all >> shift != 0; shift += kBits) {
        const auto digit = [&](std::uint64_t item) { return item >> (kKey + shift) & ((1u << kBits) - 1); };
        std::array<std::uint32_t, 1u << kBits> next{};
        for (const std::uint64_t item : items) {
            ++next[digit(item)];
        }
        std::exclusive_scan(next.begin(), next.end(), next.begin(), 0u);
        for (std::size_t from = 0; from < count; from += kRadixPiece) {
            look();
            for (std::size_t i = from; i < std::min(count, from + kRadixPiece); ++i) {
                sorted[next[digit(items[i])]++] = items[i];
            }
        }
        items.swap(sorted);
    }
    HugeVector<std::uint32_t> order;
    order.reserve(count);
    for (const std::uint64_t item : items) {
        order.push_back(static_cast<std::uint32_t>(item));
    }
    return order;
}

// Positions sorted by time; equal times by position. O(n), or O(n log n) if the times span more than four seconds.
[[nodiscard]] inline HugeVector<std::uint32_t> orderOf(std::span<const TimeNs> times) {
    const auto [first, last] = std::ranges::minmax(times);
    const auto since = [from = static_cast<std::uint64_t>(first)](TimeNs time) {
        return static_cast<std::uint64_t>(time) - from;
    };
    if (since(last) <= std::numeric_limits<std::uint32_t>::max()) {
        return radixOrder(times.size(),
                          [&](std::uint32_t i) { return static_cast<std::uint32_t>(since(times[i])); });
    }
    HugeVector<std::uint32_t> order(times.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return times[i]; });
    return order;
}

// Sorts items into the order of radixOrder(). O(items).
template<class Items, class Key>
void radixSort(Items& items, const Key& key) {
    const auto order = radixOrder(items.size(), [&](std::uint32_t i) { return key(items[i]); });
    Items sorted;
    sorted.reserve(items.size());
    for (const std::uint32_t i : order) {
        sorted.push_back(items[i]);
    }
    items.swap(sorted);
}

} // namespace lanes
