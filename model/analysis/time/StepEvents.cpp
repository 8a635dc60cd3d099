#include "model/analysis/time/StepEvents.h"

#include "model/trace/ThreadRows.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <unordered_map>

namespace lanes {

namespace {

void sort(StepEventList& events) {
    const auto before = [](const StepEvent& a, const StepEvent& b) {
        return a.range.begin != b.range.begin ? a.range.begin < b.range.begin : a.range.end > b.range.end;
    };
    if (!std::ranges::is_sorted(events, before)) {
        std::ranges::stable_sort(events, before);
    }
}

IntervalSet setOf(std::vector<TimeRange> ranges) {
    std::ranges::sort(ranges, {}, &TimeRange::begin);
    return IntervalSet(ranges);
}

// Whether an operator or range of that name is a compiler at work.
bool isCompiler(std::string_view name) {
    static constexpr std::array<std::string_view, 9> kNames{
        "xlacompile",       "driver compiler",      "_compile.compile_inner",
        "compile_file",     "backend_compile",      "autotun",
        "cachingautotuner", "entire_frame_compile", "entire_backward_compile"};
    constexpr std::string_view kFrame = "compiles "; // of Dynamo, with a number behind it
    std::string lower(name);
    std::ranges::transform(lower, lower.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; });
    if (lower.starts_with(kFrame)) {
        return lower.size() > kFrame.size() && lower[kFrame.size()] >= '0' && lower[kFrame.size()] <= '9';
    }
    return (lower.starts_with("triton") && lower.find("compile") != std::string::npos) ||
           std::ranges::any_of(kNames, [&lower](std::string_view one) { return lower.starts_with(one); });
}

// Ranges that old versions of torch wrote as operators.
bool isMark(std::string_view name) {
    static constexpr std::array<std::string_view, 3> kMarks{"ProfilerStep#", "Optimizer.",
                                                            "enumerate(DataLoader)"};
    return std::ranges::any_of(kMarks, [name](std::string_view one) { return name.starts_with(one); });
}

// Remembers for each name whether something holds of it.
template<class Holds>
class OfNames {
public:
    OfNames(const Trace& trace, Holds holds)
        : trace_(trace)
        , holds_(std::move(holds)) {}
    bool operator()(StringId name) {
        const auto [at, isNew] = known_.try_emplace(name.value, false);
        if (isNew) {
            at->second = holds_(trace_.text(name));
        }
        return at->second;
    }

private:
    const Trace& trace_;
    Holds holds_;
    std::unordered_map<std::uint32_t, bool> known_;
};

} // namespace

StepEventList outermost(const StepEventList& events) {
    StepEventList outer;
    for (const StepEvent& event : events) {
        if (outer.empty() || event.range.begin >= outer.back().range.end) {
            outer.push_back(event);
        }
    }
    return outer;
}

std::size_t countIn(const std::vector<TimeNs>& begins, TimeRange range) {
    return static_cast<std::size_t>(std::ranges::lower_bound(begins, range.end) -
                                    std::ranges::lower_bound(begins, range.begin));
}

StepEvents::StepEvents(const Trace& trace, std::int64_t rank, const StopLook& look)
    : trace_(trace)
    , look_(look) {
    for (const Track& track : trace.tracks()) {
        mine_.push_back(trace.processes()[track.process.value].rank == rank);
    }
    for (const auto& segment : trace.segments()) {
        parts_[segment->track.value].push_back(segment.get());
    }
    const auto add = [this](const Segment& segment, std::uint32_t i) {
        ranges_[segment.track.value].push_back(
            {{segment.start[i], segment.end(i)}, SliceId(segment.first + i), segment.name[i]});
    };
    each(EventKind::UserRange, add);
    OfNames marks(trace, isMark);
    each(EventKind::Operator, [&](const Segment& segment, std::uint32_t i) {
        if (marks(segment.name[i])) {
            add(segment, i);
        }
    });
    for (auto& [track, events] : ranges_) {
        sort(events);
    }
}

