#include "model/analysis/time/SpotContent.h"

#include "model/analysis/advice/Advice.h"
#include "model/analysis/gaps/Gaps.h"
#include "model/analysis/operators/EventOrigin.h"
#include "model/trace/slices/InstantRule.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace lanes {
namespace {

// Of a gap, why it was.
void findCause(TraceAnalyses& analyses, GapContent& content, const std::stop_token& stop) {
    const Trace& trace = *analyses.trace();
    const EventOrigin origin = analyses.origins()->until(stop);
    content.launch = origin.launchOf(content.after);
    if (!content.launch.valid()) {
        return;
    }
    content.launchedAfter = trace.slice(content.launch).start - content.gap.begin;
    content.op = origin.operatorOf(content.after);
    content.cause = gapCause(trace, content.gap, content.launch);
    if (content.cause) {
        content.chain = gapChain(trace, origin, content.gap, *content.cause, content.launch);
    }
}

// Recommendations that only say that the device is idle explain no gap.
std::optional<Finding> remedyOf(TraceAnalyses& analyses, TimeRange gap, const std::stop_token& stop) {
    constexpr double kLeast = 0.2; // of the gap
    const auto data = analyses.advice(stop);
    auto findings = data ? adviceOf(*data, gap, {}, stop) : std::nullopt;
    if (!findings) {
        return std::nullopt;
    }
    for (const AdviceRule& rule : adviceRules()) {
        std::erase_if(*findings, [&](const Finding& one) { return rule.general && one.rule == rule.key; });
    }
    const auto covered = [gap](const Finding& one) { return one.time.covered(gap); };
    const auto most = std::ranges::max_element(*findings, {}, covered);
    const auto least = static_cast<TimeNs>(kLeast * static_cast<double>(gap.length()));
    return most != findings->end() && covered(*most) >= std::max<TimeNs>(least, 1)
               ? std::optional(std::move(*most))
               : std::nullopt;
}

std::vector<GapContent::Other> largestOf(const GapData& data, TrackId track, std::vector<StreamGap> gaps) {
    constexpr std::size_t kListed = 8;
    keepLongest(gaps, kListed);
    std::vector<GapContent::Other> largest;
    largest.reserve(gaps.size());
    for (const StreamGap& gap : gaps) {
        largest.push_back({gap.range, mainCause(data.causesOf(gap, track))});
    }
    return largest;
}

std::optional<SpotContent> gapContent(TraceAnalyses& analyses, const Spot& spot,
                                      const std::stop_token& stop) {
    const Trace& trace = *analyses.trace();
    if (spot.track.value >= trace.tracks().size()) {
        return std::nullopt;
    }
    const std::vector<StreamGap> gaps = gapsOf(trace, spot.track, stop);
    const auto at = gapAt(gaps, spot.time);
    const auto split = at ? analyses.split(stop) : nullptr;
    const auto data = split ? analyses.gaps(stop) : nullptr;
    if (!data) {
        return std::nullopt;
    }
    GapContent content;
    content.track = spot.track;
    content.gap = at->range;
    content.before = at->before;
    content.after = at->after;
    content.count = static_cast<std::uint32_t>(gaps.size());
    content.rank = 1 + static_cast<std::uint32_t>(std::ranges::count_if(gaps, [&at](const StreamGap& gap) {
                       return gap.range.length() > at->range.length();
                   }));
    for (const StreamGap& gap : gaps) {
        content.idle += gap.range.length();
    }
    content.meanwhile = split->split(at->range);
    findCause(analyses, content, stop);
    content.causes = data->causesOf(*at, spot.track);
    content.remedy = remedyOf(analyses, at->range, stop);
    content.largest = largestOf(*data, spot.track, gaps);
    return content;
}

std::optional<SpotContent> counterContent(const Trace& trace, const Spot& spot) {
    if (spot.index >= trace.counters().size()) {
        return std::nullopt;
    }
    const CounterSeries& series = trace.counters()[spot.index];
    const auto after = std::ranges::upper_bound(series.time, spot.time);
    if (after == series.time.begin()) {
        return std::nullopt;
    }
    const auto next = static_cast<std::size_t>(after - series.time.begin());
    CounterContent content;
    content.name = trace.text(series.name);
    content.key = trace.text(series.key);
    content.value = series.value[next - 1];
    content.holds = {series.time[next - 1], after == series.time.end() ? trace.span().end : *after};
    if (next >= 2) {
        content.previous = series.value[next - 2];
    }
    const auto [least, most] = std::ranges::minmax(series.value);
    content.least = least;
    content.most = most;
    content.number = next;
    content.count = series.value.size();
    content.mean = std::accumulate(series.value.begin(), series.value.end(), 0.) / double(content.count);
    return content;
}

SliceId sliceOf(const OperatorForest& forest, std::uint32_t op) {
    return op == OperatorForest::kNone ? SliceId() : forest.slice(op);
}

std::optional<SpotContent> memoryContent(TraceAnalyses& analyses, const Spot& spot,
                                         const std::stop_token& stop) {
    const MemoryTable& table = analyses.trace()->memory();
    const std::uint32_t before = analyses.stretch() ? analyses.stretch()->memoryBefore() : 0;
    const std::uint32_t own = spot.index - before;
    const auto operators = spot.index >= before && own < table.size() ? analyses.operators(stop) : nullptr;
    const auto history = operators ? analyses.memory(stop) : nullptr;
    if (!history) {
        return std::nullopt;
    }
    const auto allocator = [&](std::uint32_t event) {
        return event == MemoryBlock::kNoEvent
                   ? SliceId()
                   : sliceOf(*operators->forest, operators->memory->allocator(event));
    };
    MemoryContent content;
    content.track = table.track[own];
    content.time = table.time[own];
    content.address = table.address[own];
    content.bytes = table.bytes[own];
    content.allocated = table.totalAllocated[own];
    content.reserved = table.totalReserved[own];
    content.op = allocator(own);
    for (const DeviceMemory& device : history->devices()) {
        for (const MemoryBlock& block : device.blocks) {
            if (block.allocation == own || block.release == own) {
                content.device = device.key;
                content.block = block;
                content.allocator = allocator(block.allocation);
                content.releaser = allocator(block.release);
                for (std::uint32_t* event : {&content.block->allocation, &content.block->release}) {
                    *event += *event == MemoryBlock::kNoEvent ? 0 : before; // as the session counts them
                }
            }
        }
    }
    return content;
}

std::optional<SpotContent> stepContent(TraceAnalyses& analyses, const Spot& spot,
                                       const std::stop_token& stop) {
    const auto operators = analyses.operators(stop);
    const auto split = operators ? analyses.split(stop) : nullptr;
    const auto steps =
        split ? operators->steps.first() : std::span<const Step>(); // of the row that was pointed at
    const Step* step = stepAt(steps, spot.time);
    if (step == nullptr) {
        return std::nullopt;
    }
    StepContent content;
    content.step = *step;
    content.split = split->ofRank(step->rank).split(step->range);
    content.count = static_cast<std::uint32_t>(steps.size());
    content.rank = 1;
    TimeNs all = 0;
    for (const Step& other : steps) {
        content.rank += other.range.length() > step->range.length() ? 1 : 0;
        all += other.range.length();
    }
    content.mean = all / content.count;
    TimeNs longest = -1;
    for (const DeviceWork& work : operators->forest->deviceWork()) {
        const Trace::Slice slice = analyses.trace()->slice(work.slice);
        if (step->range.contains(slice.start) && slice.duration > longest) {
            longest = slice.duration;
            content.longestKernel = work.slice;
        }
    }
    return content;
}

// The innermost slice of a track around a moment.
SliceId sliceAround(const Trace& trace, TrackId track, TimeNs time) {
    SliceId around;
    const auto [first, last] = trace.lanesOf(track);
    for (std::uint32_t lane = first; lane < last; ++lane) {
        const SliceId slice = trace.sliceAt(LaneId(lane), time);
        around = slice.valid() ? slice : around;
    }
    return around;
}

std::optional<SpotContent> instantContent(const Trace& trace, const Spot& spot) {
    const PointTable& points = trace.points();
    const InstantRule rule(points, trace.args(), trace.strings());
    const std::uint32_t own = spot.index;
    if (own >= points.size() || !rule.isInstant(own) || points.track[own].value >= trace.tracks().size()) {
        return std::nullopt;
    }
    const Process& process = trace.processes()[trace.tracks()[points.track[own].value].process.value];
    const ArgLayout* layout = trace.args().layout(points.layout[own]);
    InstantContent content;
    content.name = trace.text(points.name[own]);
    content.category = layout != nullptr ? trace.text(layout->category) : std::string_view();
    content.process = process.name.empty() ? process.key : process.name;
    content.track = points.track[own];
    content.time = points.time[own];
    content.around = sliceAround(trace, points.track[own], content.time);
    content.number = 1;
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        if (points.name[i] != points.name[own] || !rule.isInstant(i)) {
            continue;
        }
        ++content.count;
        const TimeNs time = points.time[i];
        if (std::pair(time, i) < std::pair(content.time, own)) {
            ++content.number;
            content.previous = std::max(content.previous.value_or(time), time);
        }
    }
    content.fields = recordedFields(trace, points.layout[own], points.row[own]);
    return content;
}

} // namespace

std::optional<SpotContent> spotContent(TraceAnalyses& analyses, const Spot& spot,
                                       const std::stop_token& stop) {
    switch (spot.kind) {
    case Spot::Kind::Gap:
        return gapContent(analyses, spot, stop);
    case Spot::Kind::Counter:
        return counterContent(*analyses.trace(), spot);
    case Spot::Kind::Memory:
        return memoryContent(analyses, spot, stop);
    case Spot::Kind::Instant:
        return instantContent(*analyses.trace(), spot);
    case Spot::Kind::Step:
        break;
    }
    return stepContent(analyses, spot, stop);
}

} // namespace lanes
