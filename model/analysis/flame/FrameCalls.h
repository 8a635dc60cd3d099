// Counts calls of functions that appear only in recorded stacks: the calls themselves were not recorded, only the stacks
// of operators.
#pragma once

#include "model/analysis/operators/CallContext.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace lanes {

// Finds calls on one thread from the stacks of its operators, in order of time. A function is called when it appears; it
// has returned when an operator without it follows. Immediately repeated calls of a module look like one call. They are
// told apart by its direct actions (operators and called functions with their lines), if these repeat the same sequence
// several times. So a loop within a module's forward() is one call, unless it is all that forward() does.
class FrameCalls {
public:
    // Called with the depth of a frame in path(), the operator that first showed it, and the operator's start.
    using Take = std::function<void(std::size_t depth, std::uint32_t op, TimeNs start)>;

    FrameCalls(const CallContext& context, Take take);

    // Adds the operators of one thread by start. `name` tells operators apart. O(depth).
    void add(std::uint32_t op, TimeNs start, std::uint32_t name);
    void finish() { close(0); } // at the end of the thread

    // The frames up to a node of the context, outermost first. Frames that only pass a call on are left out: they are the
    // same around any callee, and not counted.
    [[nodiscard]] std::vector<std::uint32_t> path(std::uint32_t node) const;

private:
    // A direct action of a function, and the operator that showed it.
    struct Deed {
        std::uint64_t what;
        std::uint32_t op;
        TimeNs start;
        friend bool operator==(const Deed& a, const Deed& b) { return a.what == b.what; }
    };
    struct Open {
        std::uint32_t node;
        std::vector<Deed> deeds;
    };

    void close(std::size_t depth); // closes this one and deeper ones
    [[nodiscard]] bool isModule(std::size_t depth) const;
    [[nodiscard]] bool isSameCall(std::uint32_t a, std::uint32_t b) const;

    const CallContext& context_;
    Take take_;
    std::vector<bool> isWrapper_; // by node of the context
    std::vector<Open> open_;      // outermost first
};

} // namespace lanes