template<class Take>
void StepEvents::each(EventKind kind, const Take& take) const {
    for (const auto& segment : trace_.segments()) {
        if (!mine_[segment->track.value]) {
            continue;
        }
        for (std::uint32_t i = segment->next(kind, 0); i < segment->size(); i = segment->next(kind, i + 1)) {
            look_.at(i);
            take(*segment, i);
        }
    }
}

std::uint32_t StepEvents::processOf(std::uint32_t track) const {
    return trace_.tracks()[track].process.value;
}

const StepEvents::Operators& StepEvents::operatorsOf(std::uint32_t track) {
    const auto [at, isNew] = operators_.try_emplace(track);
    Operators& found = at->second;
    if (!isNew) {
        return found;
    }
    StepEventList all;
    OfNames marks(trace_, isMark);
    for (const Segment* segment : parts_[track]) {
        look_.now();
        for (std::uint32_t i = segment->next(EventKind::Operator, 0); i < segment->size();
             i = segment->next(EventKind::Operator, i + 1)) {
            look_.at(i);
            if (!marks(segment->name[i])) {
                all.push_back(
                    {{segment->start[i], segment->end(i)}, SliceId(segment->first + i), segment->name[i]});
            }
        }
    }
    sort(all);
    found.outer = outermost(all);
    found.begins.reserve(found.outer.size());
    for (const StepEvent& event : found.outer) {
        found.begins.push_back(event.range.begin);
    }
    return found;
}

const StepEventList& StepEvents::operators(std::uint32_t track) {
    return operatorsOf(track).outer;
}

const std::vector<TimeNs>& StepEvents::operatorBegins(std::uint32_t track) {
    return operatorsOf(track).begins;
}

std::vector<StepEvent> StepEvents::functionsAround(SliceId slice, TimeNs end) const {
    std::vector<StepEvent> found;
    for (SliceId at = trace_.slice(slice).parent; at.valid();) {
        const Trace::Slice around = trace_.slice(at);
        if (around.kind == EventKind::PythonFunction && around.end() >= end) {
            found.push_back({{around.start, around.end()}, at, around.name});
        }
        at = around.parent;
    }
    return found;
}

std::optional<std::uint32_t> StepEvents::busiestThread() {
    std::set<std::uint32_t> threads;
    each(EventKind::Operator,
         [&threads](const Segment& segment, std::uint32_t) { threads.insert(segment.track.value); });
    std::optional<std::uint32_t> best;
    for (const std::uint32_t track : threads) {
        if (!operators(track).empty() && (!best || operators(track).size() > operators(*best).size())) {
            best = track;
        }
    }
    return best;
}

bool StepEvents::sessionHasOperators() const {
    return std::ranges::any_of(trace_.segments(), [](const auto& segment) {
        return segment->next(EventKind::Operator, 0) < segment->size();
    });
}

const std::vector<TimeNs>& StepEvents::backward(std::uint32_t track) {
    const std::uint32_t process = processOf(track);
    const auto [at, isNew] = backward_.try_emplace(process);
    if (isNew) {
        OfNames isNode(trace_, [](std::string_view name) {
            return name.starts_with("autograd::engine::evaluate_function");
        });
        each(EventKind::Operator, [&](const Segment& segment, std::uint32_t i) {
            if (processOf(segment.track.value) == process && isNode(segment.name[i])) {
                at->second.push_back(segment.start[i]);
            }
        });
        std::ranges::sort(at->second);
    }
    return at->second;
}

