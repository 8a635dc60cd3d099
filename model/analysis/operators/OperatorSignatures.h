// Groups of equal calls: one name with one set of input shapes, types and values. Values derived from the shapes (FLOPs,
// bytes) are computed once per signature.
#pragma once

#include "model/analysis/operators/OperatorCost.h"
#include "model/analysis/operators/OperatorForest.h"
#include "model/base/HugeVector.h"

#include <memory>
#include <stop_token>
#include <vector>

namespace lanes {

struct OperatorSignature {
    StringId name;
    StringId dims; // text of "Input Dims"; none: not recorded
    OperatorCost cost;
};

// Immutable; any thread. 4 bytes per operator; no memory if no call of the session has shapes.
class OperatorSignatures {
public:
    // Nothing if asked to stop. O(operators).
    static std::shared_ptr<const OperatorSignatures> build(const OperatorForest& forest,
                                                           const std::stop_token& stop = {});

    // True if the session has no shapes: calls of one name cannot be told apart, and all() is empty.
    [[nodiscard]] bool empty() const { return signatures_.empty(); }
    [[nodiscard]] const std::vector<OperatorSignature>& all() const { return signatures_; }
    [[nodiscard]] std::uint32_t of(std::uint32_t op) const { return numbers_[op]; } // needs !empty()
    [[nodiscard]] StringId dimsOf(std::uint32_t op) const {
        return empty() ? StringId() : signatures_[of(op)].dims;
    }
    [[nodiscard]] OperatorCost costOf(std::uint32_t op) const {
        return empty() ? OperatorCost() : signatures_[of(op)].cost;
    }
    // True if any call's FLOPs or bytes are known.
    [[nodiscard]] bool hasCosts() const { return hasCosts_; }

private:
    std::vector<OperatorSignature> signatures_;
    bool hasCosts_ = false;
    UnwrittenVector<std::uint32_t> numbers_;
};

} // namespace lanes
