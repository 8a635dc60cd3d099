#include "model/analysis/operators/ForwardPartners.h"

#include "model/base/ChainMemo.h"
#include "model/base/StopEvery.h"
#include "model/trace/args/ArgReader.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <tuple>

namespace lanes {

namespace {

constexpr std::uint32_t kNoOperator = OperatorForest::kNone;
constexpr std::int64_t kUnknownSequence = -1;
constexpr std::string_view kEvaluation = "autograd::engine::evaluate_function: ";
constexpr std::string_view kAccumulation = "torch::autograd::AccumulateGrad";

// An operator with a sequence number.
struct NumberedOperator {
    std::int64_t sequence = 0;
    ProcessId process;
    TimeNs start = 0;
    std::uint32_t op = 0;
    [[nodiscard]] auto key() const { return std::tuple(sequence, process, start); }
};

class Sequences {
public:
    explicit Sequences(const OperatorForest& forest)
        : forest_(forest)
        , trace_(forest.trace())
        , sequence_(trace_.args(), trace_.strings(), "Sequence number")
        , thread_(trace_.args(), trace_.strings(), "Fwd thread id") {}

    // Calls `take` with every operator that has a number, and whether it is a backward one. False if asked to stop.
    template<class Take>
    bool each(const std::stop_token& stop, const Take& take) {
        for (const OperatorForest::Run& run : forest_.runs()) {
            const Segment& segment = forest_.segmentOf(run);
            const ProcessId process = trace_.tracks()[segment.track.value].process;
            for (std::uint32_t op = run.first; op < run.end; ++op) {
                if ((op == run.first || op % kStopEvery == 0) && stop.stop_requested()) {
                    return false;
                }
                const std::uint32_t i = forest_.position(run, op);
                const LayoutId layout = segment.layout[i];
                if (segment.kind[i] != EventKind::Operator || !sequence_.column(layout)) {
                    continue;
                }
                const std::uint32_t row = segment.row[i];
                const std::int64_t number =
                    sequence_.integer(layout, row, trace_.strings(), kUnknownSequence);
                if (number != kUnknownSequence) {
                    take(NumberedOperator{number, process, segment.start[i], op},
                         thread_.integer(layout, row, trace_.strings(), kUnknownSequence) > 0);
                }
            }
        }
        return true;
    }

private:
    const OperatorForest& forest_;
    const Trace& trace_;
    ArgReader sequence_;
    ArgReader thread_;
};

// The operator that a slice is or stands in.
std::uint32_t operatorAt(const OperatorForest& forest, SliceId slice, AncestorSearch& operators) {
    const Trace& trace = forest.trace();
    const SliceId op(operators.first(
        slice.value, [&](std::uint32_t at) { return trace.slice(SliceId(at)).parent.value; },
        [&](std::uint32_t at) { return trace.slice(SliceId(at)).kind == EventKind::Operator; }));
    return op.valid() ? forest.indexOf(op).value_or(kNoOperator) : kNoOperator;
}

// The operators around those of `partners` in which the engine evaluates them, with the same partners.
std::vector<std::pair<std::uint32_t, std::uint32_t>>
evaluations(const OperatorForest& forest,
            const std::vector<std::pair<std::uint32_t, std::uint32_t>>& partners) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
    for (const auto& [backward, forward] : partners) {
        const std::uint32_t caller = forest.parent(backward);
        if (caller != kNoOperator &&
            isEvaluationOfNode(forest.trace().text(forest.trace().slice(forest.slice(caller)).name))) {
            found.emplace_back(caller, forward);
        }
    }
    return found;
}

// What adds gradients up has no forward operator. Torch's engine evaluates it right behind the node that computed them: no other node
// comes before it in the thread's queue (its sequence number is the highest there is, torch/csrc/autograd/functions/accumulate_grad.h).
class Accumulations {
public:
    Accumulations(const OperatorForest& forest, const ForwardPartners& partners)
        : forest_(forest)
        , trace_(forest.trace())
        , partners_(partners)
        , node_(trace_.strings().find(kAccumulation))
        , evaluation_(trace_.strings().find(std::string(kEvaluation) + std::string(kAccumulation))) {}

