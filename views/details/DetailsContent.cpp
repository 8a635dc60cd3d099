#include "views/details/DetailsContent.h"

#include "views/details/ArgTree.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace lanes {
namespace {

// A training step holds hundreds of thousands of events; counting its kernels is a table's work, not this panel's.
constexpr std::size_t kMaxVisited = 20000;

SliceId ancestorOf(const Trace& trace, SliceId slice, EventKind kind) {
    for (SliceId at = trace.slice(slice).parent; at.valid(); at = trace.slice(at).parent) {
        if (trace.slice(at).kind == kind) {
            return at;
        }
    }
    return {};
}

// The operator that a call, kernel or copy belongs to; an operator's is itself.
SliceId operatorFor(const Trace& trace, SliceId slice) {
    const EventKind kind = trace.slice(slice).kind;
    if (kind == EventKind::Operator) {
        return slice;
    }
    if (!runsOnDevice(kind)) {
        return ancestorOf(trace, slice, EventKind::Operator);
    }
    const SliceId launch = trace.links().firstTo(slice, LinkKind::Launch);
    return launch.valid() ? ancestorOf(trace, launch, EventKind::Operator) : SliceId();
}

// What the event and everything inside it put on the device, in launch order; nothing if that is too much to count.
std::vector<SliceId> launchedBy(const Trace& trace, SliceId slice) {
    std::vector<SliceId> found;
    std::vector<SliceId> open{slice};
    std::size_t visited = 0;
    while (!open.empty()) {
        const SliceId at = open.back();
        open.pop_back();
        if (++visited > kMaxVisited) {
            return {};
        }
        for (const Link& link : trace.links().from(at)) {
            if (link.kind == LinkKind::Launch) {
                found.push_back(link.to);
            }
        }
        const auto inside = trace.children(at);
        open.insert(open.end(), inside.begin(), inside.end());
    }
    std::ranges::sort(found, {}, [&](SliceId id) { return trace.slice(id).start; });
    return found;
}

class Collector {
public:
    Collector(const Trace& trace, SliceId slice)
        : trace_(trace)
        , slice_(slice)
        , own_(trace.slice(slice)) {}

    DetailsContent collect() {
        basics();
        onDevice();
        around();
        arrows();
        inputs();
        fields();
        stack();
        return std::move(out_);
    }

private:
    void basics() {
        const Track& track = trace_.tracks()[own_.track.value];
        const Process& process = trace_.processes()[track.process.value];
        out_.slice = slice_;
        out_.kind = own_.kind;
        out_.hue = own_.hue;
        out_.name = std::string(trace_.text(own_.name));
        out_.track = track.name.empty() ? track.key : track.name;
        out_.thread = track.key;
        out_.process = process.name.empty() ? process.key : process.name;
        out_.start = own_.start - trace_.span().begin;
        out_.duration = own_.duration;
        out_.self = trace_.selfTime(slice_);
        out_.open = trace_.isOpen(slice_);
        const auto sequence = trace_.arg(slice_, "Sequence number");
        if (sequence && sequence->type == ArgValue::Type::Integer && sequence->integer >= 0) {
            out_.sequence = sequence->integer;
        }
    }

    void link(DetailsLink::Role role, SliceId target, std::uint32_t count = 1) {
        if (!target.valid()) {
            return;
        }
        const Trace::Slice to = trace_.slice(target);
        out_.links.push_back(
            {role, target, count, std::string(trace_.text(to.name)), to.start - trace_.span().begin});
    }

    void onDevice() {
        if (runsOnDevice(own_.kind)) {
            const SliceId launch = trace_.links().firstTo(slice_, LinkKind::Launch);
            link(DetailsLink::Role::Launch, launch);
            if (launch.valid()) {
                out_.launchDelay = own_.start - trace_.slice(launch).start;
            }
            link(DetailsLink::Role::Operator, operatorFor(trace_, slice_));
            return;
        }
        const auto launched = launchedBy(trace_, slice_);
        if (launched.empty()) {
            return;
        }
        TimeNs total = 0;
        for (const SliceId id : launched) {
            total += trace_.slice(id).duration;
        }
        out_.deviceTime = total;
        link(DetailsLink::Role::Kernel, launched.front(), static_cast<std::uint32_t>(launched.size()));
    }

