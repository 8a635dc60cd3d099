#include "model/analysis/compare/Gate.h"

#include "model/analysis/compare/StepComparison.h"
#include "model/analysis/compare/StepSamples.h"
#include "model/analysis/memory/MemoryMoment.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>

namespace lanes {

namespace {

constexpr std::size_t kRows = 3;
constexpr double kTail = 0.1; // 5 % on the side that counts

// One side of one budget.
struct Measure {
    SampledSteps steps;
    TallyRow row;                // what each of them took
    std::vector<double> samples; // of the usual ones
    double whole = 0;            // per step; without steps of all
    std::map<std::string, double> rows;
    bool found = false;
};

double meanOf(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) {
        sum += value;
    }
    return sum / static_cast<double>(values.size());
}

std::vector<double> pick(const std::vector<double>& values, const std::vector<bool>& which) {
    std::vector<double> picked;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (which[i]) {
            picked.push_back(values[i]);
        }
    }
    return picked;
}

// Adds what happens to the step in which it begins.
class Sampler {
public:
    explicit Sampler(const OperatorData& data)
        : trace_(data.forest->trace())
        , steps_(data.steps)
        , all_(std::max<std::size_t>(steps_.all().count(), 1)) {}

    void add(SliceId at, StringId name, TimeNs time) {
        found_ = true;
        const Trace::Slice slice = trace_.slice(at);
        const ProcessId process = processOf(trace_, slice.track);
        const std::int64_t step =
            steps_.all().count() == 0
                ? 0
                : steps_.of(process.valid() ? trace_.processes()[process.value].rank : -1, slice.start);
        if (step >= 0) {
            auto& row = rows_.try_emplace(name.value, all_.size()).first->second;
            row[static_cast<std::size_t>(step)] += static_cast<double>(time);
            all_[static_cast<std::size_t>(step)] += static_cast<double>(time);
        }
    }
    [[nodiscard]] Measure take() const {
        Measure measure;
        measure.found = found_;
        const std::vector<bool> usual =
            steps_.all().count() > 0 ? steps_.all().usual(all_) : std::vector<bool>{true};
        for (const auto& [name, row] : rows_) {
            measure.rows[std::string(trace_.text(StringId(name)))] = meanOf(pick(row, usual));
        }
        measure.whole = meanOf(pick(all_, usual));
        if (steps_.all().count() > 0) {
            measure.samples = pick(all_, usual);
            measure.steps = steps_.all();
            measure.row = rowOfSteps(all_);
        }
        return measure;
    }

private:
    const Trace& trace_;
    StepSamples steps_;
    std::vector<double> all_; // by step; one where there are none
    std::unordered_map<std::uint32_t, std::vector<double>> rows_;
    bool found_ = false;
};

Measure measureSteps(TraceAnalyses& analyses, const OperatorData& data, const std::stop_token& stop) {
    Measure measure;
    const StepSamples steps(data.steps);
    if (steps.all().count() == 0) {
        return measure;
    }
    measure.found = true;
    measure.steps = steps.all();
    measure.row = rowOfSteps(measure.steps.lengths());
    measure.samples = pick(measure.steps.lengths(), measure.steps.usual(measure.steps.lengths()));
    measure.whole = meanOf(measure.samples);
    for (const DiffBy by : {DiffBy::Name, DiffBy::Kernel}) {
        if (const auto tally = tallyOf(analyses, by, std::nullopt, stop)) {
            for (const auto& [name, row] : tally->rows) {
                const RowSamples samples = samplesOf(row, tally->steps);
                measure.rows[name] += meanOf(pick(samples.values, samples.usual));
            }
        }
    }
    measure.rows.erase("ProfilerStep*"); // what is left of a step explains nothing
    return measure;
}

Measure measureMemory(TraceAnalyses& analyses, const OperatorData& data, const std::stop_token& stop) {
    Measure measure;
    const auto history = analyses.memory(stop);
    if (!history) {
        return measure;
    }
    const DeviceMemory* fullest = nullptr;
    for (const DeviceMemory& device : history->devices()) {
        const bool onDevice = device.type != 0;
        if (fullest == nullptr || std::pair(onDevice, device.peakAllocated) >
                                      std::pair(fullest->type != 0, fullest->peakAllocated)) {
            fullest = &device;
        }
    }
    if (fullest == nullptr) {
        return measure;
    }
    measure.found = true;
    measure.whole = static_cast<double>(fullest->peakAllocated);
    const MemoryMoment peak =
        memoryMoment(data, *fullest, fullest->peakTime, std::nullopt, MemoryGroup::Operator);
    for (const MemoryMoment::Group& group : peak.groups) {
        measure.rows[group.name.empty() ? "not known" : group.name] += static_cast<double>(group.bytes);
    }
    return measure;
}

