// Rules about launching too much, too small and too late.
#include "model/analysis/advice/AdviceRules.h"
#include "model/analysis/advice/PythonLoops.h"
#include "model/base/Format.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lanes {

namespace {

constexpr std::size_t kShown = 5;       // gaps
constexpr TimeNs kSmallKernel = 10'000; // one that does the work of many takes hardly longer

struct LoopText {
    std::string_view title;
    std::string_view remedy;
};

std::optional<Finding> findingOf(const AdviceFacts& facts, const std::vector<PythonLoop>& loops, double share,
                                 const LoopText& text) {
    std::vector<MarkedSlice> ranges;
    std::int64_t calls = 0;
    TimeNs inside = 0;
    for (const PythonLoop& loop : loops) {
        ranges.push_back({loop.range, loop.first});
        calls += loop.calls;
        inside += loop.inside;
    }
    std::ranges::sort(ranges, {}, [](const MarkedSlice& m) { return m.range.begin; });
    if (ranges.empty()) {
        return std::nullopt;
    }
    IntervalSet time = facts.exposed(timeOf(ranges), ranges.front().slice);
    const TimeNs cost = time.total();
    if (!facts.isShare(cost, share)) {
        return std::nullopt;
    }
    // Python's own part goes for sure, and of what operators take most is their call.
    const TimeNs all = timeOf(ranges).total();
    const TimeNs between = std::min(cost, std::max<TimeNs>(all - inside, 0));
    const TimeNs kernels = facts.launchedIn(ranges, kSmallKernel);
    const std::vector<LineGroup> lines = facts.byLine(ranges);
    Finding found = facts.finding(std::string(text.title),
                                  {between, between + (cost - between) / 2 + kernels, cost + kernels},
                                  std::move(time), lines.front().isLine ? 0.8 : 0.6);
    found.seen = facts.eachCount(calls, "call", "calls") + " of " + formatDuration(inside / calls) +
                 " each in " + formatCount(static_cast<std::int64_t>(loops.size()), "loop", "loops") + ", " +
                 facts.each(all) + mostAt(lines);
    found.remedy = text.remedy;
    found.where = placesOf(lines);
    return found;
}

std::vector<PythonLoop> smallLoops(const AdviceFacts& facts, const Limits& limits, bool indexing) {
    std::vector<PythonLoop> loops = facts.loops(static_cast<std::int64_t>(limits.at("repeats")));
    std::erase_if(loops, [indexing](const PythonLoop& loop) { return loop.indexes != indexing; });
    return loops;
}

// The gaps of all devices in which launches came late, longest first, with what the host did then.
std::vector<SliceId> lateLaunches(const AdviceFacts& facts) {
    std::vector<StreamGap> gaps;
    for (const WorkTimeline::Whole& whole : facts.data().gaps().work().wholes()) {
        const auto some = gapsWithin(whole.gaps, facts.focus());
        gaps.insert(gaps.end(), some.begin(), some.end());
    }
    keepLongest(gaps, 4 * kShown);
    std::vector<SliceId> places;
    for (const StreamGap& gap : gaps) {
        for (const WaitStretch& stretch : facts.data().gaps().causesOf(gap, {})) {
            if (stretch.cause == WaitCause::LaunchBound && stretch.proof.valid() && places.size() < kShown &&
                2 * stretch.range.length() > gap.range.length()) {
                places.push_back(stretch.proof);
            }
        }
    }
    return places;
}

struct SmallKernels {
    std::int64_t all = 0;
    std::int64_t small = 0;
};

SmallKernels kernelsIn(const AdviceFacts& facts, double length) {
    SmallKernels found;
    const KernelData& kernels = facts.data().kernels();
    for (std::size_t i = 0; i < kernels.start.size(); ++i) {
        if (kernels.kind[i] == EventKind::Kernel && facts.focus().contains(kernels.start[i])) {
            ++found.all;
            found.small += static_cast<double>(kernels.duration[i]) <= length;
        }
    }
    return found;
}

// Whether graphs were launched in what is looked at.
bool replaysGraphs(const AdviceFacts& facts) {
    const StringTable& names = facts.trace().strings();
    std::vector<bool> launches; // by name
    launches.reserve(names.size());
    for (std::uint32_t name = 0; name < names.size(); ++name) {
        launches.push_back(names.view(StringId(name)).find("GraphLaunch") != std::string_view::npos);
    }
    return std::ranges::any_of(facts.trace().segments(), [&](const auto& segment) {
        for (std::uint32_t i = segment->next(EventKind::Runtime, 0); i < segment->size();
             i = segment->next(EventKind::Runtime, i + 1)) {
            if (segment->name[i].value < launches.size() && launches[segment->name[i].value] &&
                facts.focus().contains(segment->start[i])) {
                return true;
            }
        }
        return false;
    });
}

} // namespace

