#include "model/analysis/operators/EventOrigin.h"

#include "model/analysis/operators/Frames.h"
#include "model/analysis/operators/LaunchedWork.h"
#include "model/analysis/operators/NamedCall.h"
#include "model/analysis/operators/NestedNodes.h"
#include "model/analysis/operators/RangeEntry.h"
#include "model/base/SecretHash.h"
#include "model/trace/args/JsonText.h"
#include "model/trace/slices/AncestorJumps.h"

#include <algorithm>
#include <mutex>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace lanes {

namespace {

// Torch's "Call stack": frames from the innermost on, a ';' behind each.
std::vector<StackLine> splitStack(std::string_view text, char separator) {
    std::vector<StackLine> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(separator), text.size());
        if (end > 0) {
            lines.push_back({std::string(text.substr(0, end)), {}});
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::vector<StackLine> recordedStack(const Trace& trace, StackId stack, std::size_t most) {
    std::vector<StackLine> lines;
    const StackTable& stacks = trace.stacks();
    for (StackId at = stack; stacks.has(at) && lines.size() < most;) {
        lines.push_back({textOfFrame(trace, stacks.node(at).frame), {}});
        if (const std::string_view module = moduleOfStack(trace, at); !module.empty()) {
            lines.push_back({std::string(kModulePrefix) + std::string(module), {}});
        }
        const StackId caller = stacks.node(at).parent;
        at = caller < at ? caller : StackId(); // no other can be in a table that is whole
    }
    return lines;
}

constexpr int kStepsByHand = 32; // where walking costs less than remembering

} // namespace

// What is remembered of slices that stand deep within others. Any thread.
class EventOrigin::Deep {
public:
    explicit Deep(std::shared_ptr<const Trace> trace)
        : open_(trace)
        , trace_(std::move(trace)) {}

    [[nodiscard]] const OpenOperators& open() const { return open_; }

    // The innermost operator at or around a slice that has not ended before `end`.
    [[nodiscard]] SliceId operatorEndingFrom(SliceId slice, TimeNs end) {
        const std::scoped_lock lock(mutex_);
        const auto parentOf = [this](SliceId at) { return outer(at); };
        const auto endOf = [this](SliceId at) {
            const Trace::Slice s = trace_->slice(at);
            return s.kind == EventKind::Operator ? s.end() : AncestorJumps::kNever;
        };
        if (!operators_) {
            operators_.emplace(trace_->firstSlice(), trace_->sliceCount(), parentOf, endOf);
        }
        return operators_->firstEndingFrom(slice, end, parentOf, endOf);
    }

    // The innermost Python function at or around a slice.
    [[nodiscard]] SliceId functionAt(SliceId slice) {
        const std::scoped_lock lock(mutex_);
        return atOrAround(slice);
    }

    // Of the names of a function and of all around it.
    [[nodiscard]] std::uint64_t namesAt(SliceId function) {
        const std::scoped_lock lock(mutex_);
        return names_.of(
            function.value, [this](std::uint32_t at) { return atOrAround(outer(SliceId(at))).value; },
            [this](std::uint64_t outer, std::uint32_t at) {
                return hash_.pair(outer, trace_->slice(SliceId(at)).name.value);
            });
    }

    [[nodiscard]] std::optional<Partners> partners(SliceId op) const {
        const std::scoped_lock lock(mutex_);
        const auto known = partners_.find(op);
        return known != partners_.end() ? std::optional(known->second) : std::nullopt;
    }
    void keep(const std::vector<SliceId>& ops, const Partners& partners) {
        const std::scoped_lock lock(mutex_);
        for (const SliceId op : ops) {
            partners_.emplace(op, partners);
        }
    }

private:
    // Parents stand before their children.
    [[nodiscard]] SliceId outer(SliceId slice) const {
        const SliceId parent = trace_->slice(slice).parent;
        return trace_->has(parent) && parent < slice ? parent : SliceId();
    }
    [[nodiscard]] SliceId atOrAround(SliceId slice) {
        return SliceId(functions_.first(
            slice.value, [this](std::uint32_t at) { return outer(SliceId(at)).value; },
            [this](std::uint32_t at) {
                return trace_->slice(SliceId(at)).kind == EventKind::PythonFunction;
            }));
    }