// Devices' work that a filter matches; where it matches none, operators and ranges by what they take themselves.
Measure measureWork(const OperatorData& data, const Filter& filter, const std::stop_token& stop) {
    const OperatorForest& forest = *data.forest;
    const Trace& trace = forest.trace();
    FilterMatcher matcher(filter, forest.sharedTrace(), data.context);
    Sampler sampler(data);
    bool onDevice = false;
    for (const DeviceWork& work : forest.deviceWork()) {
        if (!stop.stop_requested() && matcher.matches(work.slice)) {
            const Trace::Slice slice = trace.slice(work.slice);
            sampler.add(work.launch.valid() ? work.launch : work.slice, slice.name, slice.duration);
            onDevice = true;
        }
    }
    for (std::uint32_t op = 0; op < forest.size() && !onDevice && !stop.stop_requested(); ++op) {
        if (matcher.matches(forest.slice(op))) {
            sampler.add(forest.slice(op), trace.slice(forest.slice(op)).name, forest.selfTime(op));
        }
    }
    return sampler.take();
}

Measure measureOf(TraceAnalyses& analyses, const OperatorData& data, const GateBudget& budget,
                  const std::stop_token& stop) {
    switch (budget.kind) {
    case GateBudget::Kind::Step:
        return measureSteps(analyses, data, stop);
    case GateBudget::Kind::Memory:
        return measureMemory(analyses, data, stop);
    case GateBudget::Kind::Work:
        break;
    }
    return measureWork(data, budget.filter, stop);
}

// The rows that grew most; those that shrank where the whole did.
std::vector<GateRow> rowsOf(const Measure& before, const Measure& after, bool grew) {
    std::map<std::string, GateRow> rows;
    for (const auto& [name, value] : before.rows) {
        rows[name].before = value;
    }
    for (const auto& [name, value] : after.rows) {
        rows[name].after = value;
    }
    std::vector<GateRow> sorted;
    for (auto& [name, row] : rows) {
        row.name = name;
        if (grew ? row.delta() > 0 : row.delta() != 0) {
            sorted.push_back(std::move(row));
        }
    }
    std::ranges::stable_sort(sorted, std::ranges::greater{},
                             [grew](const GateRow& r) { return grew ? r.delta() : std::abs(r.delta()); });
    sorted.resize(std::min(sorted.size(), kRows));
    return sorted;
}

// Operators of both sides, which tell what noise is. Refer to the tallies.
std::vector<RowOfSides> commonRows(const SideTally& before, const SideTally& after) {
    std::vector<RowOfSides> rows;
    for (const auto& [name, row] : before.rows) {
        if (const auto other = after.rows.find(name); other != after.rows.end()) {
            rows.push_back({row, other->second});
        }
    }
    return rows;
}

// Bounds of the change in per cent of the mean before, which is itself uncertain.
void bound(GateAnswer& answer, const Measure& before, const Measure& after,
           std::span<const RowOfSides> known) {
    const RowOfSides rows[] = {{before.row, after.row}};
    const RowEvidence evidence = StepComparison(before.steps, after.steps, rows, known, kTail).of(rows[0]);
    if (answer.whole.before > 0) {
        answer.low = answer.change() - 100 * evidence.step.below / answer.whole.before;
        answer.high = answer.change() + 100 * evidence.step.above / answer.whole.before;
    }
}

// Whether the change breaks the budget.
void judge(GateAnswer& answer, const Measure& before, const Measure& after,
           std::span<const RowOfSides> known) {
    if (answer.budget.kind == GateBudget::Kind::Memory) {
        answer.low = answer.high = answer.change();
    } else if (before.samples.size() < kFewestSamples || after.samples.size() < kFewestSamples) {
        answer.why = "Not significant: a comparison needs at least three steps on each side.";
        return;
    } else {
        bound(answer, before, after, known);
    }
    const bool appeared = answer.whole.before <= 0 && answer.whole.after > 0;
    answer.state = appeared || (answer.low && *answer.low > answer.budget.percent) ? GateAnswer::State::Broken
                                                                                   : GateAnswer::State::Kept;
    if (appeared) {
        answer.why = "There was none of it before.";
    } else if (answer.state == GateAnswer::State::Kept && answer.change() > answer.budget.percent) {
        answer.why = "The change lies above the budget, but not beyond the steps' own variance.";
    }
}

