// How often the functions were called that stand in recorded stacks alone: nobody recorded the calls themselves, only the
// stacks of operators.
#pragma once

#include "model/analysis/operators/CallContext.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace lanes {

// Finds calls on one thread from the stacks of its operators in order of time. A function is called when it appears, and has
// returned when an operator without it follows. Calls of a module that follow one another at once look like one: what that
// did directly, operators and called functions with their lines, is then the same sequence several times over. So a loop
// within a module's forward() is one call unless it is all that forward() does.
class FrameCalls {
public:
    // Called with the depth of a frame in path(), the operator by which it was first seen, and its start.
    using Take = std::function<void(std::size_t depth, std::uint32_t op, TimeNs start)>;

    FrameCalls(const CallContext& context, Take take);

    // Operators by start, of one thread. `name` tells operators apart. O(depth).
    void add(std::uint32_t op, TimeNs start, std::uint32_t name);
    void finish() { close(0); } // of the thread

    // The frames up to a node of the context, outermost first, without those that only hand a call on: they are the same
    // around whatever is called, and not counted.
    [[nodiscard]] std::vector<std::uint32_t> path(std::uint32_t node) const;

private:
    // What a function did directly, and the operator that showed it.
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

    void close(std::size_t depth); // that and deeper ones
    [[nodiscard]] bool isModule(std::size_t depth) const;
    [[nodiscard]] bool isSameCall(std::uint32_t a, std::uint32_t b) const;

    const CallContext& context_;
    Take take_;
    std::vector<bool> isWrapper_; // by node of the context
    std::vector<Open> open_;      // outermost first
};

} // namespace lanes
