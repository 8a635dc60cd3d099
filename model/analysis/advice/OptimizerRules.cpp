// Rules about optimizers and gradients.
#include "model/analysis/advice/AdviceRules.h"
#include "model/base/Format.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <utility>

namespace lanes {

namespace {

// The operators of `all` that begin within one of `ranges`, on its thread. Both by start.
std::vector<MarkedSlice> within(const AdviceFacts& facts, const std::vector<MarkedSlice>& all,
                                const std::vector<MarkedSlice>& ranges) {
    std::vector<MarkedSlice> inside;
    for (const MarkedSlice& range : ranges) {
        const TrackId track = facts.trace().slice(range.slice).track;
        auto at = std::ranges::lower_bound(all, range.range.begin, {},
                                           [](const MarkedSlice& m) { return m.range.begin; });
        for (; at != all.end() && at->range.begin < range.range.end; ++at) {
            if (facts.trace().slice(at->slice).track == track) {
                inside.push_back(*at);
            }
        }
    }
    return inside;
}

bool isSingleUpdate(std::string_view name) {
    static constexpr std::array<std::string_view, 8> kNames{"aten::add_",     "aten::mul_", "aten::addcmul_",
                                                            "aten::addcdiv_", "aten::sub_", "aten::lerp_",
                                                            "aten::sqrt",     "aten::div_"};
    return std::ranges::find(kNames, name) != kNames.end();
}

bool isJointUpdate(std::string_view name) {
    return name.starts_with("aten::_foreach_") || name.starts_with("aten::_fused_");
}

bool isZeroing(std::string_view name) {
    return name == "aten::zero_" || name == "aten::_foreach_zero_";
}

// With a stack: zeros that a function called zero_grad asked for, also where no range says so.
std::vector<MarkedSlice> zeroedBy(const AdviceFacts& facts, const std::vector<MarkedSlice>& zeros) {
    const CallContext& context = facts.data().context();
    std::vector<MarkedSlice> found;
    for (const MarkedSlice& zero : zeros) {
        const auto op = facts.data().forest().indexOf(zero.slice);
        std::uint32_t node = op ? context.nodeOf(*op) : CallContext::kNone;
        for (; node != CallContext::kNone; node = context.node(node).parent) {
            if (context.text(node).ends_with("zero_grad")) {
                found.push_back(zero);
                break;
            }
        }
    }
    return found;
}

// What adds to gradients that are there: one that is not is taken as it comes.
std::vector<MarkedSlice> addedTo(const AdviceFacts& facts) {
    const OperatorForest& forest = facts.data().forest();
    std::vector<MarkedSlice> adds =
        facts.operatorsNamed([](std::string_view name) { return name == "aten::add_"; }, facts.focus());
    std::erase_if(adds, [&](const MarkedSlice& add) {
        const auto op = forest.indexOf(add.slice);
        const std::uint32_t caller = op ? forest.parent(*op) : OperatorForest::kNone;
        return caller == OperatorForest::kNone || !facts.trace()
                                                       .text(facts.trace().slice(forest.slice(caller)).name)
                                                       .ends_with("AccumulateGrad");
    });
    return adds;
}

// By hand, as in "for p in parameters: p.grad.zero_()": zeros that no operator asked for, of a line that makes about as many as
// there are gradients that are added to.
std::vector<MarkedSlice> zeroedByHand(const AdviceFacts& facts, const std::vector<MarkedSlice>& zeros,
                                      std::size_t gradients) {
    const OperatorForest& forest = facts.data().forest();
    std::map<std::uint32_t, std::vector<MarkedSlice>> byLine;
    for (const MarkedSlice& zero : zeros) {
        const auto op = forest.indexOf(zero.slice);
        const std::uint32_t caller = op ? forest.parent(*op) : OperatorForest::kNone;
        const bool asked = caller != OperatorForest::kNone &&
                           facts.trace().slice(forest.slice(caller)).kind == EventKind::Operator;
        if (op && !asked) {
            byLine[facts.data().lineOf(zero.slice)].push_back(zero);
        }
    }
    std::vector<MarkedSlice> found;
    for (const auto& [line, own] : byLine) {
        if (2 * own.size() >= gradients && 2 * own.size() <= 3 * gradients) {
            found.insert(found.end(), own.begin(), own.end());
        }
    }
    return found;
}

} // namespace

std::optional<Finding> findSingleTensorOptimizer(const AdviceFacts& facts, const Limits& limits) {
    std::vector<MarkedSlice> steps = outermost(facts.marked(Mark::OptimizerStep));
    if (steps.empty() || !facts.data().hasDevice()) { // on a CPU there is little to gain
        return std::nullopt;
    }
    const auto joint = facts.operatorsNamed(isJointUpdate, facts.focus());
    const auto single = facts.operatorsNamed(isSingleUpdate, facts.focus());
    std::int64_t calls = 0;
    std::erase_if(steps, [&](const MarkedSlice& step) {
        const auto own = static_cast<std::int64_t>(within(facts, single, {step}).size());
        const bool isSingle =
            static_cast<double>(own) >= limits.at("calls") && within(facts, joint, {step}).empty();
        calls += isSingle ? own : 0;
        return !isSingle;
    });
    if (steps.empty()) {
        return std::nullopt;
    }
    IntervalSet time = facts.exposed(timeOf(steps), steps.front().slice);
    const TimeNs cost = time.total();
    if (!facts.isShare(cost, limits.at("share"))) {
        return std::nullopt;
    }
    const std::vector<LineGroup> lines = facts.byLine(steps);
    Finding found = facts.finding("The optimizer updates one tensor at a time",
                                  {cost / 4, cost * 3 / 4, cost}, std::move(time), 0.8);
    found.seen = facts.eachCount(calls, "operator", "operators") + " in the optimizer's step, " +
                 facts.each(timeOf(steps).total()) + ", " + facts.each(cost) +
                 " of that the device has nothing to do" + mostAt(lines);
    const auto torch = facts.data().torch();
    found.remedy = !torch ? "optimizer(..., foreach=True), or fused=True from torch 2.0 on."
                   : *torch < std::pair(2, 0) ? "optimizer(..., foreach=True)."
                                              : "optimizer(..., fused=True), else foreach=True.";
    found.where = placesOf(lines);
    return found;
}

std::optional<Finding> findZeroedGradients(const AdviceFacts& facts, const Limits& limits) {
    const auto all = facts.operatorsNamed(isZeroing, facts.focus());
    std::vector<MarkedSlice> zeros = within(facts, all, outermost(facts.marked(Mark::ZeroGrad)));
    for (const MarkedSlice& zero : zeroedBy(facts, all)) {
        if (std::ranges::find(zeros, zero.slice, &MarkedSlice::slice) == zeros.end()) {
            zeros.push_back(zero);
        }
    }
    const std::vector<MarkedSlice> adds = addedTo(facts);
    const bool byHand = zeros.empty();
    if (byHand) {
        zeros = zeroedByHand(facts, all, adds.size());
    }
    std::ranges::sort(zeros, {}, [](const MarkedSlice& m) { return m.range.begin; });
    const auto least = limits.at("calls") * static_cast<double>(facts.perStep());
    if (zeros.empty() || static_cast<double>(zeros.size()) < least) {
        return std::nullopt;
    }
    const TimeNs filling = timeOf(zeros).total();
    const TimeNs adding = timeOf(adds).total();
    if (!facts.isShare(filling + adding, limits.at("share"))) {
        return std::nullopt;
    }
    const IntervalSet time = timeOf(zeros).unite(timeOf(adds));
    const TimeNs exposed = facts.exposed(time, zeros.front().slice).total();
    // Where the device had work meanwhile only what it filled and added itself is saved.
    const TimeNs longest = std::numeric_limits<TimeNs>::max();
    const TimeNs kernels = facts.launchedIn(zeros, longest) + facts.launchedIn(adds, longest);
    const TimeNs best = kernels > 0 ? exposed + kernels : std::max(exposed, filling + adding / 2);
    const std::vector<LineGroup> lines = facts.byLine(zeros);
    Finding found = facts.finding("Gradients are filled with zeros instead of being set to None",
                                  {std::min(exposed, filling), best, filling + adding + kernels}, time, 0.9);
    found.seen = facts.eachCount(static_cast<std::int64_t>(zeros.size()), "gradient", "gradients") +
                 " filled with zeros in " + facts.each(filling) + ", and added to in " + facts.each(adding) +
                 mostAt(lines);
    const auto torch = facts.data().torch();
    const bool isDefault = torch && *torch >= std::pair(2, 0);
    found.remedy =
        byHand ? "Set p.grad = None instead, or call optimizer.zero_grad(" +
                     std::string(isDefault ? ")." : "set_to_none=True).")
        : isDefault ? "optimizer.zero_grad(): set_to_none=True is the default, leave set_to_none=False out."
                    : "optimizer.zero_grad(set_to_none=True), the default from torch 2.0 on.";
    found.where = placesOf(lines);
    return found;
}

} // namespace lanes
