// A stable sort that can be stopped.
#pragma once

#include <algorithm>
#include <cstddef>
#include <stop_token>
#include <utility>
#include <vector>

namespace lanes {

// Sorts by less(a, b); equal items keep their order. False: stopped; the items are then in no order, and some may be
// lost. O(n log n), and as much memory again.
template<class T, class Less>
[[nodiscard]] bool sortStoppably(std::vector<T>& items, const Less& less, const std::stop_token& stop) {
    constexpr std::size_t kPiece = std::size_t{1} << 14; // some milliseconds at most
    const std::size_t size = items.size();
    for (std::size_t at = 0; at < size; at += kPiece) {
        if (stop.stop_requested()) {
            return false;
        }
        std::stable_sort(items.begin() + std::ptrdiff_t(at),
                         items.begin() + std::ptrdiff_t(std::min(at + kPiece, size)), less);
    }
    std::vector<T> merged;
    merged.reserve(size > kPiece ? size : 0);
    for (std::size_t run = kPiece; run < size; run *= 2) {
        merged.clear();
        for (std::size_t at = 0; at < size; at += 2 * run) {
            const std::size_t middle = std::min(at + run, size);
            const std::size_t end = std::min(at + 2 * run, size);
            std::size_t left = at;
            std::size_t right = middle;
            while (left < middle || right < end) {
                if (merged.size() % kPiece == 0 && stop.stop_requested()) {
                    return false;
                }
                const bool takeRight = left == middle || (right < end && less(items[right], items[left]));
                merged.push_back(std::move(items[takeRight ? right++ : left++]));
            }
        }
        items.swap(merged);
    }
    return true;
}

} // namespace lanes
