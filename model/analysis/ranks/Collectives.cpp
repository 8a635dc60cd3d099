#include "model/analysis/ranks/Collectives.h"

#include "model/analysis/operators/EventOrigin.h"
#include "model/analysis/operators/Shapes.h"
#include "model/base/ChainMemo.h"
#include "model/trace/args/ArgReader.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace lanes {

namespace {

class Finder {
public:
    explicit Finder(const std::shared_ptr<const Trace>& trace)
        : trace_(*trace)
        , origin_(trace)
        , name_(reader("Collective name"))
        , group_(reader("Process Group Name"))
        , sequence_(reader("Seq"))
        , elements_(reader("In msg nelems"))
        , type_(reader("dtype")) {}

    std::vector<CollectiveCall> find(const std::stop_token& stop) {
        std::vector<std::uint8_t> known(trace_.strings().size(), kUnknown);
        for (const auto& segment : trace_.segments()) {
            if (stop.stop_requested()) {
                return {};
            }
            for (const EventKind kind :
                 {EventKind::Kernel, EventKind::UserRange, EventKind::Communication, EventKind::Operator}) {
                for (std::uint32_t i = segment->next(kind, 0); i < segment->size();
                     i = segment->next(kind, i + 1)) {
                    if (isOne(*segment, i, known)) {
                        add(*segment, i);
                    }
                }
            }
        }
        std::ranges::sort(found_, {},
                          [](const CollectiveCall& c) { return std::pair(c.range.begin, c.slice); });
        return std::move(found_);
    }

private:
    static constexpr std::uint8_t kUnknown = 2;
    static constexpr std::uint32_t kNone = AncestorSearch::kNone;

    [[nodiscard]] ArgReader reader(ArgKey key) const {
        return {trace_.args(), trace_.strings(), key, ArgReader::Level::Args};
    }

    // Names are asked once; one that is a kernel's is no range's.
    bool isOne(const Segment& segment, std::uint32_t i, std::vector<std::uint8_t>& known) {
        const StringId name = segment.name[i];
        if (name.value >= known.size()) {
            return false;
        }
        std::uint8_t& is = known[name.value];
        if (is == kUnknown) {
            const std::string_view text = trace_.text(name);
            is = isCollective(EventKind::Kernel, text, trace_.ownClasses()) ||
                         runsOnHost(EventKind::UserRange, text, trace_.ownClasses()) ||
                         runsOnHost(EventKind::Communication, text, trace_.ownClasses())
                     ? 1
                     : 0;
        }
        return is == 1 && (segment.kind[i] == EventKind::Kernel
                               ? isCollective(EventKind::Kernel, trace_.text(name), trace_.ownClasses())
                               : runsOnHost(segment.kind[i], trace_.text(name), trace_.ownClasses()) &&
                                     !isWithinAnother(segment, i));
    }

    [[nodiscard]] bool isWithinAnother(const Segment& segment, std::uint32_t i) {
        const auto isOther = [this](std::uint32_t at) {
            const Trace::Slice outer = trace_.slice(SliceId(at));
            return runsOnHost(outer.kind, trace_.text(outer.name), trace_.ownClasses());
        };
        const std::uint32_t outer = trace_.has(segment.parent[i]) ? segment.parent[i].value : kNone;
        return others_.first(
                   outer, [this](std::uint32_t at) { return outerOf(at); }, isOther) != kNone;
    }
    [[nodiscard]] std::uint32_t outerOf(std::uint32_t slice) const {
        const SliceId outer = trace_.slice(SliceId(slice)).parent;
        return trace_.has(outer) ? outer.value : kNone;
    }

    void add(const Segment& segment, std::uint32_t i) {
        const SliceId slice(segment.first + i);
        CollectiveCall call;
        call.range = {segment.start[i], segment.end(i)};
        call.slice = slice;
        call.waits = trace_.isOpen(slice);
        call.name = trace_.text(segment.name[i]);
        describe(call, slice);
        if (call.group.empty() && call.sequence < 0) {
            askAround(call);
        }
        call.op = collectiveOpOf(call.name);
        found_.push_back(std::move(call));
    }