    void around() {
        if (own_.kind == EventKind::Runtime) {
            link(DetailsLink::Role::Operator, ancestorOf(trace_, slice_, EventKind::Operator));
        } else if (own_.parent.valid() && !runsOnDevice(own_.kind)) {
            link(DetailsLink::Role::Caller, own_.parent);
        }
    }

    // Forward and backward meet at the operator: a kernel shows its operator's, a nested one its caller's.
    void arrows() {
        for (SliceId at = operatorFor(trace_, slice_); at.valid(); at = trace_.slice(at).parent) {
            const SliceId forward = trace_.links().firstTo(at, LinkKind::ForwardBackward);
            const SliceId backward = trace_.links().firstFrom(at, LinkKind::ForwardBackward);
            link(DetailsLink::Role::Forward, forward);
            link(DetailsLink::Role::Backward, backward);
            if (forward.valid() || backward.valid()) {
                forward_ = forward;
                break;
            }
        }
        link(DetailsLink::Role::Flow, trace_.links().firstFrom(slice_, LinkKind::Flow));
        link(DetailsLink::Role::Flow, trace_.links().firstTo(slice_, LinkKind::Flow));
    }

    void inputs() {
        const SliceId of = operatorFor(trace_, slice_);
        if (of.valid()) {
            out_.inputs = inputsOf(trace_, of);
            out_.inputsOf = of;
        }
    }

    static bool isShownElsewhere(std::string_view key) {
        static constexpr std::array<std::string_view, 8> kElsewhere = {
            "Input Dims",      "Input type", "Input Strides", "Concrete Inputs",
            "Sequence number", "Call stack", "Ev Idx",        "Record function id"};
        return std::ranges::find(kElsewhere, key) != kElsewhere.end();
    }

    static bool isLaunchField(std::string_view key) {
        static constexpr std::array<std::string_view, 7> kLaunch = {
            "grid",          "block",        "registers per thread",     "shared memory",
            "blocks per SM", "warps per SM", "est. achieved occupancy %"};
        return std::ranges::find(kLaunch, key) != kLaunch.end();
    }

    void fields() {
        const ArgLayout* layout = trace_.args().layout(own_.layout);
        const std::size_t columns = layout ? layout->columns.size() : 0;
        for (std::uint32_t i = 0; i < columns; ++i) {
            const ArgColumn& column = layout->columns[i];
            const std::string_view key = trace_.text(column.key);
            if (isShownElsewhere(key)) {
                continue;
            }
            const std::string value = fieldText(column, i);
            if (!value.empty()) {
                (isLaunchField(key) ? out_.launch : out_.fields).push_back({std::string(key), value});
            }
        }
    }

    std::string fieldText(const ArgColumn& column, std::uint32_t index) const {
        if (column.form == ArgColumn::Form::Constant) {
            return std::string(trace_.text(column.constant));
        }
        const auto value = trace_.args().value(own_.layout, own_.row, index);
        if (!value || value->type == ArgValue::Type::Stack) {
            return {};
        }
        const std::string text = argText(*value, trace_.strings());
        if (column.form == ArgColumn::Form::String) {
            return unescapeJson(text);
        }
        const auto tree = text.starts_with('[') ? parseArgTree(text) : std::nullopt;
        return tree ? textOf(*tree) : text;
    }

    // Backward runs in threads without Python: the forward's stack says what it belongs to.
    void stack() {
        SliceId from = runsOnDevice(own_.kind) ? trace_.links().firstTo(slice_, LinkKind::Launch) : slice_;
        while (from.valid() && out_.stack.empty()) {
            out_.stack = pythonFramesOf(trace_, from);
            out_.stackOfForward = !out_.stack.empty() && from == forward_;
            from = out_.stack.empty() && from != forward_ ? nextWithStack(from) : SliceId();
        }
    }

    // An operator recorded with a stack lends it to the calls inside it.
    SliceId nextWithStack(SliceId from) const {
        const SliceId parent = trace_.slice(from).parent;
        return parent.valid() ? parent : forward_;
    }

    const Trace& trace_;
    SliceId slice_;
    Trace::Slice own_;
    SliceId forward_;
    DetailsContent out_;
};

} // namespace

DetailsContent detailsOf(const Trace& trace, SliceId slice) {
    return Collector(trace, slice).collect();
}

} // namespace lanes