    OpenOperators open_;
    std::shared_ptr<const Trace> trace_;
    mutable std::mutex mutex_;
    std::optional<AncestorJumps> operators_;
    AncestorSearch functions_;
    ChainMemo<std::uint64_t> names_;
    SecretHash hash_;
    std::unordered_map<SliceId, Partners> partners_; // of those for which many were asked
};

EventOrigin::EventOrigin(std::shared_ptr<const Trace> trace, LazyContext context)
    : trace_(std::move(trace))
    , stretch_(trace_)
    , context_(context.isGiven() ? std::move(context) : LazyContext(trace_))
    , externalIds_(std::make_shared<MadeOnce<ExternalIds>>())
    , deep_(std::make_shared<Deep>(trace_)) {}

EventOrigin::EventOrigin(std::shared_ptr<const Trace> trace, std::shared_ptr<const Trace> stretch,
                         LazyContext context)
    : trace_(std::move(trace))
    , stretch_(std::move(stretch))
    , context_(std::move(context))
    , externalIds_(std::make_shared<MadeOnce<ExternalIds>>())
    , deep_(std::make_shared<Deep>(trace_)) {}

EventOrigin EventOrigin::until(std::stop_token stop) const {
    EventOrigin same = *this;
    same.stop_ = std::move(stop);
    return same;
}

SliceId EventOrigin::launchOf(SliceId slice) const {
    const EventKind kind = trace_->slice(slice).kind;
    return isDeviceWork(kind) || kind == EventKind::DeviceSync
               ? trace_->links().firstTo(slice, LinkKind::Launch)
               : SliceId();
}

// Of a replay of a graph; none of anything else.
SliceId EventOrigin::capturedOperator(SliceId slice) const {
    return isDeviceWork(trace_->slice(slice).kind) ? trace_->links().firstTo(slice, LinkKind::Captured)
                                                   : SliceId();
}

// What stands on a thread for the event: itself, what was captured, or its launch.
SliceId EventOrigin::hostSide(SliceId slice) const {
    if (const SliceId captured = capturedOperator(slice); captured.valid()) {
        return captured;
    }
    return runsOnDevice(trace_->slice(slice).kind) ? launchOf(slice) : slice;
}

SliceId EventOrigin::operatorAround(SliceId slice) const {
    const TimeNs end = trace_->slice(slice).end();
    SliceId at = slice;
    for (int step = 0; step < kStepsByHand && at.valid(); ++step) {
        const Trace::Slice s = trace_->slice(at);
        if (s.kind == EventKind::Operator && s.end() >= end) { // one that ends before only overlaps
            return at;
        }
        at = s.parent;
    }
    return at.valid() ? deep_->operatorEndingFrom(at, end) : SliceId();
}

SliceId EventOrigin::operatorOf(SliceId slice) const {
    const EventKind kind = trace_->slice(slice).kind;
    if (isDeviceWork(kind) || kind == EventKind::Runtime) {
        return ownerOf(*trace_, slice, deep_->open(), [this] {
            return externalIds_->get(stop_, [this] { return ExternalIds::ofAll(*stretch_, stop_); });
        });
    }
    const SliceId host = hostSide(slice);
    const bool call = host.valid() && trace_->slice(host).kind == EventKind::Runtime;
    return !host.valid() ? SliceId() : call ? deep_->open().at(host) : operatorAround(host);
}

TimeNs EventOrigin::selfTimeOf(SliceId slice) const {
    const auto forest = isForestNode(trace_->slice(slice).kind) ? context_.forest(stop_)
                                                                : std::shared_ptr<const OperatorForest>();
    const auto op = forest ? forest->indexOf(slice) : std::nullopt;
    return op ? forest->selfTime(*op) : trace_->selfTime(slice);
}

SliceId EventOrigin::forwardOf(SliceId slice) const {
    return partnersOf(slice).forward;
}

// Arrows lead from the outermost operator of a forward call, so what stands inside it looks outwards.
SliceId EventOrigin::backwardOf(SliceId slice) const {
    if (forwardOf(slice).valid()) {
        return {};
    }
    for (SliceId at = operatorOf(slice); at.valid(); at = trace_->slice(at).parent) {
        const SliceId backward = trace_->links().firstFrom(at, LinkKind::ForwardBackward);
        if (backward.valid()) {
            return backward;
        }
    }
    return {};
}

EventOrigin::Partners EventOrigin::partnersOf(SliceId slice) const {
    Partners found;
    std::vector<SliceId> asked; // innermost first
    for (SliceId at = operatorOf(slice); at.valid();) {
        if (const auto known = deep_->partners(at)) {
            found = *known;
            break;
        }
        asked.push_back(at);
        found = partnersAt(at);
        if (found.forward.valid()) {
            break;
        }
        const SliceId parent = trace_->slice(at).parent;
        at = parent.valid() ? operatorAround(parent) : SliceId();
    }
    const bool wide = !asked.empty() && isEvaluationOfNode(trace_->text(trace_->slice(asked.back()).name));
    if ((asked.size() > kStepsByHand || wide) && !stop_.stop_requested()) {
        deep_->keep(asked, found);
    }
    return found;
}

EventOrigin::Partners EventOrigin::partnersAt(SliceId op) const {
    for (const SliceId forward : {ownForward(op), forwardOfNodeIn(op)}) {
        if (forward.valid()) {
            return {op, forward};
        }
    }
    return {};
}

SliceId EventOrigin::ownForward(SliceId op) const {
    const SliceId linked = trace_->links().firstTo(op, LinkKind::ForwardBackward);
    return linked.valid() ? linked : forwardByPartners(op);
}

// Of what the engine does for a node, as in ForwardPartners; of anything else none.
SliceId EventOrigin::forwardOfNodeIn(SliceId evaluation) const {
    if (!isEvaluationOfNode(trace_->text(trace_->slice(evaluation).name))) {
        return {};
    }
    for (const SliceId within : trace_->children(evaluation)) {
        const Trace::Slice s = trace_->slice(within);
        // Beside what adds gradients up stand hooks: DistributedDataParallel's communication is no work of one operator.
        const bool isNode = s.kind == EventKind::Operator && !isAccumulationOfGradients(trace_->text(s.name));
        if (const SliceId forward = isNode ? ownForward(within) : SliceId(); forward.valid()) {
            return forward;
        }
    }
    return {};
}

// Of an operator that says that it is a backward one, or adds gradients up.
SliceId EventOrigin::forwardByPartners(SliceId op) const {
    if (!trace_->arg(op, "Fwd thread id") &&
        !isAccumulationOfGradients(trace_->text(trace_->slice(op).name))) {
        return {};
    }
    const auto context = context_.get(stop_);
    if (!context) {
        return {};
    }
    const OperatorForest& forest = context->forest();
    const auto number = forest.indexOf(op);
    const std::uint32_t forward = number ? context->partners().of(*number) : OperatorForest::kNone;
    return forward != OperatorForest::kNone ? forest.slice(forward) : SliceId();
}

SliceId EventOrigin::functionAround(SliceId slice) const {
    SliceId at = trace_->slice(slice).parent;
    for (int step = 0; step < kStepsByHand && at.valid(); ++step) {
        const Trace::Slice s = trace_->slice(at);
        if (s.kind == EventKind::PythonFunction) {
            return at;
        }
        at = s.parent;
    }
    return at.valid() ? deep_->functionAt(at) : SliceId();
}

StackLine EventOrigin::lineOf(SliceId function) const {
    return {std::string(trace_->text(trace_->slice(function).name)), function};
}

std::vector<StackLine> EventOrigin::carriedStack(SliceId slice, std::size_t most) const {
    const Trace::Slice s = trace_->slice(slice);
    const ArgLayout* layout = trace_->args().layout(s.layout);
    for (std::uint32_t c = 0; layout != nullptr && c < layout->columns.size(); ++c) {
        const std::string_view key = trace_->text(layout->columns[c].key);
        const auto value = trace_->args().value(s.layout, s.row, c);
        if (!value) {
            continue;
        }
        if (value->type == ArgValue::Type::Stack) {
            return recordedStack(*trace_, StackId(value->id), most);
        }
        if (value->type == ArgValue::Type::Text && (key == "Call stack" || key == "stack")) {
            const std::string text = unescapeJson(trace_->text(StringId(value->id)));
            auto lines = splitStack(text, key == "stack" ? '\n' : ';');
            if (!lines.empty()) {
                return lines;
            }
        }
    }
    return {};
}

// Without the forward operator's.
EventOrigin::StackStart EventOrigin::ownStack(SliceId slice) const {
    const SliceId host = hostSide(slice);
    const SliceId op = operatorOf(slice);
    const bool isRange = trace_->slice(slice).kind == EventKind::UserRange;
    for (const SliceId inner : {host, op}) {
        SliceId function = inner.valid() ? functionAround(inner) : SliceId();
        if (function.valid()) {
            while (isRange && function.valid() && isRangeEntry(lineOf(function).text)) {
                function = functionAround(function);
            }
            return {function, {}, isRange};
        }
    }
    for (const SliceId carrier : {slice, host, op}) {
        if (carrier.valid() && !carriedStack(carrier, 1).empty()) {
            const StackStart start{{}, carrier, isRange};
            return isRange && linesOf(start).empty() ? StackStart() : start;
        }
    }
    return {};
}

std::vector<StackLine> EventOrigin::linesOf(const StackStart& start) const {
    std::vector<StackLine> lines;
    if (start.carrier.valid()) {
        lines = carriedStack(start.carrier);
    }
    if (start.isOfRange) {
        lines.erase(lines.begin(), std::ranges::find_if_not(lines, isRangeEntry, &StackLine::text));
    }
    for (SliceId at = start.function; at.valid(); at = functionAround(at)) {
        lines.push_back(lineOf(at));
    }
    return lines;
}

bool EventOrigin::sameLines(const StackStart& a, const StackStart& b) const {
    if (a.function.valid() && b.function.valid()) {
        return a.function == b.function || deep_->namesAt(a.function) == deep_->namesAt(b.function);
    }
    return std::ranges::equal(linesOf(a), linesOf(b), {}, &StackLine::text, &StackLine::text);
}

std::pair<EventOrigin::StackStart, bool> EventOrigin::stackOf(SliceId slice) const {
    const StackStart own = ownStack(slice);
    const Partners partners = partnersOf(slice);
    if (partners.forward.valid() && (own.isEmpty() || sameLines(own, ownStack(partners.backward)))) {
        if (const StackStart forward = ownStack(partners.forward); !forward.isEmpty()) {
            return {forward, true};
        }
    }
    return {own, false};
}

PythonStack EventOrigin::pythonStackOf(SliceId slice) const {
    const auto [start, ofForward] = stackOf(slice);
    return {linesOf(start), ofForward};
}

std::vector<StackLine> EventOrigin::modulesOf(SliceId slice) const {
    const Trace::Slice s = trace_->slice(slice);
    std::vector<StackLine> lines = pythonStackOf(slice).lines;
    if (s.kind == EventKind::PythonFunction && (lines.empty() || lines.front().slice != slice)) {
        lines.insert(lines.begin(), {std::string(trace_->text(s.name)), slice});
    }
    std::vector<StackLine> modules;
    for (const StackLine& line : lines) {
        if (line.text.starts_with(kModulePrefix)) {
            modules.push_back({line.text.substr(kModulePrefix.size()), line.slice});
        }
    }
    return modules;
}

std::optional<StackLine> StackSearch::lineOf(SliceId slice) {
    const EventOrigin::StackStart start = origin_.stackOf(slice).first;
    if (start.function.valid()) {
        const SliceId found(functions_.first(
            start.function.value,
            [this](std::uint32_t at) { return origin_.functionAround(SliceId(at)).value; },
            [this](std::uint32_t at) { return test_(origin_.lineOf(SliceId(at)).text); }));
        return found.valid() ? std::optional(origin_.lineOf(found)) : std::nullopt;
    }
    std::vector<StackLine> lines = origin_.linesOf(start);
    const auto found = std::ranges::find_if(lines, test_, &StackLine::text);
    return found != lines.end() ? std::optional(std::move(*found)) : std::nullopt;
}

} // namespace lanes