const StepEvents::Calls& StepEvents::calls() {
    if (calls_) {
        return *calls_;
    }
    calls_.emplace();
    OfNames isGraph(trace_,
                    [](std::string_view name) { return name.find("GraphLaunch") != std::string_view::npos; });
    OfNames isKernel(trace_, [](std::string_view name) {
        static constexpr std::array<std::string_view, 5> kCalls{"cudaLaunchKernel", "cuLaunchKernel",
                                                                "cuLaunchKernelEx", "cudaLaunchKernelExC",
                                                                "hipLaunchKernel"};
        return std::ranges::find(kCalls, name) != kCalls.end();
    });
    OfNames isAllocation(trace_,
                         [](std::string_view name) { return name == "cudaMalloc" || name == "hipMalloc"; });
    each(EventKind::Runtime, [&](const Segment& segment, std::uint32_t i) {
        const StringId name = segment.name[i];
        if (isGraph(name)) {
            calls_->graphs[segment.track.value].push_back(
                {{segment.start[i], segment.end(i)}, SliceId(segment.first + i), name});
        } else if (isKernel(name)) {
            calls_->kernels[processOf(segment.track.value)].push_back(segment.start[i]);
        } else if (isAllocation(name)) {
            calls_->allocations.push_back(segment.start[i]);
        }
    });
    for (auto& [track, events] : calls_->graphs) {
        sort(events);
    }
    for (auto& [process, begins] : calls_->kernels) {
        std::ranges::sort(begins);
    }
    std::ranges::sort(calls_->allocations);
    return *calls_;
}

const std::vector<TimeNs>& StepEvents::kernelLaunches(std::uint32_t track) {
    (void)calls();
    return calls_->kernels[processOf(track)];
}

const std::map<std::uint32_t, StepEventList>& StepEvents::graphLaunches() {
    return calls().graphs;
}

const std::vector<TimeNs>& StepEvents::allocations() {
    return calls().allocations;
}

std::map<std::uint32_t, StepEventList> StepEvents::kernels() const {
    std::map<std::uint32_t, StepEventList> found;
    each(EventKind::Kernel, [&](const Segment& segment, std::uint32_t i) {
        found[segment.track.value].push_back(
            {{segment.start[i], segment.end(i)}, SliceId(segment.first + i), segment.name[i]});
    });
    for (auto& [track, events] : found) {
        sort(events);
    }
    return found;
}

const StepEvents::Compiled& StepEvents::compiled() {
    if (compiled_) {
        return *compiled_;
    }
    std::vector<TimeRange> compiling;
    std::vector<TimeRange> loading;
    OfNames compiles(trace_, isCompiler);
    OfNames loads(trace_,
                  [](std::string_view name) { return name.find("Loading") != std::string_view::npos; });
    const auto named = [&](const Segment& segment, std::uint32_t i) {
        if (compiles(segment.name[i])) {
            compiling.push_back({segment.start[i], segment.end(i)});
        }
    };
    each(EventKind::Operator, named);
    each(EventKind::UserRange, named);
    const auto categoryOf = [this](const Segment& segment, std::uint32_t i) {
        const ArgLayout* layout = trace_.args().layout(segment.layout[i]);
        return layout != nullptr ? trace_.text(layout->category) : std::string_view();
    };
    each(EventKind::Runtime, [&](const Segment& segment, std::uint32_t i) {
        if (categoryOf(segment, i) == "cuda_jit") {
            compiling.push_back({segment.start[i], segment.end(i)});
        }
    });
    each(EventKind::Overhead, [&](const Segment& segment, std::uint32_t i) {
        if (loads(segment.name[i])) {
            loading.push_back({segment.start[i], segment.end(i)});
        }
    });
    each(EventKind::Other, [&](const Segment& segment, std::uint32_t i) {
        const std::string_view category = categoryOf(segment, i);
        if (category == kCompilationCategory) {
            compiling.push_back({segment.start[i], segment.end(i)});
        } else if (category == kStateCategory && loads(segment.name[i])) {
            loading.push_back({segment.start[i], segment.end(i)});
        }
    });
    compiled_.emplace(Compiled{setOf(std::move(compiling)), setOf(std::move(loading))});
    return *compiled_;
}

const IntervalSet& StepEvents::compiling() {
    return compiled().compiling;
}

const IntervalSet& StepEvents::loading() {
    return compiled().loading;
}

} // namespace lanes