// Also of loops with .item() where there is no device: there it waits for nothing (torch 2.15: a loop is slower without it, and
// one operator over the whole tensor 15 to 40 times as quick).
std::optional<Finding> findPythonLoops(const AdviceFacts& facts, const Limits& limits) {
    std::vector<PythonLoop> loops = smallLoops(facts, limits, false);
    std::erase_if(loops, [&](const PythonLoop& loop) {
        return loop.line == CallContext::kNone ||
               static_cast<double>(loop.inside) > limits.at("length") * static_cast<double>(loop.calls);
    });
    return findingOf(
        facts, loops, limits.at("share"),
        {"A loop of Python calls small operators one by one",
         "One operator over the whole tensor instead of the loop: batched products, broadcasting, "
         "torch.vmap, cumsum; else torch.compile(function), or torch._foreach_* over lists of "
         "tensors."});
}

std::optional<Finding> findIndexingLoops(const AdviceFacts& facts, const Limits& limits) {
    return findingOf(facts, smallLoops(facts, limits, true), limits.at("share"),
                     {"A loop takes tensors apart element by element",
                      "Index once, outside of the loop: x[indices], x.unbind(), gather(), index_select(), a "
                      "mask with torch.where(); on the host x.tolist() once."});
}

std::optional<Finding> findLaunchBound(const AdviceFacts& facts, const Limits& limits) {
    TimeNs cost = 0;
    for (std::size_t whole = 0; whole < facts.data().gaps().work().wholes().size(); ++whole) {
        cost += facts.data().gaps().byCause(whole,
                                            facts.focus())[static_cast<std::size_t>(WaitCause::LaunchBound)];
    }
    if (!facts.isShare(cost, limits.at("share"))) {
        return std::nullopt;
    }
    IntervalSet time = facts.idleBecauseOf(WaitCause::LaunchBound);
    const SmallKernels kernels = kernelsIn(facts, limits.at("length"));
    Finding found =
        facts.finding("Launch-bound: the GPU waits for launches", {0, cost / 2, cost}, std::move(time), 0.7);
    found.seen = "The device waits " + facts.each(cost) + " for launches; " + formatCount(kernels.small) +
                 " of " + formatCount(kernels.all, "kernel", "kernels") + " take up to " +
                 formatDuration(static_cast<TimeNs>(limits.at("length")));
    found.remedy =
        replaysGraphs(facts)
            ? "The program replays CUDA graphs already: capture more of the step in them, with its optimizer "
              "(capturable=True), and find what breaks them (TORCH_LOGS=graph_breaks,cudagraphs); larger "
              "batches."
            : "torch.compile(model, mode=\"reduce-overhead\") or torch.cuda.CUDAGraph where shapes stay the "
              "same; fused=True for optimizers; larger batches.";
    found.where = lateLaunches(facts);
    return found;
}

std::optional<Finding> findIdleDevice(const AdviceFacts& facts, const Limits& limits) {
    TimeNs busy = 0;
    TimeNs all = 0;
    for (const DeviceTimes& device : facts.data().split().devices(facts.focus())) {
        busy += device.busy;
        all += facts.focus().length();
    }
    if (all == 0 || static_cast<double>(busy) * 100 >= limits.at("busy") * static_cast<double>(all)) {
        return std::nullopt;
    }
    IntervalSet idle;
    std::vector<StreamGap> gaps;
    for (const WorkTimeline::Whole& whole : facts.data().gaps().work().wholes()) {
        idle = idle.unite(facts.idleOf(whole));
        const auto some = gapsWithin(whole.gaps, facts.focus());
        gaps.insert(gaps.end(), some.begin(), some.end());
    }
    keepLongest(gaps, kShown);
    const TimeNs cost = idle.total();
    Finding found =
        facts.finding("The device is idle most of the time", {0, cost / 2, cost}, std::move(idle), 0.5);
    found.seen = "The device is busy " + formatPercent(static_cast<double>(busy) / static_cast<double>(all)) +
                 " of the time and idle " + facts.each(all - busy);
    found.remedy =
        "Follow the other recommendations first. They do not explain this rest: use a larger batch, more "
        "work at a time, or a smaller device. overview --gaps names the cause of each gap.";
    std::ranges::transform(gaps, std::back_inserter(found.where), &StreamGap::after);
    return found;
}

} // namespace lanes
