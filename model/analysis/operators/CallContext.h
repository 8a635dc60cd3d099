// The origin of each operator: its pass, its forward operator, and the modules and lines of Python that led to it. One
// prefix tree holds the frames from all sources: Python slices around the operator, a stack id of an own capture, or the
// text of a "Call stack" argument. Backward work belongs to the modules and lines of its forward operator. An exception
// is work that Python itself ran within it (a checkpoint that computes its forward again).
#pragma once

#include "model/analysis/operators/ForwardPartners.h"
#include "model/analysis/operators/Frames.h"
#include "model/analysis/operators/OperatorForest.h"
#include "model/base/HugeVector.h"
#include "model/base/MadeOnce.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lanes {

enum class Pass : std::uint8_t { Forward, Backward, Optimizer };
inline constexpr int kPasses = 3;
[[nodiscard]] std::string_view passName(Pass pass); // "forward"

// Immutable; any thread. 4 bytes per operator if stacks are known, and 1 if there is more than one pass.
class CallContext {
public:
    static constexpr std::uint32_t kNone = 0xffffffffu;
    static constexpr std::string_view kModulePrefix = lanes::kModulePrefix;

    struct Node {
        std::uint32_t parent = kNone; // the caller
        std::uint32_t text = 0;       // "train.py(27): forward" or "nn.Module: Linear_0"
        std::uint32_t module = kNone; // innermost node at or above this one that is a module
    };

    // Nothing if asked to stop. O(slices + operators).
    static std::shared_ptr<const CallContext> build(std::shared_ptr<const OperatorForest> forest,
                                                    const std::stop_token& stop = {});

    [[nodiscard]] std::uint32_t nodeOf(std::uint32_t op) const {
        return nodeOfOp_.empty() ? kNone : nodeOfOp_[op];
    }
    // The node of device work that no operator launched: from its own stack, or that of its call. None for other work.
    // O(log such work).
    [[nodiscard]] std::uint32_t nodeOfWork(SliceId work) const;
    // Backward: within an operator of autograd. Optimizer: within "Optimizer.step#..." or the like.
    [[nodiscard]] Pass passOf(std::uint32_t op) const {
        return passes_.empty() ? Pass::Forward : passes_[op];
    }
    // The operator whose gradient `op` computes, or else that of the innermost operator around it; none if there is none.
    // O(depth log backward operators).
    [[nodiscard]] std::uint32_t forwardOf(std::uint32_t op) const;
    // A backward operator that uses the frames of its forward operator, for itself and all operators within it.
    struct Loan {
        std::uint32_t op = kNone;
        std::uint32_t forward = kNone;
    };
    [[nodiscard]] const std::vector<Loan>& loans() const { return loans_; } // by operator
    [[nodiscard]] const ForwardPartners& partners() const { return *partners_; }
    [[nodiscard]] const OperatorForest& forest() const { return *forest_; }
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
    [[nodiscard]] const Node& node(std::uint32_t node) const {
        return nodes_[node];
    } // callers before their callees
    [[nodiscard]] std::string_view text(std::uint32_t node) const { return texts_[nodes_[node].text]; }
    // "Linear_0" for the innermost module around; empty if there is none.
    [[nodiscard]] std::string_view moduleOf(std::uint32_t node) const;
    [[nodiscard]] std::vector<std::string_view> frames(std::uint32_t node) const; // innermost first
    [[nodiscard]] bool empty() const { return nodes_.empty(); }

private:
    class Builder;

    std::vector<Node> nodes_;
    std::vector<std::string> texts_;
    UnwrittenVector<std::uint32_t> nodeOfOp_;
    std::vector<std::pair<SliceId, std::uint32_t>> nodeOfWork_; // by slice
    UnwrittenVector<Pass> passes_;
    std::vector<Loan> loans_;
    std::shared_ptr<const OperatorForest> forest_;
    std::shared_ptr<const ForwardPartners> partners_;
};

// The context of a forest, built at the first request: many tables never need it. Copies share it. Any thread; the first
// caller builds it, others wait until it is done or they are asked to stop.
class LazyContext {
public:
    LazyContext() = default;
    explicit LazyContext(std::shared_ptr<const OperatorForest> forest);
    explicit LazyContext(std::shared_ptr<const Trace> trace); // makes the forest, too
    [[nodiscard]] bool isGiven() const { return shared_ != nullptr; }

    // Nothing if asked to stop; the next caller then builds it.
    [[nodiscard]] std::shared_ptr<const CallContext> get(const std::stop_token& stop = {}) const;
    // The forest of the context; does not build the context.
    [[nodiscard]] std::shared_ptr<const OperatorForest> forest(const std::stop_token& stop = {}) const;
    const CallContext& operator*() const { return *get(); }
    const CallContext* operator->() const { return get().get(); }

private:
    struct Shared {
        std::shared_ptr<const Trace> trace; // only if the forest is missing
        MadeOnce<OperatorForest> forest;
        MadeOnce<CallContext> context;
    };
    std::shared_ptr<Shared> shared_;
};

} // namespace lanes
