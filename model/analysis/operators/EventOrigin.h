// The origin of an event: from a kernel to its launch, from there to the operator, its forward operator, the module and
// the Python code. Own captures and all foreign traces give the same answers.
#pragma once

#include "model/analysis/operators/CallContext.h"
#include "model/analysis/operators/ExternalIds.h"
#include "model/base/ChainMemo.h"
#include "model/base/MadeOnce.h"
#include "model/trace/Trace.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanes {

struct StackLine {
    std::string text; // "train.py(27): forward", "nn.Module: Linear_0"
    SliceId slice;    // the Python function's slice, if the trace has it; else none
    friend bool operator==(const StackLine&, const StackLine&) = default;
};

struct PythonStack {
    std::vector<StackLine> lines; // innermost first
    bool ofForward = false;       // the lines are those of its forward operator
};

// The origins of one trace's events. A query costs O(log slices), plus the length of a returned list. The first query
// that needs External ids, sequence numbers, or the surroundings of deeply nested slices reads all of them once. The
// answers are those of CallContext, with the slices that prove them. Any thread.
class EventOrigin {
public:
    // `context` is of the trace; without one it is made when first needed.
    explicit EventOrigin(std::shared_ptr<const Trace> trace, LazyContext context = {});
    // Reads the operators of `stretch` alone, when a query reads all operators. `stretch` is a part of the trace with the
    // same ids, and `context` is of it.
    EventOrigin(std::shared_ptr<const Trace> trace, std::shared_ptr<const Trace> stretch,
                LazyContext context);

    // A copy for a job that may be asked to stop. Queries that read all operators then end early with an incomplete
    // answer. The copy shares all found data with this object.
    [[nodiscard]] EventOrigin until(std::stop_token stop) const;

    // The runtime or driver call that started a kernel, copy, set or wait of a device; none for anything else.
    [[nodiscard]] SliceId launchOf(SliceId slice) const;
    // The innermost operator at or around the event. For calls and device work, the operator that owns it: see
    // LaunchedWork.h.
    [[nodiscard]] SliceId operatorOf(SliceId slice) const;
    // Self time (see CallShares). For operators and ranges as in the operator table; for other events all time outside of
    // their direct children.
    [[nodiscard]] TimeNs selfTimeOf(SliceId slice) const;
    // The operator whose gradient the event computes, by the arrows of the trace, else by sequence number.
    [[nodiscard]] SliceId forwardOf(SliceId slice) const;
    // The backward operator of a forward event, by the arrows of the trace; none for backward work.
    [[nodiscard]] SliceId backwardOf(SliceId slice) const;
    // The Python code that led to the event: the functions around it (or around its launch), else the stack of the event
    // or its operator. Backward work has the stack of its forward operator, except for functions that Python ran within
    // it.
    [[nodiscard]] PythonStack pythonStackOf(SliceId slice) const;
    // The nn.Modules of that stack without their prefix ("Linear_0"), innermost first. For a module's own slice: itself
    // and the modules around it.
    [[nodiscard]] std::vector<StackLine> modulesOf(SliceId slice) const;

private:
    friend class StackSearch;

    class Deep;
    // The source of a Python stack: a function's slice, with the functions around it, or an event that carries the stack.
    // May be empty.
    struct StackStart {
        SliceId function;
        SliceId carrier;
        bool isOfRange = false; // then without the calls that began the range
        [[nodiscard]] bool isEmpty() const { return !function.valid() && !carrier.valid(); }
    };
    // A backward operator, and the forward operator whose gradient it computes; none without one.
    struct Partners {
        SliceId backward;
        SliceId forward;
    };

    [[nodiscard]] SliceId capturedOperator(SliceId slice) const;
    [[nodiscard]] SliceId hostSide(SliceId slice) const;
    [[nodiscard]] SliceId operatorAround(SliceId slice) const;
    [[nodiscard]] Partners partnersOf(SliceId slice) const;
    [[nodiscard]] SliceId ownForward(SliceId op) const;
    [[nodiscard]] SliceId forwardOfNodeIn(SliceId evaluation) const;
    [[nodiscard]] SliceId forwardByPartners(SliceId op) const;
    [[nodiscard]] Partners partnersAt(SliceId op) const;
    [[nodiscard]] SliceId functionAround(SliceId slice) const;
    [[nodiscard]] std::vector<StackLine>
    carriedStack(SliceId slice, std::size_t most = std::numeric_limits<std::size_t>::max()) const;
    [[nodiscard]] StackStart ownStack(SliceId slice) const;
    [[nodiscard]] std::pair<StackStart, bool>
    stackOf(SliceId slice) const; // second: true if the stack is that of the forward operator
    [[nodiscard]] bool sameLines(const StackStart& a, const StackStart& b) const;
    [[nodiscard]] StackLine lineOf(SliceId function) const;
    [[nodiscard]] std::vector<StackLine> linesOf(const StackStart& start) const;

    std::shared_ptr<const Trace> trace_;
    std::shared_ptr<const Trace> stretch_;
    LazyContext context_;
    std::shared_ptr<MadeOnce<ExternalIds>> externalIds_;
    std::shared_ptr<Deep> deep_;
    std::stop_token stop_;
};

// Finds the innermost line of events' Python stacks that a test accepts. Each function is tested once, however many
// events it contains. One thread.
class StackSearch {
public:
    using Test = std::function<bool(std::string_view line)>;

    StackSearch(const EventOrigin& origin, Test test)
        : origin_(origin)
        , test_(std::move(test)) {}

    [[nodiscard]] std::optional<StackLine> lineOf(SliceId slice);

private:
    EventOrigin origin_;
    Test test_;
    AncestorSearch functions_;
};

} // namespace lanes
