#include "model/analysis/compare/SideTally.h"

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

// Which step a moment belongs to, of those that count as samples.
class Samples {
public:
    Samples(const SessionSteps& steps, std::optional<TimeRange> range)
        : steps_(steps) {
        for (const Step& step : steps.all()) {
            const bool whole =
                step.ended && (!range || (step.range.begin >= range->begin && step.range.end <= range->end));
            numbers_.push_back(whole ? count_++ : -1);
        }
    }

    [[nodiscard]] std::int64_t count() const { return count_; }
    [[nodiscard]] std::int64_t of(std::int64_t rank, TimeNs time) const { // -1: none
        const Step* step = steps_.at(rank, time);
        return step == nullptr ? -1 : numbers_[static_cast<std::size_t>(step - steps_.all().data())];
    }

private:
    const SessionSteps& steps_;
    std::vector<std::int64_t> numbers_;
    std::int64_t count_ = 0;
};

void keepLonger(TallyRow& row, SliceId slice, TimeNs time) {
    if (time > row.longestTime) {
        row.longest = slice;
        row.longestTime = time;
    }
}

// Rows by a number, until they get their names.
class Tally {
public:
    void add(std::uint64_t row, TimeNs time, std::int64_t sample, SliceId slice) {
        const auto [known, isNew] = index_.try_emplace(row, rows_.size());
        if (isNew) {
            rows_.emplace_back(row, TallyRow{});
        }
        TallyRow& own = rows_[known->second].second;
        ++own.calls;
        own.time += time;
        keepLonger(own, slice, time);
        if (sample >= 0) {
            samples_[{known->second, sample}] += time;
        }
    }
    // Rows that get the same name become one.
    template<class NameOf>
    SideTally take(std::int64_t steps, const NameOf& nameOf) {
        SideTally tally;
        tally.steps = steps;
        std::vector<TallyRow*> named;
        for (const auto& [row, own] : rows_) {
            TallyRow& to = tally.rows[nameOf(row)];
            to.calls += own.calls;
            to.time += own.time;
            keepLonger(to, own.longest, own.longestTime);
            tally.time += own.time;
            named.push_back(&to);
        }
        std::map<std::pair<TallyRow*, std::int64_t>, TimeNs> samples;
        for (const auto& [place, time] : samples_) {
            samples[{named[place.row], place.sample}] += time;
        }
        for (const auto& [place, time] : samples) {
            const auto value = static_cast<double>(time);
            place.first->sum += value;
            place.first->squares += value * value;
        }
        return tally;
    }

private:
    struct Place {
        std::size_t row;
        std::int64_t sample;
        friend bool operator==(const Place&, const Place&) = default;
    };
    struct PlaceHash {
        std::size_t operator()(const Place& place) const noexcept {
            return std::hash<std::uint64_t>{}(place.row * 0x9e3779b97f4a7c15U ^
                                              static_cast<std::uint64_t>(place.sample));
        }
    };

    std::unordered_map<std::uint64_t, std::size_t> index_;
    std::vector<std::pair<std::uint64_t, TallyRow>> rows_;
    std::unordered_map<Place, TimeNs, PlaceHash> samples_;
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
                                       const std::stop_token& stop) {
    const bool needsContext = by == DiffBy::Stack || by == DiffBy::Module;
    const OperatorGrouping grouping(data, groupOf(by), needsContext ? data.context.get(stop) : nullptr);
    const Trace& trace = data.forest->trace();
    const Samples samples(data.steps, range);
    Tally tally;
    std::unordered_map<std::uint64_t, OperatorRow> first;
    for (const OperatorForest::Run& whole : data.forest->runs()) {
        const OperatorForest::Run run = range ? data.forest->within(whole, *range) : whole;
        const Segment& segment = data.forest->segmentOf(run);
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
        tally.take(samples.count(), [&](std::uint64_t row) { return operatorName(data, by, first.at(row)); });
    taken.hasShapes = by == DiffBy::Shapes && !data.signatures->empty();
    return taken;
}

std::optional<SideTally> kernelTally(const KernelData& data, const SessionSteps& steps,
                                     std::optional<TimeRange> range, const std::stop_token& stop) {
    const Trace& trace = data.forest->trace();
    const Samples samples(steps, range);
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
    return tally.take(samples.count(), [&](std::uint64_t row) {
        return std::string(trace.text(StringId(static_cast<std::uint32_t>(row))));
    });
}

// By their place in the row of steps: those of two runs are numbered as they please.
SideTally stepTally(const SessionSteps& steps, std::optional<TimeRange> range) {
    SideTally tally;
    for (const Step& step : steps.first()) {
        if (!range || range->contains(step.range.begin)) {
            ++tally.steps;
            TallyRow& row = tally.rows["step " + std::to_string(tally.steps)];
            ++row.calls;
            row.time += step.range.length();
            keepLonger(row, step.slice, step.range.length());
            tally.time += step.range.length();
        }
    }
    return tally;
}

} // namespace

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
                                 const std::stop_token& stop) {
    const auto operators = analyses.operators(stop);
    if (!operators) {
        return std::nullopt;
    }
    if (by == DiffBy::Step) {
        return stepTally(operators->steps, range);
    }
    if (by != DiffBy::Kernel) {
        return operatorTally(*operators, by, range, stop);
    }
    const auto kernels = analyses.kernels(stop);
    return kernels ? kernelTally(*kernels, operators->steps, range, stop) : std::nullopt;
}

} // namespace lanes
