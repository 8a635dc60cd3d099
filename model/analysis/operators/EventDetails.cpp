#include "model/analysis/operators/EventDetails.h"

#include "model/analysis/text/KernelName.h"
#include "model/trace/tables/BoundedBytes.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace lanes {
namespace {

// A training step holds hundreds of thousands of events; counting its kernels is a table's work, not this panel's.
constexpr std::size_t kMaxVisited = 20000;
constexpr std::size_t kAllocationsListed = 4;

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
    Collector(const Trace& trace, EventOrigin origin, SliceId slice)
        : trace_(trace)
        , origin_(std::move(origin))
        , slice_(slice)
        , own_(trace.slice(slice))
        , operator_(origin_.operatorOf(slice)) {}

    EventDetails collect() {
        basics();
        onDevice();
        around();
        arrows();
        inputs();
        memory();
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
        out_.track = own_.track;
        out_.thread = track.key;
        out_.process = process.name.empty() ? process.key : process.name;
        out_.start = own_.start - trace_.span().begin;
        out_.duration = own_.duration;
        out_.self = origin_.selfTimeOf(slice_);
        out_.open = trace_.isOpen(slice_);
        const auto sequence = trace_.arg(slice_, "Sequence number");
        if (sequence && sequence->type == ArgValue::Type::Integer && sequence->integer >= 0) {
            out_.sequence = sequence->integer;
        }
    }

    void link(EventLink::Role role, SliceId target, std::uint32_t count = 1) {
        if (!target.valid()) {
            return;
        }
        const Trace::Slice to = trace_.slice(target);
        const std::string_view recorded = trace_.text(to.name);
        out_.links.push_back(
            {role, target, count,
             to.kind == EventKind::Kernel ? foldedKernelName(recorded) : std::string(recorded),
             to.start - trace_.span().begin});
    }

    void onDevice() {
        if (runsOnDevice(own_.kind)) {
            const SliceId launch = origin_.launchOf(slice_);
            link(EventLink::Role::Launch, launch);
            if (launch.valid()) {
                out_.launchDelay = own_.start - trace_.slice(launch).start;
            }
            link(EventLink::Role::Operator, operator_);
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
        link(EventLink::Role::Kernel, launched.front(), static_cast<std::uint32_t>(launched.size()));
    }

    void around() {
        if (own_.kind == EventKind::Runtime) {
            link(EventLink::Role::Operator, operator_);
        } else if (own_.parent.valid() && !runsOnDevice(own_.kind)) {
            link(EventLink::Role::Caller, own_.parent);
        }
    }

    void arrows() {
        link(EventLink::Role::Forward, origin_.forwardOf(slice_));
        link(EventLink::Role::Backward, origin_.backwardOf(slice_));
        link(EventLink::Role::Flow, trace_.links().firstFrom(slice_, LinkKind::Flow));
        link(EventLink::Role::Flow, trace_.links().firstTo(slice_, LinkKind::Flow));
    }

    void inputs() {
        if (operator_.valid()) {
            out_.inputs = inputsOf(trace_, operator_);
            out_.inputsOf = operator_;
        }
    }

    void memory() {
        if (runsOnDevice(own_.kind)) {
            return;
        }
        const MemoryTable& table = trace_.memory();
        const auto first = std::ranges::lower_bound(table.time, own_.start) - table.time.begin();
        std::size_t seen = 0;
        for (auto i = static_cast<std::uint32_t>(first);
             i < table.size() && table.time[i] <= own_.end() && seen < kMaxVisited; ++i, ++seen) {
            if (table.track[i] != own_.track) {
                continue;
            }
            if (table.bytes[i] < 0) {
                out_.freedBytes -= boundedBytes(table.bytes[i]);
                continue;
            }
            out_.allocatedBytes += boundedBytes(table.bytes[i]);
            ++out_.allocationCount;
            out_.allocations.push_back({i, table.bytes[i], table.time[i] - trace_.span().begin});
        }
        std::ranges::stable_sort(out_.allocations, std::ranges::greater{}, &EventAllocation::bytes);
        out_.allocations.resize(std::min(out_.allocations.size(), kAllocationsListed));
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
        for (RecordedField& field : recordedFields(trace_, own_.layout, own_.row)) {
            if (!isShownElsewhere(field.key)) {
                (isLaunchField(field.key) ? out_.launch : out_.fields).push_back(std::move(field));
            }
        }
    }

    void stack() {
        const PythonStack stack = origin_.pythonStackOf(slice_);
        out_.stack = framesOf(stack);
        out_.stackOfForward = stack.ofForward;
        out_.modules = origin_.modulesOf(slice_);
    }

    const Trace& trace_;
    EventOrigin origin_;
    SliceId slice_;
    Trace::Slice own_;
    SliceId operator_;
    EventDetails out_;
};

} // namespace

std::optional<EventDetails> detailsOf(const Trace& trace, const EventOrigin& origin, SliceId slice,
                                      const std::stop_token& stop) {
    EventDetails found = Collector(trace, origin.until(stop), slice).collect();
    return stop.stop_requested() ? std::nullopt : std::optional(std::move(found));
}

} // namespace lanes
