#include "model/analysis/advice/Advice.h"

#include "model/base/Threads.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <tuple>

namespace lanes {

namespace {

constexpr double kSameTime = 0.1; // of the shorter of two, from which on they overlap

void sayOverlaps(std::vector<Finding>& findings, const std::stop_token& stop) {
    for (auto one = findings.begin(); one != findings.end() && !stop.stop_requested(); ++one) {
        for (auto other = findings.begin(); other != one; ++other) {
            const TimeNs shorter = std::min(one->time.total(), other->time.total());
            if (shorter > 0 && static_cast<double>(one->time.common(other->time)) >
                                   kSameTime * static_cast<double>(shorter)) {
                one->overlaps.push_back(other->rule);
                other->overlaps.push_back(one->rule);
            }
        }
    }
}

// Leaves a general finding what no other has counted.
void countRest(Finding& finding, const IntervalSet& counted, const AdviceFacts& facts) {
    // How much of it a change could save is not known: half of it is the middle of what is possible.
    const TimeNs rest = finding.time.subtract(counted).total() / facts.perStep();
    const auto before = static_cast<double>(finding.saves.best);
    finding.saves.best = std::min(finding.saves.best, rest / 2);
    finding.saves.low = std::min(finding.saves.low, finding.saves.best);
    if (before > 0) {
        finding.share *= static_cast<double>(finding.saves.best) / before;
    }
}

} // namespace

Result<void> AdviceSettings::set(std::string_view text) {
    const std::size_t equals = text.find('=');
    const std::size_t dot = text.rfind('.', equals);
    if (equals == std::string_view::npos || dot == std::string_view::npos) {
        return Error{"'" + std::string(text) + "' is no RULE.THRESHOLD=VALUE; --rules lists them all."};
    }
    const std::string_view key = text.substr(0, dot);
    const std::string_view name = text.substr(dot + 1, equals - dot - 1);
    const auto rule = std::ranges::find(adviceRules(), key, &AdviceRule::key);
    if (rule == adviceRules().end()) {
        return Error{"There is no rule '" + std::string(key) + "'; --rules lists them all."};
    }
    if (std::ranges::find(rule->thresholds, name, &AdviceThreshold::key) == rule->thresholds.end()) {
        return Error{"The rule '" + std::string(key) + "' has no threshold '" + std::string(name) +
                     "'; --rules lists them all."};
    }
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data() + equals + 1, end, value);
    if (error != std::errc() || stopped != end || !std::isfinite(value) || value < 0) {
        return Error{"'" + std::string(text) + "': the threshold is a number, 0 or more, without its unit."};
    }
    set_[{std::string(key), std::string(name)}] = value;
    return {};
}

Limits AdviceSettings::of(const AdviceRule& rule) const {
    Limits limits;
    for (const AdviceThreshold& threshold : rule.thresholds) {
        const auto own = set_.find({std::string(rule.key), std::string(threshold.key)});
        limits[threshold.key] = own != set_.end() ? own->second : threshold.value;
    }
    return limits;
}

std::optional<std::vector<Finding>> adviceOf(const AdviceData& data, std::optional<TimeRange> range,
                                             const AdviceSettings& settings, const std::stop_token& stop) {
    const AdviceFacts facts(data, range, stop);
    const std::span<const AdviceRule> rules = adviceRules();
    std::vector<std::optional<Finding>> found(rules.size());
    // Neighbours look at the same things, which one of them makes: every other rule first.
    const std::size_t half = (rules.size() + 1) / 2;
    forEachOnThreads(threadsFor(data.trace().sliceCount()), rules.size(), [&](std::size_t turn) {
        const std::size_t i = turn < half ? 2 * turn : 2 * (turn - half) + 1;
        if (!stop.stop_requested()) {
            found[i] = rules[i].find(facts, settings.of(rules[i]));
        }
    });
    const auto pastGeneral = std::ranges::find(rules.rbegin(), rules.rend(), true, &AdviceRule::general);
    const auto toCount =
        static_cast<std::size_t>(rules.rend() - pastGeneral); // for the general ones among them
    std::vector<Finding> findings;
    IntervalSet counted;
    for (std::size_t i = 0; i < rules.size() && !stop.stop_requested(); ++i) {
        if (!found[i]) {
            continue;
        }
        found[i]->rule = rules[i].key;
        if (rules[i].general) {
            countRest(*found[i], counted, facts);
        }
        if (i < toCount) {
            counted = counted.unite(found[i]->time);
        }
        findings.push_back(std::move(*found[i]));
    }
    if (stop.stop_requested()) {
        return std::nullopt;
    }
    sayOverlaps(findings, stop);
    std::ranges::stable_sort(findings, {},
                             [](const Finding& f) { return std::tuple(-f.saves.best, -f.confidence); });
    return findings;
}

} // namespace lanes
