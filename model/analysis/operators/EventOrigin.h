// Where an event comes from: from a kernel to its launch, from there to the operator, its forward operator, the module
// and the Python code. The same answers for own captures and for every kind of foreign trace.
#pragma once

#include "model/trace/Trace.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace lanes {

struct StackLine {
    std::string text; // "train.py(27): forward", "nn.Module: Linear_0"
    SliceId slice;    // the Python function's slice, where the trace has it; none otherwise
};

struct PythonStack {
    std::vector<StackLine> lines; // innermost first
    bool ofForward = false;       // the event has none itself; these are its forward operator's
};

// Of one trace. Every question costs O(depth x log slices); the first one that needs External ids or sequence numbers
// goes over all operators once. Any thread.
class EventOrigin {
public:
    explicit EventOrigin(std::shared_ptr<const Trace> trace)
        : trace_(std::move(trace)) {}

    // The runtime or driver call that started a kernel, copy, set or wait of a device; none for anything else.
    [[nodiscard]] SliceId launchOf(SliceId slice) const;
    // The innermost operator at or around the event; for calls and device work the one that is open when the call starts,
    // as in OperatorForest, else by External id.
    [[nodiscard]] SliceId operatorOf(SliceId slice) const;
    // The operator whose gradient the event computes: by the arrows of the trace, else by sequence number.
    [[nodiscard]] SliceId forwardOf(SliceId slice) const;
    // The Python code that led to the event: the functions around it (or around its launch), else the stack that it or
    // its operator carries, else that of its forward operator.
    [[nodiscard]] PythonStack pythonStackOf(SliceId slice) const;
    // The nn.Modules of that stack without their prefix ("Linear_0"), innermost first; for a module's own slice, itself
    // and those around it.
    [[nodiscard]] std::vector<StackLine> modulesOf(SliceId slice) const;

private:
    struct Numbers {
        std::unordered_map<std::int64_t, SliceId> byExternalId;
        std::unordered_map<std::int64_t, std::vector<SliceId>> bySequence; // forward operators only, by start
    };

    [[nodiscard]] SliceId hostSide(SliceId slice) const;
    [[nodiscard]] SliceId operatorAround(SliceId slice) const;
    [[nodiscard]] SliceId operatorCalling(SliceId call) const;
    [[nodiscard]] SliceId forwardBySequence(SliceId op) const;
    [[nodiscard]] std::vector<StackLine> functionsAround(SliceId slice) const;
    [[nodiscard]] std::vector<StackLine> carriedStack(SliceId slice) const;
    [[nodiscard]] std::vector<StackLine> ownStack(SliceId slice) const;
    [[nodiscard]] std::int64_t number(SliceId slice, std::string_view key) const;
    [[nodiscard]] const Numbers& numbers() const;

    std::shared_ptr<const Trace> trace_;
    mutable std::once_flag once_;
    mutable Numbers numbers_;
};

} // namespace lanes
