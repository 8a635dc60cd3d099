// Which forward operator a backward operator computes the gradient of.
#pragma once

#include "model/analysis/operators/OperatorForest.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string_view>
#include <utility>
#include <vector>

namespace lanes {

// "autograd::engine::evaluate_function: AddmmBackward0": what the engine does for a node of the backward pass. It carries no number of
// its own; the node is one of the operators within, and others there check, convert and add up gradients for it.
[[nodiscard]] bool isEvaluationOfNode(std::string_view name);
// The node that adds a parameter's gradients up, and its kernel where there is one already.
[[nodiscard]] bool isAccumulationOfGradients(std::string_view name);

// By the arrows of the trace; where an operator has none, by the sequence number that it shares with its forward operator:
// of the same process, the last one that starts before it (numbers start anew in every process, and after a while). A
// backward operator is told by a "Fwd thread id" above 0. What the engine does for a node has the partner of the node, what adds
// gradients up that of the node that computed them. Immutable; any thread. 8 bytes per backward operator.
class ForwardPartners {
public:
    // Nothing if asked to stop. O(arrows log operators + operators).
    static std::shared_ptr<const ForwardPartners> find(const OperatorForest& forest,
                                                       const std::stop_token& stop = {});

    // Of the operator itself, not of those around it; kNone without one. O(log backward operators).
    [[nodiscard]] std::uint32_t of(std::uint32_t op) const;
    [[nodiscard]] bool empty() const { return partners_.empty(); }

private:
    using Partner = std::pair<std::uint32_t, std::uint32_t>; // backward, forward
    std::vector<Partner> partners_;                          // by backward operator
};

} // namespace lanes
