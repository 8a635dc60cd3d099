// Rules about what surrounds the work: garbage, compilers, warm-up, the profiler.
#include "model/analysis/advice/AdviceRules.h"
#include "model/analysis/operators/OwnFrame.h"
#include "model/base/Format.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <utility>

namespace lanes {

namespace {

// "Torch-Compiled Region: 1/0": the compiled function's number and how often it was compiled before.
struct Region {
    int function = -1;
    int version = -1;
};

Region regionOf(std::string_view name) {
    Region region;
    const std::size_t colon = name.find(": ");
    if (colon == std::string_view::npos) {
        return region;
    }
    const char* const end = name.data() + name.size();
    const auto function = std::from_chars(name.data() + colon + 2, end, region.function);
    if (function.ec == std::errc() && function.ptr != end && *function.ptr == '/') {
        (void)std::from_chars(function.ptr + 1, end, region.version);
    }
    return region;
}

TimeNs medianOf(std::vector<TimeNs> lengths) {
    const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
    std::ranges::nth_element(lengths, middle);
    return *middle;
}

} // namespace

std::optional<Finding> findCollections(const AdviceFacts& facts, const Limits& limits) {
    const std::vector<MarkedSlice> collections = outermost(facts.marked(Mark::Collection));
    if (collections.empty()) {
        return std::nullopt;
    }
    IntervalSet time = facts.exposed(timeOf(collections), collections.front().slice);
    const TimeNs cost = time.total();
    if (!facts.isShare(cost, limits.at("share"))) {
        return std::nullopt;
    }
    Finding found = facts.finding("Python collects garbage inside steps", {cost * 4 / 5, cost, cost},
                                  std::move(time), 0.9);
    const std::vector<LineGroup> lines = facts.byLine(collections);
    const PythonStack stack = facts.data().origin().pythonStackOf(collections.front().slice);
    const auto own = std::ranges::find_if(stack.lines, [](const StackLine& l) { return isOwnFrame(l.text); });
    found.seen =
        facts.eachCount(static_cast<std::int64_t>(collections.size()), "collection", "collections") + ", " +
        facts.each(cost) +
        (own != stack.lines.end() ? ", one of them in " + AdviceData::textOfFrame(own->text) : mostAt(lines));
    found.remedy =
        "Drop gc.collect() from the loop; gc.freeze() after setting up, gc.disable() and gc.collect() "
        "every thousand steps, or gc.set_threshold(100_000, 50, 50).";
    found.where = placesOf(collections);
    return found;
}

std::optional<Finding> findRecompilations(const AdviceFacts& facts, const Limits& limits) {
    const std::vector<MarkedSlice> compiles = outermost(facts.marked(Mark::Compile));
    std::vector<MarkedSlice> again;
    for (const MarkedSlice& region : facts.marked(Mark::Region)) {
        if (regionOf(facts.trace().text(facts.trace().slice(region.slice).name)).version > 0) {
            again.push_back(region);
        }
    }
    // What is compiled once is warm-up: a second version of a function, or a compilation after the first step, is not.
    std::vector<MarkedSlice> late;
    for (const MarkedSlice& compile : compiles) {
        const bool warm = !facts.steps().empty() && compile.range.begin >= facts.steps().front().range.end;
        if (warm || !again.empty()) {
            late.push_back(compile);
        }
    }
    IntervalSet time = timeOf(late);
    const TimeNs cost = time.total();
    if ((late.empty() && again.empty()) || (!facts.isShare(cost, limits.at("share")) && again.empty())) {
        return std::nullopt;
    }
    Finding found = facts.finding("Compiled code is compiled again", {cost / 2, cost, cost}, std::move(time),
                                  again.empty() ? 0.6 : 0.9);
    std::set<int> functions;
    for (const MarkedSlice& region : again) {
        functions.insert(regionOf(facts.trace().text(facts.trace().slice(region.slice).name)).function);
    }
    found.seen = facts.eachCount(static_cast<std::int64_t>(late.size()), "compilation", "compilations") +
                 ", " + facts.each(cost) +
                 (again.empty() ? std::string()
                                : "; " +
                                      formatCount(static_cast<std::int64_t>(functions.size()),
                                                  "function runs", "functions run") +
                                      " in more than one version");
    found.remedy =
        "TORCH_LOGS=recompiles says why. Mostly sizes that change: pad them, "
        "torch._dynamo.mark_dynamic(tensor, dimension), or torch.compile(..., dynamic=True); numbers "
        "that change as tensors instead of Python's.";
    found.where = placesOf(late.empty() ? again : late);
    return found;
}

std::optional<Finding> findGraphBreaks(const AdviceFacts& facts, const Limits& limits) {
    const auto regions = facts.marked(Mark::Region);
    std::set<int> functions;
    HugeVector<TimeRange> between;
    const MarkedSlice* before = nullptr;
    for (const MarkedSlice& region : regions) {
        const int function = regionOf(facts.trace().text(facts.trace().slice(region.slice).name)).function;
        functions.insert(function);
        if (before != nullptr && function > 0 && before->range.end < region.range.begin &&
            regionOf(facts.trace().text(facts.trace().slice(before->slice).name)).function + 1 == function) {
            between.push_back({before->range.end, region.range.begin});
        }
        before = &region;
    }
    const IntervalSet compiling = timeOf(outermost(facts.marked(Mark::Compile)));
    IntervalSet time = IntervalSet(std::move(between)).subtract(compiling);
    const TimeNs cost = time.total();
    if (functions.size() < 2 || time.empty() || !facts.isShare(cost, limits.at("share"))) {
        return std::nullopt;
    }
    Finding found = facts.finding("A compiled function breaks into several graphs", {0, cost / 2, cost},
                                  std::move(time), 0.6);
    found.seen = formatCount(static_cast<std::int64_t>(functions.size()), "graph", "graphs") +
                 " instead of one, " + facts.each(cost) + " of Python between them";
    found.remedy = "torch.compile(..., fullgraph=True) or TORCH_LOGS=graph_breaks names the line: a print(), "
                   ".item(), or a branch on a tensor's value. Take it out of the compiled function.";
    found.where = placesOf(regions);
    return found;
}

std::optional<Finding> findWarmUp(const AdviceFacts& facts, const Limits& limits) {
    constexpr std::size_t kFewest = 3;
    std::vector<TimeNs> others;
    for (const Step& step : facts.steps()) {
        if (step.rank == facts.steps().front().rank) {
            others.push_back(step.range.length());
        }
    }
    if (others.size() < kFewest) {
        return std::nullopt;
    }
    const TimeNs first = others.front();
    others.erase(others.begin());
    const TimeNs usual = medianOf(others);
    if (static_cast<double>(first) < limits.at("times") * static_cast<double>(usual) || usual <= 0) {
        return std::nullopt;
    }
    Finding found = facts.finding("The first step is warm-up, and counts in averages", {}, {}, 0.8);
    found.seen = "The first step took " + formatDuration(first) + ", the others " + formatDuration(usual) +
                 " (median); the mean of all is " + formatDuration(facts.step());
    found.remedy = "Nothing is saved by it: leave the first step out of figures (--range), and record with "
                   "schedule(wait=1, warmup=2, active=...).";
    found.where = {facts.steps().front().slice};
    return found;
}

std::optional<Finding> findOverhead(const AdviceFacts& facts, const Limits& limits) {
    const auto overhead = facts.marked(Mark::Overhead);
    IntervalSet time = timeOf(overhead);
    const TimeNs cost = time.total();
    if (!facts.isShare(cost, limits.at("share"))) {
        return std::nullopt;
    }
    Finding found =
        facts.finding("The profiler itself takes part of the time", {0, cost, cost}, std::move(time), 0.9);
    found.seen = facts.eachCount(static_cast<std::int64_t>(overhead.size()), "slice", "slices") +
                 " of its own, " + facts.each(cost);
    found.remedy = "Only profiling costs this: record fewer steps, without stacks, shapes or memory, and "
                   "rely on shares, not on durations.";
    found.where = placesOf(overhead);
    return found;
}

} // namespace lanes
