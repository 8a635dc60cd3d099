// Values that the nodes of a tree derive from the nodes around them, computed on demand. Each node is visited once,
// however deep it is.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lanes {

// One thread. Nodes have numbers; the outermost nodes have the parent kNone.
template<class Value>
class ChainMemo {
public:
    static constexpr std::uint32_t kNone = 0xffffffffu;

    // `outside`: the value around the outermost nodes.
    explicit ChainMemo(Value outside = {})
        : outside_(std::move(outside)) {}

    // The value of `node`: `within(value of its parent, node)`. Amortised O(1).
    template<class ParentOf, class Within>
    [[nodiscard]] Value of(std::uint32_t node, const ParentOf& parentOf, const Within& within) {
        for (; node != kNone && !known_.contains(node); node = parentOf(node)) {
            chain_.push_back(node);
        }
        Value value = node == kNone ? outside_ : known_.at(node);
        for (; !chain_.empty(); chain_.pop_back()) {
            value = within(std::as_const(value), chain_.back());
            known_.emplace(chain_.back(), value);
        }
        return value;
    }

private:
    Value outside_;
    std::unordered_map<std::uint32_t, Value> known_;
    std::vector<std::uint32_t> chain_; // the nodes from the requested one outwards, during of()
};

// Finds the innermost node, from a given one outwards, that a test accepts; the test must be the same each time. Near
// nodes are tested without a table, so that shallow trees cost no memory. One thread.
class AncestorSearch {
public:
    static constexpr std::uint32_t kNone = ChainMemo<std::uint32_t>::kNone;
    static constexpr int kStepsByHand = 32;

    // The node found, or kNone. Amortised O(1).
    template<class ParentOf, class Test>
    [[nodiscard]] std::uint32_t first(std::uint32_t node, const ParentOf& parentOf, const Test& test) {
        for (int step = 0; step < kStepsByHand; ++step, node = parentOf(node)) {
            if (node == kNone || test(node)) {
                return node;
            }
        }
        return far_.of(node, parentOf,
                       [&](std::uint32_t outer, std::uint32_t at) { return test(at) ? at : outer; });
    }

private:
    ChainMemo<std::uint32_t> far_{kNone};
};

} // namespace lanes
