#include "model/analysis/advice/PythonLoops.h"

#include "model/analysis/operators/RangeEntry.h"
#include "model/analysis/time/Steps.h"

#include <algorithm>
#include <map>
#include <span>
#include <string_view>

namespace lanes {

namespace {

constexpr std::size_t kLongestPeriod = 16;

struct LoopCall {
    TimeRange range;
    SliceId slice;
    StringId name;
    std::uint32_t line = CallContext::kNone;
    bool counts = false; // false: what loops end at
    const Step* step = nullptr;
};

class CallList {
public:
    explicit CallList(const AdviceFacts& facts)
        : facts_(facts)
        , context_(facts.data().context())
        , forest_(facts.data().forest())
        , fetching_(timeOf(facts.marked(Mark::Fetch))) {
        for (std::uint32_t node = 0; node < context_.size(); ++node) {
            const std::uint32_t caller = context_.node(node).parent;
            const bool ownLine = facts_.data().lineOfNode(node) == node;
            inContainer_.push_back(!ownLine &&
                                   (isContainer(node) || (caller < node && inContainer_[caller])));
        }
    }

    // Of each thread, by start.
    std::map<TrackId, std::vector<LoopCall>> take() {
        std::map<TrackId, std::vector<LoopCall>> calls;
        for (const OperatorForest::Run& whole : forest_.runs()) {
            const OperatorForest::Run run = forest_.within(whole, facts_.focus());
            const Segment& segment = forest_.segmentOf(run);
            if (run.first == run.end || facts_.isWorker(processOf(facts_.trace(), segment.track))) {
                continue;
            }
            std::vector<LoopCall>& own = calls[segment.track];
            const ProcessId process = processOf(facts_.trace(), segment.track);
            const auto steps =
                process.valid()
                    ? facts_.data().operators().steps.of(facts_.trace().processes()[process.value].rank)
                    : std::span<const Step>();
            for (std::uint32_t op = run.first; op < run.end && !facts_.stop().stop_requested(); ++op) {
                if (segment.kind[forest_.position(run, op)] == EventKind::Operator &&
                    isOutermost(forest_.parent(run, op))) {
                    own.push_back(callOf(segment, forest_.position(run, op), op));
                    own.back().step = stepAt(steps, own.back().range.begin);
                }
            }
        }
        for (auto& [track, own] : calls) {
            const auto begin = [](const LoopCall& call) { return call.range.begin; };
            if (!std::ranges::is_sorted(own, {}, begin)) {
                std::ranges::sort(own, {}, begin);
            }
        }
        return calls;
    }

private:
    [[nodiscard]] bool isOutermost(std::uint32_t caller) {
        if (caller != lastCaller_) { // siblings stand together
            lastCaller_ = caller;
            callerIsOperator_ = caller != OperatorForest::kNone &&
                                facts_.kindOf(forest_.slice(caller)) == EventKind::Operator;
        }
        return !callerIsOperator_;
    }

    [[nodiscard]] LoopCall callOf(const Segment& segment, std::uint32_t i, std::uint32_t op) const {
        LoopCall call{{segment.start[i], segment.end(i)}, SliceId(segment.first + i), segment.name[i]};
        const std::uint32_t node = context_.nodeOf(op);
        call.line = facts_.data().lineOfNode(node);
        call.counts = context_.passOf(op) == Pass::Forward &&
                      (fetching_.empty() || fetching_.covered(call.range) == 0) &&
                      (node == CallContext::kNone || !inContainer_[node]);
        return call;
    }

    [[nodiscard]] bool isContainer(std::uint32_t node) const {
        return context_.text(node).find("torch/nn/modules/container.py(") != std::string_view::npos;
    }

    const AdviceFacts& facts_;
    const CallContext& context_;
    const OperatorForest& forest_;
    IntervalSet fetching_;
    std::uint32_t lastCaller_ = OperatorForest::kNone;
    bool callerIsOperator_ = false;
    // By node of the context: whether it is called by torch.nn.Sequential on behalf of the program's own line. Layers that it
    // calls one after the other are no loop of the program's.
    std::vector<bool> inContainer_;
};

class LoopFinder {
public:
    LoopFinder(const AdviceFacts& facts, std::int64_t repeats)
        : facts_(facts)
        , repeats_(static_cast<std::size_t>(std::max<std::int64_t>(repeats, 2))) {}

    void find(const std::vector<LoopCall>& calls) {
        for (std::size_t at = 0; at < calls.size();) {
            const std::size_t end = loopAt(calls, at);
            at = end > at ? end : at + 1;
        }
    }
    [[nodiscard]] std::vector<PythonLoop> take() { return std::move(loops_); }

private:
    // Past the end of the loop that begins here; `at` without one.
    std::size_t loopAt(const std::vector<LoopCall>& calls, std::size_t at) {
        for (std::size_t period = 1; period <= kLongestPeriod && calls[at].counts; ++period) {
            std::size_t end = at + period;
            while (end < calls.size() && goesOn(calls[at], calls[end - period], calls[end])) {
                ++end;
            }
            if (end - at >= repeats_ * period) {
                add(calls, at, end, period);
                return end;
            }
        }
        return at;
    }

    [[nodiscard]] bool goesOn(const LoopCall& first, const LoopCall& before, const LoopCall& call) const {
        return call.counts && call.name == before.name && first.step == call.step &&
               isOneFunction(first.line, call.line);
    }
    [[nodiscard]] bool isOneFunction(std::uint32_t a, std::uint32_t b) const {
        const CallContext& context = facts_.data().context();
        return a == b || (a != CallContext::kNone && b != CallContext::kNone &&
                          isSameFunction(context.text(a), context.text(b)));
    }

    void add(const std::vector<LoopCall>& calls, std::size_t begin, std::size_t end, std::size_t period) {
        PythonLoop loop{{calls[begin].range.begin, calls[end - 1].range.end}, calls[begin].slice};
        loop.calls = static_cast<std::int64_t>(end - begin);
        loop.repeats = static_cast<std::int64_t>((end - begin) / period);
        loop.line = calls[begin].line;
        for (std::size_t i = begin; i < end; ++i) {
            const std::string_view name = facts_.trace().text(calls[i].name);
            loop.inside += calls[i].range.length();
            loop.indexes = loop.indexes || name == "aten::select" || name == "aten::index";
        }
        loops_.push_back(loop);
    }

    const AdviceFacts& facts_;
    std::size_t repeats_;
    std::vector<PythonLoop> loops_;
};

} // namespace

std::vector<PythonLoop> pythonLoops(const AdviceFacts& facts, std::int64_t repeats) {
    LoopFinder finder(facts, repeats);
    for (const auto& [track, calls] : CallList(facts).take()) {
        finder.find(calls);
    }
    return finder.take();
}

} // namespace lanes
