// Where in the Python program each operator ran: one prefix tree of frames, whatever the trace has them from:
// Python slices around the operator, a stack id of an own capture, or the text of a "Call stack" argument.
#pragma once

#include "model/analysis/operators/OperatorForest.h"
#include "model/base/HugeVector.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lanes {

// Immutable; any thread. 4 bytes per operator.
class PythonContext {
public:
    static constexpr std::uint32_t kNone = 0xffffffffu;
    static constexpr std::string_view kModulePrefix = "nn.Module: ";

    struct Node {
        std::uint32_t parent = kNone; // the caller
        std::uint32_t text = 0;       // "train.py(27): forward" or "nn.Module: Linear_0"
        std::uint32_t module = kNone; // innermost node at or above this one that is a module
    };

    // Nothing if asked to stop. O(slices + operators).
    static std::shared_ptr<const PythonContext> build(const OperatorForest& forest,
                                                      const std::stop_token& stop = {});

    [[nodiscard]] std::uint32_t nodeOf(std::uint32_t op) const {
        return nodeOfOp_.empty() ? kNone : nodeOfOp_[op];
    }
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
    [[nodiscard]] const Node& node(std::uint32_t node) const {
        return nodes_[node];
    } // callers before what they call
    [[nodiscard]] std::string_view text(std::uint32_t node) const { return texts_[nodes_[node].text]; }
    // "Linear_0" of the innermost module around; empty for none.
    [[nodiscard]] std::string_view moduleOf(std::uint32_t node) const;
    [[nodiscard]] std::vector<std::string_view> frames(std::uint32_t node) const; // innermost first
    [[nodiscard]] bool empty() const { return nodes_.empty(); }

private:
    class Builder;

    std::vector<Node> nodes_;
    std::vector<std::string> texts_;
    UnwrittenVector<std::uint32_t> nodeOfOp_;
};

// The context of a forest, built when it is first asked for: many tables never ask. Copies share it. Any thread; the
// first to ask builds, others wait.
class LazyContext {
public:
    LazyContext() = default;
    explicit LazyContext(std::shared_ptr<const OperatorForest> forest);

    // Nothing if asked to stop: the next to ask builds it then.
    [[nodiscard]] std::shared_ptr<const PythonContext> get(const std::stop_token& stop = {}) const;
    const PythonContext& operator*() const { return *get(); }
    const PythonContext* operator->() const { return get().get(); }

private:
    struct Shared {
        std::shared_ptr<const OperatorForest> forest;
        std::mutex mutex;
        std::shared_ptr<const PythonContext> context;
    };
    std::shared_ptr<Shared> shared_;
};

} // namespace lanes
