// Finds the forward operator whose gradient a backward operator computes.
#pragma once

#include "model/analysis/operators/OperatorForest.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string_view>
#include <utility>
#include <vector>

namespace lanes {

// True for the engine's evaluation of a node of the backward pass: "autograd::engine::evaluate_function: AddmmBackward0".
// It carries no number of its own. The node is one of the operators within it; others there check, convert and add up its
// gradients.
[[nodiscard]] bool isEvaluationOfNode(std::string_view name);
// True for the node that adds up a parameter's gradients, and for its kernel if a gradient exists already.
[[nodiscard]] bool isAccumulationOfGradients(std::string_view name);

// Forward partners by the arrows of the trace. An operator without an arrow is matched by the sequence number that it
// shares with its forward operator. That is the last one of the same process that starts before it: numbers start anew in
// every process, and after a while. A "Fwd thread id" above 0 marks a backward operator. An evaluation has the partner of
// its node; an accumulation of gradients has that of the node that computed them. Immutable; any thread. 8 bytes per
// backward operator.
class ForwardPartners {
public:
    // Nothing if asked to stop. O(arrows log operators + operators).
    static std::shared_ptr<const ForwardPartners> find(const OperatorForest& forest,
                                                       const std::stop_token& stop = {});

    // The partner of the operator itself, not of operators around it; kNone without one. O(log backward operators).
    [[nodiscard]] std::uint32_t of(std::uint32_t op) const;
    [[nodiscard]] bool empty() const { return partners_.empty(); }

private:
    using Partner = std::pair<std::uint32_t, std::uint32_t>; // backward, forward
    std::vector<Partner> partners_;                          // by backward operator
};

} // namespace lanes
