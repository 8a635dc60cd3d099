// Assigns calls to rows of the operator table, and makes the labels of the rows.
#pragma once

#include "model/analysis/operators/OperatorStats.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace lanes {

// Immutable; any thread. Keys are valid within one grouping only. Keeps a reference to `data`.
class OperatorGrouping {
public:
    // `context` is needed only by stack or by module.
    OperatorGrouping(const OperatorData& data, OperatorGroup group,
                     std::shared_ptr<const CallContext> context);

    // A key that is the same for all calls of a group. Not for a tree, whose groups depend on the rows around. `op` is
    // slice `i` of the segment.
    [[nodiscard]] std::uint64_t key(const Segment& segment, std::uint32_t i, std::uint32_t op) const {
        switch (group_) {
        case OperatorGroup::Name:
            return segment.name[i].value;
        case OperatorGroup::Shapes:
            return data_.signatures->empty() ? segment.name[i].value : byShapes_[data_.signatures->of(op)];
        case OperatorGroup::Stack:
            return std::uint64_t{segment.name[i].value} << 32 |
                   ((context_->nodeOf(op) + 1) * kPasses + static_cast<std::uint32_t>(context_->passOf(op)));
        case OperatorGroup::Module: {
            const std::uint32_t node = context_->nodeOf(op);
            const std::uint32_t module = node == CallContext::kNone ? 0 : modules_[node];
            return module * kPasses + static_cast<std::uint32_t>(context_->passOf(op));
        }
        case OperatorGroup::Step: {
            const Step* step = data_.steps.at(rankOf(segment.track), segment.start[i]);
            return step == nullptr ? 0 : static_cast<std::uint64_t>(step - data_.steps.all().data()) + 1;
        }
        case OperatorGroup::Thread:
            return segment.track.value;
        case OperatorGroup::Category:
        case OperatorGroup::Tree:
            break;
        }
        return static_cast<std::uint64_t>(segment.hue[i]);
    }
    // Upper bound of the keys; 0: there is none.
    [[nodiscard]] std::size_t keyLimit() const;
    // The row of a call's group, with its label only.
    [[nodiscard]] OperatorRow newRow(const Segment& segment, std::uint32_t i, std::uint32_t op) const;

private:
    [[nodiscard]] std::int64_t rankOf(TrackId track) const {
        const Trace& trace = data_.forest->trace();
        return trace.processes()[trace.tracks()[track.value].process.value].rank;
    }
    void numberShapes();
    void numberModules();
    void label(OperatorRow& row, const Segment& segment, std::uint32_t i, std::uint32_t op) const;

    const OperatorData& data_;
    OperatorGroup group_;
    std::shared_ptr<const CallContext> context_;
    std::vector<std::uint32_t> byShapes_; // by signature
    std::vector<std::uint32_t> modules_;  // by node of the context
};

} // namespace lanes
