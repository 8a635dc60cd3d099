#include "model/analysis/compare/SessionDiff.h"

#include "model/analysis/compare/NamePairs.h"
#include "model/analysis/compare/ProfileDiff.h"
#include "model/analysis/compare/StepComparison.h"
#include "model/base/Format.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

namespace lanes {

namespace {

constexpr std::int64_t kFewestDiffSteps = kFewestSamples;
constexpr double kBoundsTail = 0.05;
constexpr double kCommonShare = 0.5; // of the time of either, for a verdict

struct RowPair {
    TallyRow a;
    TallyRow b;
};
using Pairs = std::map<std::string, RowPair>;
using Names = std::map<std::string, std::string>;

// `after`: samples of the side that stand before those of the row.
void addRow(TallyRow& to, const TallyRow& row, std::size_t after = 0) {
    to.calls += row.calls;
    to.time += row.time;
    for (const StepTime& step : row.steps) {
        to.steps.push_back({step.step + static_cast<std::int64_t>(after), step.time});
    }
    if (row.longestTime > to.longestTime) {
        to.longest = row.longest;
        to.longestTime = row.longestTime;
    }
}

// Of all sessions that a side is.
std::optional<SideTally> tallyOf(const DiffSide& side, DiffBy by, const std::stop_token& stop,
                                 const Names& folded = {}, OfThreads threads = OfThreads::Step) {
    auto all = tallyOf(side.analyses, by, side.range, stop, folded, threads);
    for (const DiffPart& part : side.more) {
        const auto tally = all ? tallyOf(part.analyses, by, part.range, stop, folded, threads) : std::nullopt;
        if (!tally) {
            return std::nullopt;
        }
        for (auto [name, row] : tally->rows) {
            row.longestTime = -1; // a slice of another session
            addRow(all->rows[name], row, all->steps.count());
        }
        all->time += tally->time;
        all->steps.append(tally->steps);
        all->stepCount += tally->stepCount;
        ++all->runs;
        all->hasGroups = all->hasGroups && tally->hasGroups;
    }
    return all;
}

// Names that one of them alone has.
std::vector<std::string> onlyIn(const SideTally& side, const SideTally& other) {
    std::vector<std::string> names;
    for (const auto& [name, row] : side.rows) {
        if (!other.rows.contains(name)) {
            names.push_back(name);
        }
    }
    return names;
}

// By name, then by what compares alike; lines of a function move but do not change places.
Pairs pairsOf(const SideTally& a, const SideTally& b, DiffBy by) {
    Pairs pairs;
    for (const auto& [name, row] : a.rows) {
        addRow(pairs[name].a, row);
    }
    const Names renamed = renamedNames(onlyIn(a, b), onlyIn(b, a), by == DiffBy::Stack);
    for (const auto& [name, row] : b.rows) {
        const auto other = renamed.find(name);
        addRow(pairs[other != renamed.end() ? other->second : name].b, row);
    }
    return pairs;
}

// Refer to the pairs.
std::vector<RowOfSides> sidesOfRows(const Pairs& pairs) {
    std::vector<RowOfSides> rows;
    rows.reserve(pairs.size());
    for (const auto& [name, pair] : pairs) {
        rows.push_back({pair.a, pair.b});
    }
    return rows;
}

// Both sides; nothing if asked to stop.
struct Tallies {
    SideTally a;
    SideTally b;
};
std::optional<Tallies> talliesOf(const DiffSide& a, const DiffSide& b, DiffBy by, const std::stop_token& stop,
                                 const Names& folded = {}, OfThreads threads = OfThreads::Step) {
    auto ofA = tallyOf(a, by, stop, folded, threads);
    auto ofB = tallyOf(b, by, stop, folded, threads);
    if (!ofA || !ofB) {
        return std::nullopt;
    }
    const Names more = folded.empty() && by == DiffBy::Kernel
                           ? foldedNames(onlyIn(*ofA, *ofB), onlyIn(*ofB, *ofA))
                           : Names();
    return more.empty() ? Tallies{std::move(*ofA), std::move(*ofB)}
                        : talliesOf(a, b, by, stop, more, threads);
}

// Bounds of the difference of the totals, and whether the means per step differ.
void judge(DiffRow& row, const RowPair& pair, const StepComparison& comparison, bool comparable) {
    const RowEvidence evidence = comparison.of({pair.a, pair.b});
    row.low = row.delta() - static_cast<TimeNs>(std::ceil(evidence.total.below));
    row.high = row.delta() + static_cast<TimeNs>(std::ceil(evidence.total.above));
    const double change = evidence.change();
    row.perStep =
        DiffRow::PerStep{std::llround(change), std::llround(std::floor(change - evidence.step.below)),
                         std::llround(std::ceil(change + evidence.step.above))};
    if (row.status != DiffStatus::Unknown || !comparable) {
        return; // added or removed
    }
    row.status = !evidence.sampled               ? (row.delta() == 0 ? DiffStatus::Same : DiffStatus::Unknown)
                 : !comparison.differs(evidence) ? DiffStatus::Same
                 : change > 0                    ? DiffStatus::Slower
                                                 : DiffStatus::Faster;
}

// The share of the time of either side that stands in rows that both have.
double commonShare(const Pairs& pairs, TimeNs timeA, TimeNs timeB) {
    TimeNs a = 0;
    TimeNs b = 0;
    for (const auto& [name, pair] : pairs) {
        if (pair.a.calls > 0 && pair.b.calls > 0) {
            a += pair.a.time;
            b += pair.b.time;
        }
    }
    const auto share = [](TimeNs part, TimeNs whole) {
        return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 1;
    };
    return std::min(share(a, timeA), share(b, timeB));
}

std::string percent(double share) {
    return std::to_string(std::lround(share * 100)) + " %";
}

// What a side has none of; empty: both have rows.
std::string missingRows(const Tallies& tallies, DiffBy by) {
    const std::string rows = by == DiffBy::Kernel ? "kernels"
                             : by == DiffBy::Step ? "steps"
                                                  : "operators or ranges";
    const bool noA = tallies.a.rows.empty();
    const bool noB = tallies.b.rows.empty();
    return noA && noB   ? "Neither side has " + rows + " to compare."
           : noA || noB ? std::string(noA ? "A" : "B") + " has no " + rows + " to compare."
                        : std::string();
}

// What a side does not say of its calls, so that rows do not meet; empty: nothing.
std::string missingGroups(const Tallies& tallies, DiffBy by) {
    const std::string groups = by == DiffBy::Shapes ? "shapes recorded (record_shapes=True): compare by name."
                               : by == DiffBy::Stack  ? "stacks recorded (with_stack=True): compare by name."
                               : by == DiffBy::Module ? "modules recorded (with_stack=True): compare by name."
                                                      : "";
    if (groups.empty() || (tallies.a.hasGroups && tallies.b.hasGroups)) {
        return {};
    }
    if (tallies.a.hasGroups != tallies.b.hasGroups) {
        return (tallies.a.hasGroups ? "B has no " : "A has no ") + groups;
    }
    // without shapes or stacks rows are by name
    return by == DiffBy::Module ? "Neither side has " + groups : std::string();
}

// Why verdicts make no sense; empty: they do. Shapes are asked where both have them, whatever the table is by.
// Both are of all threads: work that has moved to another one is the same work.
std::string incomparable(const Tallies& tallies, DiffBy by, const Tallies& shaped) {
    std::string missing = missingRows(tallies, by);
    if (missing.empty()) {
        missing = missingGroups(tallies, by);
    }
    if (!missing.empty()) {
        return missing;
    }
    const double names = commonShare(pairsOf(tallies.a, tallies.b, by), tallies.a.time, tallies.b.time);
    if (names < kCommonShare && by != DiffBy::Step) {
        return "Only " + percent(names) + " of the time stands in rows that both sides have.";
    }
    if (!shaped.a.hasGroups || !shaped.b.hasGroups) {
        return {};
    }
    const double shapes =
        commonShare(pairsOf(shaped.a, shaped.b, DiffBy::Shapes), shaped.a.time, shaped.b.time);
    return shapes < kCommonShare ? "Only " + percent(shapes) +
                                       " of the time is spent by operators and shapes that both sides have."
                                 : std::string();
}

// What keeps verdicts back, or what they are of; empty: nothing.
std::string reservation(const SessionDiff& diff, DiffBy by, std::size_t leftOutA, std::size_t leftOutB,
                        bool isPaired) {
    if (diff.stepsA < kFewestDiffSteps || diff.stepsB < kFewestDiffSteps) {
        return "Not significant: a comparison needs at least three steps on each side.";
    }
    if (by == DiffBy::Step) {
        return "";
    }
    std::string text =
        diff.stepsA == diff.stepsB
            ? ""
            : "The sides have different numbers of steps: verdicts compare single steps, not totals.";
    if (leftOutA > 0 || leftOutB > 0) {
        text += (text.empty() ? "" : " ") +
                std::string("Totals include steps that are not steady, verdicts do not: ") +
                formatCount(static_cast<std::int64_t>(leftOutA)) + " of A and " +
                formatCount(static_cast<std::int64_t>(leftOutB)) + " of B.";
    }
    if (isPaired) {
        text += (text.empty() ? "" : " ") +
                std::string("Steps are uneven, and alike on both sides: they are compared step by step.");
    }
    return text;
}

std::vector<const Trace*> tracesOf(const DiffSide& side) {
    std::vector<const Trace*> traces{side.analyses.trace().get()};
    traces.reserve(side.more.size() + 1);
    for (const DiffPart& part : side.more) {
        traces.push_back(part.analyses.trace().get());
    }
    return traces;
}

std::vector<SideDifference> differencesBetween(const DiffSide& a, const DiffSide& b, const Tallies& shaped) {
    std::vector<SideDifference> all = differencesOf(tracesOf(a), tracesOf(b));
    if (auto shapes = shapeDifference(shaped.a, shaped.b)) {
        all.push_back(std::move(*shapes));
    }
    return all;
}

bool addAllSteadySteps(SteadySide& to, const DiffSide& side, const std::stop_token& stop) {
    return addSteadySteps(to, side.analyses, side.range, stop) &&
           std::ranges::all_of(side.more, [&](const DiffPart& part) {
               return addSteadySteps(to, part.analyses, part.range, stop);
           });
}

// `named`: of operators by name, which tell what noise is.
std::optional<SteadyChange> steadyChangeOf(const DiffSide& a, const DiffSide& b, const Tallies& named,
                                           const std::stop_token& stop) {
    SteadyChange change;
    if (!addAllSteadySteps(change.a, a, stop) || !addAllSteadySteps(change.b, b, stop) ||
        change.a.lengths.empty() || change.b.lengths.empty()) {
        return std::nullopt;
    }
    if (change.a.lengths.size() < kFewestSamples || change.b.lengths.size() < kFewestSamples) {
        return change;
    }
    const TallyRow rowA = rowOfSteps(named.a.steps.lengths());
    const TallyRow rowB = rowOfSteps(named.b.steps.lengths());
    const RowOfSides rows[] = {{rowA, rowB}};
    const Pairs pairs = pairsOf(named.a, named.b, DiffBy::Name);
    const StepComparison comparison(named.a.steps, named.b.steps, rows, sidesOfRows(pairs), kBoundsTail);
    const RowEvidence evidence = comparison.of(rows[0]);
    const auto delta = static_cast<double>(change.delta());
    change.low = std::llround(std::floor(delta - evidence.step.below));
    change.high = std::llround(std::ceil(delta + evidence.step.above));
    change.status = !comparison.differs(evidence) ? DiffStatus::Same
                    : delta > 0                   ? DiffStatus::Slower
                                                  : DiffStatus::Faster;
    return change;
}

// Nothing where there are too few steps to judge by. `named`: the tallies by name, which tell the noise where rows are few.
std::optional<StepComparison> comparisonOf(const Tallies& tallies, const Pairs& pairs, const Tallies& named) {
    if (tallies.a.stepCount < kFewestDiffSteps || tallies.b.stepCount < kFewestDiffSteps) {
        return std::nullopt;
    }
    const std::vector<RowOfSides> rows = sidesOfRows(pairs);
    const bool few = rows.size() < kFewestKnownRows;
    const Pairs known = few ? pairsOf(named.a, named.b, DiffBy::Name) : Pairs();
    return StepComparison(tallies.a.steps, tallies.b.steps, rows, few ? sidesOfRows(known) : rows,
                          kBoundsTail);
}

} // namespace

std::string_view diffStatusKey(DiffStatus status) {
    static constexpr std::array<std::string_view, 6> kKeys{"same",  "slower",  "faster",
                                                           "added", "removed", "unknown"};
    return kKeys[static_cast<std::size_t>(status)];
}

std::optional<SessionDiff> diffOf(const DiffSide& a, const DiffSide& b, DiffBy by,
                                  const std::stop_token& stop) {
    if (isProfile(*a.analyses.trace()) || isProfile(*b.analyses.trace())) {
        return profileDiffOf(a, b, by, stop);
    }
    const auto tallies = talliesOf(a, b, by, stop);
    if (!tallies) {
        return std::nullopt;
    }
    SessionDiff diff;
    diff.timeA = tallies->a.time;
    diff.timeB = tallies->b.time;
    diff.stepsA = tallies->a.stepCount;
    diff.stepsB = tallies->b.stepCount;
    diff.runsA = tallies->a.runs;
    diff.runsB = tallies->b.runs;
    const Pairs pairs = pairsOf(tallies->a, tallies->b, by);
    std::optional<Tallies> operators; // by name, where the table is by something else
    if (by != DiffBy::Name) {
        operators = talliesOf(a, b, DiffBy::Name, stop);
        if (!operators) {
            return std::nullopt;
        }
    }
    const Tallies& named = operators ? *operators : *tallies;
    diff.steady = steadyChangeOf(a, b, named, stop);
    const auto comparison = by != DiffBy::Step ? comparisonOf(*tallies, pairs, named) : std::nullopt;
    const auto every = talliesOf(a, b, by, stop, {}, OfThreads::All);
    const auto shaped = every ? talliesOf(a, b, DiffBy::Shapes, stop, {}, OfThreads::All) : std::nullopt;
    if (!shaped) {
        return std::nullopt;
    }
    diff.differences = differencesBetween(a, b, *shaped);
    diff.why = incomparable(*every, by, *shaped);
    diff.comparable = diff.why.empty();
    if (diff.comparable) {
        diff.why = reservation(diff, by, tallies->a.steps.leftOut(), tallies->b.steps.leftOut(),
                               comparison && comparison->isPaired());
    }
    for (const auto& [name, pair] : pairs) {
        if (stop.stop_requested()) {
            return std::nullopt;
        }
        DiffRow row{name, pair.a.calls, pair.b.calls, pair.a.time, pair.b.time};
        row.status = row.callsA == 0   ? DiffStatus::Added
                     : row.callsB == 0 ? DiffStatus::Removed
                                       : DiffStatus::Unknown;
        row.longestA = pair.a.longest;
        row.longestB = pair.b.longest;
        if (comparison) {
            judge(row, pair, *comparison, diff.comparable);
        }
        diff.rows.push_back(std::move(row));
    }
    std::ranges::sort(diff.rows, {},
                      [](const DiffRow& row) { return std::tuple(-std::abs(row.delta()), row.name); });
    return diff;
}

} // namespace lanes
