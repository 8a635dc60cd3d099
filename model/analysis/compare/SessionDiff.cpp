#include "model/analysis/compare/SessionDiff.h"

#include "model/analysis/compare/DifferenceSpread.h"
#include "model/analysis/compare/NamePairs.h"
#include "model/analysis/compare/StepSamples.h"
#include "model/base/Format.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

namespace lanes {

namespace {

constexpr std::int64_t kFewestDiffSteps = kFewestSamples;
constexpr double kBoundTail = 0.05;   // of the bounds of one row
constexpr double kVerdictTail = 0.01; // that a table without a change accuses any row
constexpr double kLeastChange = 0.01; // of the larger mean
constexpr double kCommonShare = 0.5;  // of the time of either, for a verdict
constexpr double kRunsDiffer = 4;     // times what steps vary: no more than one in twenty without a cause

struct RowPair {
    TallyRow a;
    TallyRow b;
};
using Pairs = std::map<std::string, RowPair>;
using Names = std::map<std::string, std::string>;

void addRow(TallyRow& to, const TallyRow& row) {
    to.calls += row.calls;
    to.time += row.time;
    to.sum += row.sum;
    to.squares += row.squares;
    to.leftOut += row.leftOut;
    to.leftOutSquares += row.leftOutSquares;
    to.runSquares += row.runSquares;
    if (row.longestTime > to.longestTime) {
        to.longest = row.longest;
        to.longestTime = row.longestTime;
    }
}

// Of one session.
std::optional<SideTally> runTally(TraceAnalyses& analyses, DiffBy by, std::optional<TimeRange> range,
                                  const std::stop_token& stop, const Names& folded) {
    auto tally = tallyOf(analyses, by, range, stop, folded);
    if (!tally) {
        return std::nullopt;
    }
    for (auto& [name, row] : tally->rows) {
        const auto samples = static_cast<double>(tally->steps - row.leftOut);
        row.runSquares = samples > 0 ? row.sum * row.sum / samples : 0;
    }
    return tally;
}

// Of all sessions that a side is.
std::optional<SideTally> tallyOf(const DiffSide& side, DiffBy by, const std::stop_token& stop,
                                 const Names& folded = {}) {
    auto all = runTally(side.analyses, by, side.range, stop, folded);
    for (const DiffPart& part : side.more) {
        const auto tally = all ? runTally(part.analyses, by, part.range, stop, folded) : std::nullopt;
        if (!tally) {
            return std::nullopt;
        }
        for (auto [name, row] : tally->rows) {
            row.longestTime = -1; // a slice of another session
            addRow(all->rows[name], row);
        }
        all->time += tally->time;
        all->steps += tally->steps;
        ++all->runs;
        all->leftOut += tally->leftOut;
        all->hasShapes = all->hasShapes && tally->hasShapes;
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

// Both sides; nothing if asked to stop.
struct Tallies {
    SideTally a;
    SideTally b;
};
std::optional<Tallies> talliesOf(const DiffSide& a, const DiffSide& b, DiffBy by, const std::stop_token& stop,
                                 const Names& folded = {}) {
    auto ofA = tallyOf(a, by, stop, folded);
    auto ofB = tallyOf(b, by, stop, folded);
    if (!ofA || !ofB) {
        return std::nullopt;
    }
    const Names more = folded.empty() && by == DiffBy::Kernel
                           ? foldedNames(onlyIn(*ofA, *ofB), onlyIn(*ofB, *ofA))
                           : Names();
    return more.empty() ? Tallies{std::move(*ofA), std::move(*ofB)} : talliesOf(a, b, by, stop, more);
}

// Of the usual steps, as samples.
struct Moments {
    std::int64_t count = 0;
    std::int64_t independent = 0; // samples that vary by themselves: the steps, or the runs
    double mean = 0;
    double variance = 0; // of a sample
    double inTotal =
        0; // as many of them vary the total: other steps do as much, in proportion to their length
};

// Where the means of runs differ by far more than their steps make them, steps of one run are one another's likes: what varies
// are the runs.
Moments momentsOf(const TallyRow& row, std::int64_t steps, std::int64_t runs) {
    Moments moments;
    moments.count = moments.independent = steps - row.leftOut;
    const auto n = static_cast<double>(moments.count);
    moments.mean = row.sum / n;
    moments.variance = std::max(0.0, (row.squares - row.sum * moments.mean) / (n - 1));
    const double between =
        runs > 1 ? (row.runSquares - row.sum * moments.mean) / static_cast<double>(runs - 1) : 0;
    if (between > kRunsDiffer * moments.variance) {
        moments.variance = between;
        moments.independent = runs;
    }
    const double others = moments.mean > 0 ? row.leftOutSquares / (moments.mean * moments.mean) : 0;
    moments.inTotal = n + others;
    return moments;
}

// Bounds of the difference of the totals, and whether the means per step differ.
void judge(DiffRow& row, const RowPair& pair, const SessionDiff& diff, std::size_t tests) {
    const Moments a = momentsOf(pair.a, diff.stepsA, diff.runsA);
    const Moments b = momentsOf(pair.b, diff.stepsB, diff.runsB);
    const DifferenceSpread total({a.variance, a.inTotal, a.independent},
                                 {b.variance, b.inTotal, b.independent});
    const auto wide = static_cast<TimeNs>(std::ceil(total.wide(kBoundTail)));
    row.low = row.delta() - wide;
    row.high = row.delta() + wide;
    const double change = b.mean - a.mean;
    const DifferenceSpread spread({a.variance, 1 / static_cast<double>(a.count), a.independent},
                                  {b.variance, 1 / static_cast<double>(b.count), b.independent});
    const double wideStep = spread.wide(kBoundTail);
    row.perStep = DiffRow::PerStep{std::llround(change), std::llround(std::floor(change - wideStep)),
                                   std::llround(std::ceil(change + wideStep))};
    if (row.status != DiffStatus::Unknown || !diff.comparable) {
        return; // added or removed
    }
    const bool differs =
        std::abs(change) > kLeastChange * std::max(a.mean, b.mean) &&
        spread.chanceOf(change) * static_cast<double>(std::max<std::size_t>(tests, 1)) < kVerdictTail;
    const bool sampled = pair.a.sum > 0 || pair.b.sum > 0;
    row.status = !sampled     ? (row.delta() == 0 ? DiffStatus::Same : DiffStatus::Unknown)
                 : !differs   ? DiffStatus::Same
                 : change > 0 ? DiffStatus::Slower
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

// Why verdicts make no sense; empty: they do. Shapes are asked where both have them, whatever the table is by.
std::string incomparable(const SessionDiff& diff, const Pairs& pairs, DiffBy by, const DiffSide& a,
                         const DiffSide& b, const std::stop_token& stop) {
    const auto shapesA = tallyOf(a, DiffBy::Shapes, stop);
    const auto shapesB = tallyOf(b, DiffBy::Shapes, stop);
    if (!shapesA || !shapesB) {
        return {}; // stopped
    }
    if (by == DiffBy::Shapes && shapesA->hasShapes != shapesB->hasShapes) {
        return shapesA->hasShapes ? "B has no shapes recorded (record_shapes=True): compare by name."
                                  : "A has no shapes recorded (record_shapes=True): compare by name.";
    }
    const double names = commonShare(pairs, diff.timeA, diff.timeB);
    if (names < kCommonShare && by != DiffBy::Step) {
        return "Only " + percent(names) + " of the time stands in rows that both sides have.";
    }
    if (!shapesA->hasShapes || !shapesB->hasShapes) {
        return {};
    }
    const double shapes =
        commonShare(pairsOf(*shapesA, *shapesB, DiffBy::Shapes), shapesA->time, shapesB->time);
    return shapes < kCommonShare ? "Only " + percent(shapes) +
                                       " of the time is spent by operators and shapes that both sides have."
                                 : std::string();
}

// What keeps verdicts back, or what they are of; empty: nothing.
std::string reservation(const SessionDiff& diff, DiffBy by, std::int64_t leftOutA, std::int64_t leftOutB) {
    if (diff.stepsA < kFewestDiffSteps || diff.stepsB < kFewestDiffSteps) {
        return "With fewer than three steps on either side nobody can tell a change from chance.";
    }
    if (by == DiffBy::Step) {
        return "";
    }
    std::string text =
        diff.stepsA == diff.stepsB
            ? ""
            : "The sides have other numbers of steps: verdicts are per step, not on the totals.";
    if (leftOutA > 0 || leftOutB > 0) {
        text += (text.empty() ? "" : " ") +
                std::string(
                    "In the totals, but in no verdict: steps that are warm-up or took three times as long as "
                    "usual, ") +
                formatCount(leftOutA) + " of A and " + formatCount(leftOutB) + " of B.";
    }
    return text;
}

} // namespace

std::string_view diffStatusKey(DiffStatus status) {
    static constexpr std::array<std::string_view, 6> kKeys{"same",  "slower",  "faster",
                                                           "added", "removed", "unknown"};
    return kKeys[static_cast<std::size_t>(status)];
}

std::optional<SessionDiff> diffOf(const DiffSide& a, const DiffSide& b, DiffBy by,
                                  const std::stop_token& stop) {
    const auto tallies = talliesOf(a, b, by, stop);
    if (!tallies) {
        return std::nullopt;
    }
    SessionDiff diff;
    diff.timeA = tallies->a.time;
    diff.timeB = tallies->b.time;
    diff.stepsA = tallies->a.steps;
    diff.stepsB = tallies->b.steps;
    diff.runsA = tallies->a.runs;
    diff.runsB = tallies->b.runs;
    const Pairs pairs = pairsOf(tallies->a, tallies->b, by);
    diff.why = incomparable(diff, pairs, by, a, b, stop);
    diff.comparable = diff.why.empty();
    if (diff.comparable) {
        diff.why = reservation(diff, by, tallies->a.leftOut, tallies->b.leftOut);
    }
    if (stop.stop_requested()) {
        return std::nullopt;
    }
    const auto inBoth = static_cast<std::size_t>(std::ranges::count_if(
        pairs, [](const auto& p) { return p.second.a.calls > 0 && p.second.b.calls > 0; }));
    const bool judged =
        by != DiffBy::Step && diff.stepsA >= kFewestDiffSteps && diff.stepsB >= kFewestDiffSteps;
    for (const auto& [name, pair] : pairs) {
        DiffRow row{name, pair.a.calls, pair.b.calls, pair.a.time, pair.b.time};
        row.status = row.callsA == 0   ? DiffStatus::Added
                     : row.callsB == 0 ? DiffStatus::Removed
                                       : DiffStatus::Unknown;
        row.longestA = pair.a.longest;
        row.longestB = pair.b.longest;
        if (judged) {
            judge(row, pair, diff, inBoth);
        }
        diff.rows.push_back(std::move(row));
    }
    std::ranges::sort(diff.rows, {},
                      [](const DiffRow& row) { return std::tuple(-std::abs(row.delta()), row.name); });
    return diff;
}

} // namespace lanes