    void describe(CollectiveCall& call, SliceId by) {
        const Trace::Slice slice = trace_.slice(by);
        const auto text = [&](ArgReader& of) {
            const StringId id = of.text(slice.layout, slice.row);
            return id.valid() ? trace_.text(id) : std::string_view();
        };
        if (const std::string_view name = text(name_); !name.empty()) {
            call.name = name;
        }
        if (const auto group = group_.value(slice.layout, slice.row)) {
            call.group = argText(*group, trace_.strings());
        }
        call.sequence = sequence_.integer(slice.layout, slice.row, trace_.strings(), call.sequence);
        const std::int64_t elements = elements_.integer(slice.layout, slice.row, trace_.strings(), -1);
        constexpr std::int64_t kMost = std::int64_t{1} << 50; // a file may say anything
        if (const std::int64_t size = bytesPerElement(text(type_));
            size > 0 && elements >= 0 && elements < kMost) {
            call.bytes = elements * size;
        }
    }

    // What stands around a collective, or around the launch of its kernel: torch's "nccl:all_reduce" and, around that, its
    // record_param_comms.
    void askAround(CollectiveCall& call) {
        const SliceId launch = trace_.links().firstTo(call.slice, LinkKind::Launch);
        SliceId at = launch.valid() ? launch : call.slice;
        if (runsOnDevice(trace_.slice(at).kind)) {
            at = origin_.operatorOf(call.slice);
        }
        if (!trace_.has(at)) {
            return;
        }
        const Around around = around_.of(
            at.value, [this](std::uint32_t slice) { return outerOf(slice); },
            [this](const Around& outer, std::uint32_t slice) { return within(outer, SliceId(slice)); });
        if (around.named.valid()) {
            call.name = trace_.text(trace_.slice(around.named).name);
        }
        if (around.comms.valid()) {
            describe(call, around.comms);
        }
    }

    struct Around {
        SliceId named; // the outermost "nccl:" within the innermost record_param_comms, or of all
        SliceId comms; // that one
    };
    [[nodiscard]] Around within(const Around& outer, SliceId slice) const {
        const std::string_view name = trace_.text(trace_.slice(slice).name);
        if (name == "record_param_comms") {
            return {{}, slice};
        }
        return {!outer.named.valid() && name.starts_with("nccl:") ? slice : outer.named, outer.comms};
    }

    const Trace& trace_;
    EventOrigin origin_;
    ArgReader name_;
    ArgReader group_;
    ArgReader sequence_;
    ArgReader elements_;
    ArgReader type_;
    AncestorSearch others_;
    ChainMemo<Around> around_;
    std::vector<CollectiveCall> found_;
};

} // namespace

bool runsOnHost(EventKind kind, std::string_view name, const OwnClasses* own) {
    static constexpr std::array<std::string_view, 3> kLibraries{"gloo:", "mpi:", "ucc:"};
    // As NCCL names its functions, and its inspector the collectives that ran.
    static constexpr std::array<std::string_view, 8> kFunctions{
        "AllReduce", "AllGather", "ReduceScatter", "Broadcast", "Reduce", "AlltoAll", "Gather", "Scatter"};
    const bool isCall = kind == EventKind::UserRange || kind == EventKind::Operator;
    if (const OwnClass* const found = isCall && own != nullptr ? own->of(kind, name) : nullptr) {
        return found->runsOnHost();
    }
    if (name.ends_with(":send") || name.ends_with(":recv") || name.ends_with(":recvAnySource")) {
        return false;
    }
    // A range called "nccl:" only launches; as communication of its own it is the collective, as a flight recorder saw it.
    return (kind == EventKind::Communication &&
            (name.starts_with("nccl:") || std::ranges::find(kFunctions, name) != kFunctions.end())) ||
           ((isCall || kind == EventKind::Communication) &&
            std::ranges::any_of(kLibraries, [&](std::string_view l) { return name.starts_with(l); }));
}

std::vector<CollectiveCall> collectivesOf(const std::shared_ptr<const Trace>& trace,
                                          const std::stop_token& stop) {
    return Finder(trace).find(stop);
}

} // namespace lanes
