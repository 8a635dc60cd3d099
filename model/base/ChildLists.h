// The children of every node of a tree, in order, in two arrays. A separate list for each of millions of nodes would take
// longer to free than a frame lasts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lanes {

// Immutable; any thread.
class ChildLists {
public:
    ChildLists() = default;
    // Takes nodes 0 to `count` - 1; node 0 is the root and has no parent. `parentOf(node)` < count. `before(a, b)` orders
    // siblings; where it gives no order, their numbers do. O(count log siblings).
    template<class ParentOf, class Before>
    ChildLists(std::uint32_t count, const ParentOf& parentOf, const Before& before)
        : first_(count + std::size_t(1))
        , children_(count > 0 ? count - 1 : 0) {
        for (std::uint32_t node = 1; node < count; ++node) {
            ++first_[parentOf(node) + std::size_t(1)];
        }
        for (std::size_t node = 1; node <= count; ++node) {
            first_[node] += first_[node - 1];
        }
        std::vector<std::uint32_t> next(first_.begin(), first_.end());
        for (std::uint32_t node = 1; node < count; ++node) {
            children_[next[parentOf(node)]++] = node;
        }
        for (std::uint32_t node = 0; node < count; ++node) {
            std::stable_sort(children_.begin() + first_[node],
                             children_.begin() + first_[node + std::size_t(1)], before);
        }
    }

    [[nodiscard]] std::span<const std::uint32_t> operator[](std::uint32_t node) const {
        return std::span(children_).subspan(first_[node], first_[node + std::size_t(1)] - first_[node]);
    }

private:
    std::vector<std::uint32_t>
        first_; // by node, the index of its first child; one more: the end of the last children
    std::vector<std::uint32_t> children_;
};

} // namespace lanes
