#include "model/analysis/compare/SideTally.h"

#include "model/analysis/compare/StepSamples.h"
#include "model/analysis/compare/StepThreads.h"
#include "model/analysis/operators/OperatorGrouping.h"
#include "model/analysis/operators/Shapes.h"
#include "model/base/StopEvery.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lanes {

namespace {

OperatorGroup groupOf(DiffBy by) {
    switch (by) {
    case DiffBy::Shapes:
        return OperatorGroup::Shapes;
    case DiffBy::Module:
        return OperatorGroup::Module;
    case DiffBy::Stack:
        return OperatorGroup::Stack;
    case DiffBy::Category:
        return OperatorGroup::Category;
    case DiffBy::Name:
    case DiffBy::Kernel:
    case DiffBy::Step:
        break;
    }
    return OperatorGroup::Name;
}

void keepLonger(TallyRow& row, SliceId slice, TimeNs time) {
    if (time > row.longestTime) {
        row.longest = slice;
        row.longestTime = time;
    }
}

// One entry for each step, in order. O(n log n).
std::vector<StepTime> addedUp(std::vector<StepTime> times) {
    std::ranges::sort(times, {}, &StepTime::step);
    std::vector<StepTime> steps;
    for (const StepTime& time : times) {
        if (steps.empty() || steps.back().step != time.step) {
            steps.push_back(time);
        } else {
            steps.back().time += time.time;
        }
    }
    return steps;
}

// Rows by a number, until they get their names.
class Tally {
public:
    void add(std::uint64_t row, TimeNs time, std::int64_t sample, SliceId slice) {
        const auto [known, isNew] = index_.try_emplace(row, rows_.size());
        if (isNew) {
            rows_.push_back({row, {}, {}});
        }
        Row& own = rows_[known->second];
        ++own.sums.calls;
        own.sums.time += time;
        keepLonger(own.sums, slice, time);
        if (sample < 0) {
            return;
        }
        if (own.times.empty() || own.times.back().step != sample) {
            own.times.push_back({sample, 0});
        }
        own.times.back().time += time;
    }
    // Rows that get the same name become one.
    template<class NameOf>
    SideTally take(const StepSamples& samples, const NameOf& nameOf) {
        SideTally tally;
        tally.steps = samples.all();
        tally.stepCount = static_cast<std::int64_t>(tally.steps.count());
        std::unordered_map<TallyRow*, std::vector<StepTime>> times;
        for (Row& own : rows_) {
            TallyRow& to = tally.rows[nameOf(own.key)];
            to.calls += own.sums.calls;
            to.time += own.sums.time;
            keepLonger(to, own.sums.longest, own.sums.longestTime);
            tally.time += own.sums.time;
            std::vector<StepTime>& all = times[&to];
            all.insert(all.end(), own.times.begin(), own.times.end());
        }
        for (auto& [name, row] : tally.rows) {
            if (const auto found = times.find(&row); found != times.end()) {
                row.steps = addedUp(std::move(found->second));
            }
        }
        return tally;
    }

private:
    struct Row {
        std::uint64_t key;
        TallyRow sums;
        std::vector<StepTime> times; // in the order of calls
    };

