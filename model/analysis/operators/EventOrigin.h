// Where an event comes from: from a kernel to its launch, from there to the operator, its forward operator, the module
// and the Python code. The same answers for own captures and for every kind of foreign trace.
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
    SliceId slice;    // the Python function's slice, where the trace has it; none otherwise
    friend bool operator==(const StackLine&, const StackLine&) = default;
};

struct PythonStack {
    std::vector<StackLine> lines; // innermost first
    bool ofForward = false;       // these are its forward operator's
};

// Of one trace. A question costs O(log slices), one for a list the length of that list too; the first one that needs External
// ids or sequence numbers, or what is around slices that stand deep, goes over all of them once. The answers are those of
// CallContext, with the slices that tell. Any thread.
class EventOrigin {
public:
    // `context` is of the trace; without one it is made when first needed.
    explicit EventOrigin(std::shared_ptr<const Trace> trace, LazyContext context = {});
    // What goes over all operators goes over those of `stretch` alone, a part of the trace with the same ids, of
    // which `context` is.
    EventOrigin(std::shared_ptr<const Trace> trace, std::shared_ptr<const Trace> stretch,
                LazyContext context);

    // The same, for a job that may be asked to stop: what goes over all operators then gives up, and the answer is less than
    // there is. It shares what has been found with this one.
    [[nodiscard]] EventOrigin until(std::stop_token stop) const;

    // The runtime or driver call that started a kernel, copy, set or wait of a device; none for anything else.
    [[nodiscard]] SliceId launchOf(SliceId slice) const;
    // The innermost operator at or around the event; for calls and device work the one that owns it: see LaunchedWork.h.
    [[nodiscard]] SliceId operatorOf(SliceId slice) const;
    // How long it ran by itself (see CallShares): of an operator or range what the operator table has, of others all that
    // nothing right in them ran.
    [[nodiscard]] TimeNs selfTimeOf(SliceId slice) const;
    // The operator whose gradient the event computes: by the arrows of the trace, else by sequence number.
    [[nodiscard]] SliceId forwardOf(SliceId slice) const;
    // The backward operator of a forward event, by the arrows of the trace; none of backward work.
    [[nodiscard]] SliceId backwardOf(SliceId slice) const;
    // The Python code that led to the event: the functions around it (or around its launch), else the stack that it or its
    // operator carries; that of the forward operator for backward work, but for what Python ran within that.
    [[nodiscard]] PythonStack pythonStackOf(SliceId slice) const;
    // The nn.Modules of that stack without their prefix ("Linear_0"), innermost first; for a module's own slice, itself
    // and those around it.
    [[nodiscard]] std::vector<StackLine> modulesOf(SliceId slice) const;

private:
    friend class StackSearch;

    class Deep;
    // Where a Python stack begins: at a function's slice, with those around it, or at what carries the stack. Or nowhere.
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
    stackOf(SliceId slice) const; // and whether it is its forward operator's
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

// Finds the innermost line of events' Python stacks that a test accepts. Each function is looked at once, however many events
// stand in it. One thread.
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
