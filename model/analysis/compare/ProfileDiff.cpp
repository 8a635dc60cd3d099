#include "model/analysis/compare/ProfileDiff.h"

#include "model/analysis/compare/NamePairs.h"
#include "model/analysis/flame/ProfileFunctions.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <tuple>
#include <utility>

namespace lanes {

namespace {

struct FunctionSum {
    std::int64_t calls = 0;
    std::int64_t self = 0; // in multiples of 1 / perUnit of the side
};

struct ProfileSide {
    std::map<std::string, FunctionSum> rows;
    ProfileMetric metric;
    std::int64_t runs = 0;
    std::string problem; // empty: it can be compared
};

bool alike(const ProfileMetric& a, const ProfileMetric& b) {
    return a.name == b.name && a.unit == b.unit;
}

// In multiples of 1 / perUnit of another metric.
void rescale(ProfileSide& side, std::int64_t perUnit) {
    const std::int64_t factor = perUnit / side.metric.perUnit;
    for (auto& [name, row] : side.rows) {
        if (__builtin_mul_overflow(row.self, factor, &row.self)) {
            side.problem = "the weights of both sides have no common unit within 64 bits.";
        }
    }
    side.metric.perUnit = perUnit;
}

// False if asked to stop.
bool add(ProfileSide& side, TraceAnalyses& analyses, const std::stop_token& stop) {
    const Trace& trace = *analyses.trace();
    const auto profile = profileOf(trace);
    if (!profile || profile->metrics.empty()) {
        side.problem = trace.info().source + " is no profile, or has no weights.";
        return true;
    }
    const auto functions = functionsOf(*profile, stop);
    if (!functions) {
        return false;
    }
    ProfileSide own{{}, profile->metrics.front()};
    const std::optional<std::size_t> counter = profile->counter();
    for (const ProfileFunction& function : *functions) {
        FunctionSum& row = own.rows[std::string(trace.text(function.name))];
        row.self += function.self.front();
        row.calls += counter ? function.self[*counter] / profile->metrics[*counter].perUnit : 0;
    }
    if (side.runs++ == 0) {
        side.metric = own.metric;
    } else if (!alike(side.metric, own.metric)) {
        side.problem = "its profiles weigh by different things.";
        return true;
    }
    const std::int64_t perUnit = std::max(side.metric.perUnit, own.metric.perUnit);
    rescale(side, perUnit);
    rescale(own, perUnit);
    for (const auto& [name, row] : own.rows) {
        side.rows[name].self += row.self;
        side.rows[name].calls += row.calls;
    }
    return true;
}

std::optional<ProfileSide> profileSideOf(const DiffSide& side, const std::stop_token& stop) {
    ProfileSide all;
    if (!add(all, side.analyses, stop)) {
        return std::nullopt;
    }
    for (const DiffPart& part : side.more) {
        if (!add(all, part.analyses, stop)) {
            return std::nullopt;
        }
    }
    return all;
}

std::vector<std::string> namesOnlyIn(const ProfileSide& side, const ProfileSide& other) {
    std::vector<std::string> names;
    for (const auto& [name, row] : side.rows) {
        if (!other.rows.contains(name)) {
            names.push_back(name);
        }
    }
    return names;
}

// Why there is nothing to compare; empty: there is.
std::string obstacle(const ProfileSide& a, const ProfileSide& b, DiffBy by) {
    if (!a.problem.empty() || !b.problem.empty()) {
        return a.problem.empty() ? "B: " + b.problem : "A: " + a.problem;
    }
    if (!alike(a.metric, b.metric)) {
        return "A weighs by " + a.metric.name + " and B by " + b.metric.name + ": they cannot be compared.";
    }
    return by == DiffBy::Name ? std::string() : "Profiles without times are compared by name alone.";
}

} // namespace

std::optional<SessionDiff> profileDiffOf(const DiffSide& a, const DiffSide& b, DiffBy by,
                                         const std::stop_token& stop) {
    auto ofA = profileSideOf(a, stop);
    auto ofB = profileSideOf(b, stop);
    if (!ofA || !ofB) {
        return std::nullopt;
    }
    SessionDiff diff;
    diff.runsA = ofA->runs;
    diff.runsB = ofB->runs;
    diff.why = obstacle(*ofA, *ofB, by);
    diff.comparable = diff.why.empty();
    diff.metric = ofA->metric;
    if (!diff.comparable) {
        return diff;
    }
    const std::int64_t perUnit = std::max(ofA->metric.perUnit, ofB->metric.perUnit);
    rescale(*ofA, perUnit);
    rescale(*ofB, perUnit);
    diff.metric->perUnit = perUnit;
    diff.why = "Not significant: profiles have no steps, so nothing tells a change from chance.";
    std::map<std::string, std::pair<const FunctionSum*, const FunctionSum*>> pairs;
    for (const auto& [name, row] : ofA->rows) {
        pairs[name].first = &row;
    }
    const auto renamed = renamedNames(namesOnlyIn(*ofA, *ofB), namesOnlyIn(*ofB, *ofA), true);
    for (const auto& [name, row] : ofB->rows) {
        const auto other = renamed.find(name);
        pairs[other != renamed.end() ? other->second : name].second = &row;
    }
    static constexpr FunctionSum kNone;
    for (const auto& [name, pair] : pairs) {
        const FunctionSum& rowA = pair.first != nullptr ? *pair.first : kNone;
        const FunctionSum& rowB = pair.second != nullptr ? *pair.second : kNone;
        DiffRow row{name, rowA.calls, rowB.calls, rowA.self, rowB.self};
        row.status = pair.first == nullptr    ? DiffStatus::Added
                     : pair.second == nullptr ? DiffStatus::Removed
                     : row.delta() == 0       ? DiffStatus::Same
                                              : DiffStatus::Unknown;
        diff.timeA += row.timeA;
        diff.timeB += row.timeB;
        diff.rows.push_back(std::move(row));
    }
    std::ranges::sort(diff.rows, {},
                      [](const DiffRow& row) { return std::tuple(-std::abs(row.delta()), row.name); });
    return diff;
}

} // namespace lanes
