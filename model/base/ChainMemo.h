// What the nodes of a tree get from those around them, where nodes are asked for one by one: each node is visited once,
// however deep it stands.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lanes {

// One thread. Nodes have numbers; the outermost have the parent kNone.
template<class Value>
class ChainMemo {
public:
    static constexpr std::uint32_t kNone = 0xffffffffu;

    // `outside`: what is around the outermost nodes.
    explicit ChainMemo(Value outside = {})
        : outside_(std::move(outside)) {}

    // What stands at `node`: `within(what stands around it, node)`. Amortised O(1).
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
    std::vector<std::uint32_t> chain_; // innermost first, while a node is asked for
};

// Finds the innermost node at or around another that a test accepts; the same test each time. What lies near is found by
// hand, so that shallow trees cost no memory. One thread.
class AncestorSearch {
public:
    static constexpr std::uint32_t kNone = ChainMemo<std::uint32_t>::kNone;
    static constexpr int kStepsByHand = 32;

    // Or kNone. Amortised O(1).
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
