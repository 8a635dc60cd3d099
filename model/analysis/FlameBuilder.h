// Fills a FlameTree from slices, Python contexts and kernels: one pass over each.
#pragma once

#include "model/analysis/FlameTree.h"
#include "model/analysis/KeyIndex.h"

#include <memory>
#include <stop_token>
#include <vector>

namespace lanes {

// Whether a slice of this kind and name takes part.
[[nodiscard]] bool belongsTo(FlameSource source, EventKind kind, std::string_view name);

class FlameBuilder {
public:
    FlameBuilder(const OperatorData& data, const FlameQuery& query);
    // Nothing if asked to stop.
    [[nodiscard]] std::shared_ptr<const FlameTree> run(const std::stop_token& stop);

private:
    struct Visit {
        const Segment& segment;
        std::uint32_t index;
        SliceId slice;
    };
    static constexpr std::uint32_t kNone = FlameNode::kNone;

    void addLane(const Segment& segment, std::uint32_t depth);
    void addSlice(const Visit& visit);
    void addTime(const Visit& visit, std::uint32_t node, SliceId outer);
    void addKernels();
    void addAllocations();
    [[nodiscard]] SliceId includedAround(const Segment& segment, std::uint32_t index) const;
    [[nodiscard]] bool takesPart(const Segment& segment, std::uint32_t index);
    [[nodiscard]] std::uint32_t frames(std::uint32_t node, std::uint32_t outerContext, std::uint32_t context);
    std::uint32_t child(std::uint32_t parent, std::uint32_t nameKey, std::string_view name, EventKind kind,
                        Hue hue);
    [[nodiscard]] TimeNs cut(TimeNs start, TimeNs end) const;

    const OperatorData& data_;
    FlameQuery query_;
    const Trace& trace_;
    bool framesFromContext_; // no Python slices: frames come from the operators' contexts
    std::shared_ptr<FlameTree> tree_;
    std::vector<SliceId>
        included_; // slice -> itself if it takes part, else the innermost around it that does
    std::vector<std::uint32_t> nodeOf_;    // slice that takes part -> node
    std::vector<TimeNs> longest_;          // node -> duration of its example
    std::vector<std::uint32_t> nameKeys_;  // node -> key of its name
    KeyIndex children_;                    // (parent, name key) -> number of a child
    std::vector<std::uint32_t> childNode_; // that number -> node
    KeyIndex frameKeys_;                   // (node, context) -> number
    std::vector<std::uint32_t> frameNode_; // that number -> node
    KeyIndex names_;
    std::vector<bool> nameTakesPart_;
};

} // namespace lanes
