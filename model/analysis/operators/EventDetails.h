// All details of one event, as data: no sentences.
#pragma once

#include "model/analysis/operators/OperatorInputs.h"
#include "model/analysis/operators/PythonFrames.h"
#include "model/trace/Trace.h"
#include "model/trace/args/RecordedFields.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lanes {

struct EventLink {
    enum class Role { // in the order in which they are listed
        Launch,       // the runtime call that started this kernel or copy
        Operator,     // the operator that launched it
        Forward,      // the forward operator of this backward one
        Backward,
        Kernel, // device work of this call or operator; `count` of them
        Caller, // the event around this one
        Flow,   // any other arrow of the file
    };
    Role role = Role::Flow;
    SliceId target; // the first of `count`
    std::uint32_t count = 1;
    std::string name; // kernels' names are folded, others are as recorded
    TimeNs start = 0;
    friend bool operator==(const EventLink&, const EventLink&) = default;
};

// A block that was allocated while an operator ran.
struct EventAllocation {
    std::uint32_t event = 0; // in the memory table
    std::int64_t bytes = 0;
    TimeNs start = 0; // since the session's first moment
    friend bool operator==(const EventAllocation&, const EventAllocation&) = default;
};

struct EventDetails {
    SliceId slice;
    EventKind kind = EventKind::Other;
    Hue hue = Hue::Other;
    std::string name; // as recorded
    TrackId track;
    std::string process;
    std::string thread; // the thread's or stream's own number, as recorded
    TimeNs start = 0;   // since the session's first moment
    TimeNs duration = 0;
    TimeNs self = 0;
    bool open = false;                 // not ended at the end of the recording
    std::optional<TimeNs> deviceTime;  // for operators and calls: of the work that they launched
    std::optional<TimeNs> launchDelay; // for device work: from the launching call's start
    std::optional<std::int64_t> sequence;
    std::vector<EventLink> links;
    std::vector<InputRow> inputs;
    SliceId inputsOf;                         // event with these inputs: this one or its operator
    std::vector<EventAllocation> allocations; // the largest on its thread while it ran
    std::uint32_t allocationCount = 0;
    std::int64_t allocatedBytes = 0;
    std::int64_t freedBytes = 0;
    std::vector<StackLine> modules;    // the nn.Modules around it, innermost first
    std::vector<RecordedField> launch; // grid, block, registers ... of a kernel
    std::vector<RecordedField> fields; // all other recorded fields
    std::vector<PythonFrame> stack;    // innermost first
    bool stackOfForward = false;       // the stack is the forward operator's, as backward runs without Python
    friend bool operator==(const EventDetails&, const EventDetails&) = default;
};

// Requires has(slice). `origin` is of the same trace. Nothing if asked to stop. O(depth + arguments + children), bounded
// for huge subtrees. The first call for a trace may read all its operators once, so do not call it on a window's thread.
[[nodiscard]] std::optional<EventDetails> detailsOf(const Trace& trace, const EventOrigin& origin,
                                                    SliceId slice, const std::stop_token& stop = {});

} // namespace lanes