Error unmeasured(const GateBudget& budget) {
    switch (budget.kind) {
    case GateBudget::Kind::Step:
        return {
            "There are no steps in either session to measure; record with torch.profiler's schedule, or a "
            "DataLoader."};
    case GateBudget::Kind::Memory:
        return {"Not both sessions hold memory events; record them with profile_memory=True."};
    case GateBudget::Kind::Work:
        break;
    }
    return {"'" + budget.what + "' matches nothing in either session; lanescope search tries a filter."};
}

void addReason(GateAnswer& answer, const std::string& sentence) {
    answer.why += (answer.why.empty() ? "" : " ") + sentence;
}

} // namespace

double GateAnswer::change() const {
    return whole.before > 0 ? 100 * whole.delta() / whole.before : 0;
}

Result<GateBudget> parseBudget(std::string_view text) {
    const std::size_t equals = text.rfind('=');
    const std::string quoted = "'" + std::string(text) + "'";
    if (equals == std::string_view::npos || equals == 0 || !text.ends_with('%')) {
        return Error{quoted + " is no budget: write WHAT=+N%, as step=+3%, memory=+1% or kernel:/gemm/=+5%."};
    }
    GateBudget budget;
    budget.what = text.substr(0, equals);
    std::string_view number = text.substr(equals + 1, text.size() - equals - 2);
    number.remove_prefix(number.starts_with('+') ? 1 : 0);
    const char* const end = number.data() + number.size();
    const auto [stopped, error] = std::from_chars(number.data(), end, budget.percent);
    if (number.empty() || error != std::errc() || stopped != end || !std::isfinite(budget.percent) ||
        budget.percent <= -100) {
        return Error{quoted + ": what it may grow by is a number of per cent above -100, as +3%."};
    }
    if (budget.what == "step" || budget.what == "memory") {
        budget.kind = budget.what == "step" ? GateBudget::Kind::Step : GateBudget::Kind::Memory;
        return budget;
    }
    if (budget.what.find(':') == std::string::npos) {
        return Error{quoted + ": a budget is of step, of memory, or of a filter with a colon such as "
                              "kernel:/gemm/ or op:aten::mm."};
    }
    Result<Filter> filter = Filter::parse(budget.what);
    if (!filter) {
        return Error{quoted + ": " + filter.error().message};
    }
    budget.kind = GateBudget::Kind::Work;
    budget.filter = std::move(filter).value();
    return budget;
}

Result<std::vector<GateAnswer>> gateOf(const DiffSide& base, const DiffSide& now,
                                       const std::vector<GateBudget>& budgets, const std::stop_token& stop) {
    const auto before = base.analyses.operators(stop);
    const auto after = now.analyses.operators(stop);
    const auto diff = diffOf(base, now, DiffBy::Name, stop);
    if (!before || !after || !diff) {
        return Error{"Stopped."};
    }
    if (!diff->comparable) {
        return Error{"The sessions cannot be compared: " + diff->why};
    }
    const auto tallyBefore = tallyOf(base.analyses, DiffBy::Name, std::nullopt, stop);
    const auto tallyAfter = tallyOf(now.analyses, DiffBy::Name, std::nullopt, stop);
    if (!tallyBefore || !tallyAfter) {
        return Error{"Stopped."};
    }
    const std::vector<RowOfSides> known = commonRows(*tallyBefore, *tallyAfter);
    std::vector<GateAnswer> answers;
    for (const GateBudget& budget : budgets) {
        Measure a = measureOf(base.analyses, *before, budget, stop);
        Measure b = measureOf(now.analyses, *after, budget, stop);
        const bool bothNeeded = budget.kind != GateBudget::Kind::Work;
        if (bothNeeded ? !a.found || !b.found : !a.found && !b.found) {
            return unmeasured(budget);
        }
        GateAnswer answer;
        answer.budget = budget;
        answer.whole = {budget.what, a.whole, b.whole};
        answer.rows = rowsOf(a, b, answer.whole.delta() > 0);
        if (budget.kind == GateBudget::Kind::Step && diff->steady) {
            answer.steady = steadySentence(*diff->steady) + " " + steadyVerdict(*diff->steady);
        }
        judge(answer, a, b, known);
        const std::size_t leftOutA = a.steps.count() - a.samples.size();
        const std::size_t leftOutB = b.steps.count() - b.samples.size();
        answer.stepsBefore = std::move(a.samples);
        answer.stepsAfter = std::move(b.samples);
        if (leftOutA > 0 || leftOutB > 0) {
            addReason(answer, "Steps that are not steady are left out: " + std::to_string(leftOutA) +
                                  " before, " + std::to_string(leftOutB) + " now.");
        }
        for (const SideDifference& difference : diff->differences) {
            addReason(answer, difference.sentence());
        }
        answers.push_back(std::move(answer));
    }
    return answers;
}

} // namespace lanes