    std::unordered_map<std::uint64_t, std::size_t> index_;
    std::vector<Row> rows_;
};

std::int64_t rankOf(const Trace& trace, TrackId track) {
    return trace.processes()[trace.tracks()[track.value].process.value].rank;
}

std::string operatorName(const OperatorData& data, DiffBy by, const OperatorRow& row) {
    const Trace& trace = data.forest->trace();
    std::string name = tableName(row.label);
    if (by == DiffBy::Shapes && row.shapes.valid()) {
        const std::string shapes =
            oneLineShapes(trace.text(row.shapes)); // writers spread lists as they please
        name += shapes == "[]" ? "" : " " + shapes;
    }
    if (by == DiffBy::Stack && row.context != CallContext::kNone) {
        for (const std::string_view frame : data.context->frames(row.context)) {
            name += "\n" + std::string(frame);
        }
    }
    if ((by == DiffBy::Stack || by == DiffBy::Module) && row.pass != Pass::Forward) {
        name += " (" + std::string(passName(row.pass)) + ")";
    }
    return name;
}

std::optional<SideTally> operatorTally(const OperatorData& data, DiffBy by, std::optional<TimeRange> range,
                                       OfThreads counted, const std::stop_token& stop) {
    const bool needsContext = by == DiffBy::Stack || by == DiffBy::Module;
    const OperatorGrouping grouping(data, groupOf(by), needsContext ? data.context.get(stop) : nullptr);
    const Trace& trace = data.forest->trace();
    const StepSamples samples(data.steps, range);
    const StepThreads threads(data);
    Tally tally;
    std::unordered_map<std::uint64_t, OperatorRow> first;
    for (const OperatorForest::Run& whole : data.forest->runs()) {
        const OperatorForest::Run run = range ? data.forest->within(whole, *range) : whole;
        const Segment& segment = data.forest->segmentOf(run);
        if (counted == OfThreads::Step && !threads.counts(segment.track)) {
            continue;
        }
        const std::int64_t rank = rankOf(trace, segment.track);
        for (std::uint32_t op = run.first; op < run.end; ++op) {
            if ((op == run.first || op % kStopEvery == 0) && stop.stop_requested()) {
                return std::nullopt;
            }
            const std::uint32_t i = data.forest->position(run, op);
            const std::uint64_t key = grouping.key(segment, i, op);
            if (!first.contains(key)) {
                first.emplace(key, grouping.newRow(segment, i, op));
            }
            tally.add(key, segment.duration[i] - data.forest->childTime(op),
                      samples.of(rank, segment.start[i]), data.forest->slice(op));
        }
    }
    SideTally taken =
        tally.take(samples, [&](std::uint64_t row) { return operatorName(data, by, first.at(row)); });
    const auto isGrouped = [by](const auto& row) {
        return by == DiffBy::Stack ? row.second.context != CallContext::kNone : !row.second.label.empty();
    };
    taken.hasGroups =
        by == DiffBy::Shapes ? !data.signatures->empty() : std::ranges::any_of(first, isGrouped);
    return taken;
}

std::optional<SideTally> kernelTally(const KernelData& data, const SessionSteps& steps,
                                     std::optional<TimeRange> range, const std::stop_token& stop,
                                     const std::map<std::string, std::string>& folded) {
    const Trace& trace = data.forest->trace();
    const StepSamples samples(steps, range);
    const auto work = data.forest->deviceWork();
    Tally tally;
    for (std::size_t i = 0; i < work.size(); ++i) {
        if (i % kStopEvery == 0 && stop.stop_requested()) {
            return std::nullopt;
        }
        if (data.kind[i] == EventKind::Kernel && (!range || range->contains(data.start[i]))) {
            const Trace::Slice from = trace.slice(work[i].launch.valid() ? work[i].launch : work[i].slice);
            tally.add(data.name[i].value, data.duration[i], samples.of(rankOf(trace, from.track), from.start),
                      work[i].slice);
        }
    }
    return tally.take(samples, [&](std::uint64_t row) {
        const std::string name(trace.text(StringId(static_cast<std::uint32_t>(row))));
        const auto other = folded.find(name);
        return other != folded.end() ? other->second : name;
    });
}

// By their place in the row of steps: those of two runs are numbered as they please.
SideTally stepTally(const SessionSteps& steps, std::optional<TimeRange> range) {
    SideTally tally;
    for (const Step& step : steps.first()) {
        if (!range || range->contains(step.range.begin)) {
            ++tally.stepCount;
            TallyRow& row = tally.rows["step " + std::to_string(tally.stepCount)];
            ++row.calls;
            row.time += step.range.length();
            keepLonger(row, step.slice, step.range.length());
            tally.time += step.range.length();
        }
    }
    return tally;
}

} // namespace

RowSamples samplesOf(const TallyRow& row, const SampledSteps& steps) {
    RowSamples samples{std::vector<double>(steps.count()), steps.usual()};
    for (const StepTime& step : row.steps) {
        samples.values[static_cast<std::size_t>(step.step)] = static_cast<double>(step.time);
    }
    if (2 * row.steps.size() >= steps.count()) { // else the usual step has none of it
        samples.usual = steps.usual(samples.values);
    }
    return samples;
}

TallyRow rowOfSteps(const std::vector<double>& steps) {
    TallyRow row;
    for (const double step : steps) {
        row.steps.push_back({static_cast<std::int64_t>(row.steps.size()), static_cast<TimeNs>(step)});
        row.time += static_cast<TimeNs>(step);
    }
    row.calls = static_cast<std::int64_t>(steps.size());
    return row;
}

std::string tableName(std::string name) {
    if (name.starts_with("ProfilerStep#")) {
        return "ProfilerStep*";
    }
    const std::size_t space = name.find("::");
    const std::size_t dot = space == std::string::npos ? space : name.find('.', space);
    const bool overloaded = dot != std::string::npos && std::ranges::all_of(name, [](unsigned char c) {
                                return std::isalnum(c) != 0 || c == '_' || c == ':' || c == '.';
                            });
    return overloaded ? name.substr(0, dot) : name;
}

std::optional<SideTally> tallyOf(TraceAnalyses& analyses, DiffBy by, std::optional<TimeRange> range,
                                 const std::stop_token& stop,
                                 const std::map<std::string, std::string>& folded, OfThreads threads) {
    const auto operators = analyses.operators(stop);
    if (!operators) {
        return std::nullopt;
    }
    if (by == DiffBy::Step) {
        return stepTally(operators->steps, range);
    }
    if (by != DiffBy::Kernel) {
        return operatorTally(*operators, by, range, threads, stop);
    }
    const auto kernels = analyses.kernels(stop);
    return kernels ? kernelTally(*kernels, operators->steps, range, stop, folded) : std::nullopt;
}

} // namespace lanes