    // Calls `take` with each that has one and what the node's forward operator is. False if asked to stop.
    template<class Take>
    bool each(const std::stop_token& stop, const Take& take) const {
        if (!node_.valid() || !evaluation_.valid()) {
            return true;
        }
        for (const OperatorForest::Run& run : forest_.runs()) {
            if (stop.stop_requested()) {
                return false;
            }
            const Segment& segment = forest_.segmentOf(run);
            for (std::uint32_t op = run.first; op < run.end; ++op) {
                if (segment.name[forest_.position(run, op)] == node_) {
                    if (const std::uint32_t forward = forwardOf(op); forward != kNoOperator) {
                        take(op, forward);
                    }
                }
            }
        }
        return true;
    }

private:
    static constexpr int kMostInARow = 256; // a node has seldom more parameters

    [[nodiscard]] std::uint32_t forwardOf(std::uint32_t op) const {
        const std::uint32_t around = forest_.parent(op);
        if (around == kNoOperator) {
            return kNoOperator;
        }
        SliceId at = forest_.slice(around);
        const SliceId caller = trace_.slice(at).parent;
        for (int i = 0; i < kMostInARow && at.valid() && trace_.slice(at).name == evaluation_; ++i) {
            at = trace_.previousInLane(at);
        }
        const bool beside = at.valid() && at != forest_.slice(around) && trace_.slice(at).parent == caller;
        const auto node = beside ? forest_.indexOf(at) : std::nullopt;
        return node ? partners_.of(*node) : kNoOperator;
    }

    const OperatorForest& forest_;
    const Trace& trace_;
    const ForwardPartners& partners_;
    StringId node_;
    StringId evaluation_;
};

} // namespace

bool isAccumulationOfGradients(std::string_view name) {
    return name == kAccumulation;
}

bool isEvaluationOfNode(std::string_view name) {
    return name.starts_with(kEvaluation);
}

std::uint32_t ForwardPartners::of(std::uint32_t op) const {
    const auto at = std::ranges::lower_bound(partners_, op, {}, &Partner::first);
    return at != partners_.end() && at->first == op ? at->second : kNoOperator;
}

std::shared_ptr<const ForwardPartners> ForwardPartners::find(const OperatorForest& forest,
                                                             const std::stop_token& stop) {
    const auto result = std::make_shared<ForwardPartners>();
    std::vector<Partner>& partners = result->partners_;
    AncestorSearch operators;
    for (const Link& link : forest.trace().links().all()) {
        if (link.kind == LinkKind::ForwardBackward && forest.trace().has(link.from) &&
            forest.trace().has(link.to)) {
            const std::uint32_t backward = operatorAt(forest, link.to, operators);
            const std::uint32_t forward = operatorAt(forest, link.from, operators);
            if (backward != kNoOperator && forward != kNoOperator && backward != forward) {
                partners.emplace_back(backward, forward);
            }
        }
    }
    const auto sortByBackward = [&] {
        std::ranges::stable_sort(partners, {}, &Partner::first); // of several the first counts
        const auto rest = std::ranges::unique(partners, {}, &Partner::first);
        partners.erase(rest.begin(), rest.end());
    };
    sortByBackward();
    Sequences sequences(forest);
    std::vector<NumberedOperator> backward;
    std::vector<NumberedOperator> forward;
    bool whole = sequences.each(stop, [&](const NumberedOperator& op, bool isBackward) {
        if (isBackward && result->of(op.op) == kNoOperator) {
            backward.push_back(op);
        }
    });
    std::ranges::sort(backward, {}, &NumberedOperator::sequence);
    whole =
        whole && (backward.empty() || sequences.each(stop, [&](const NumberedOperator& op, bool isBackward) {
            if (!isBackward &&
                std::ranges::binary_search(backward, op.sequence, {}, &NumberedOperator::sequence)) {
                forward.push_back(op);
            }
        }));
    if (!whole) {
        return nullptr;
    }
    std::ranges::sort(forward, {}, &NumberedOperator::key);
    for (const NumberedOperator& op : backward) {
        const auto after = std::ranges::lower_bound(forward, op.key(), {}, &NumberedOperator::key);
        if (after != forward.begin() && std::prev(after)->sequence == op.sequence &&
            std::prev(after)->process == op.process) {
            partners.emplace_back(op.op, std::prev(after)->op);
        }
    }
    std::ranges::copy(evaluations(forest, partners), std::back_inserter(partners));
    sortByBackward();
    std::vector<Partner> accumulations;
    whole = Accumulations(forest, *result).each(stop, [&](std::uint32_t op, std::uint32_t of) {
        accumulations.emplace_back(op, of);
    });
    if (!whole) {
        return nullptr;
    }
    std::ranges::copy(accumulations, std::back_inserter(partners));
    sortByBackward();
    return result;
}

} // namespace lanes
