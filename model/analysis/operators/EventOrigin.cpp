#include "model/analysis/operators/EventOrigin.h"

#include "model/analysis/operators/Frames.h"
#include "model/analysis/operators/LaunchedWork.h"
#include "model/analysis/operators/NamedCall.h"
#include "model/analysis/operators/NestedNodes.h"
#include "model/analysis/operators/RangeEntry.h"
#include "model/trace/args/JsonText.h"

#include <algorithm>
#include <string_view>
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

std::vector<StackLine> recordedStack(const Trace& trace, StackId stack) {
    std::vector<StackLine> lines;
    const StackTable& stacks = trace.stacks();
    for (StackId at = stack; stacks.has(at);) {
        lines.push_back({textOfFrame(trace, stacks.node(at).frame), {}});
        if (const std::string_view module = moduleOfStack(trace, at); !module.empty()) {
            lines.push_back({std::string(kModulePrefix) + std::string(module), {}});
        }
        const StackId caller = stacks.node(at).parent;
        at = caller < at ? caller : StackId(); // no other can be in a table that is whole
    }
    return lines;
}

bool sameLines(const std::vector<StackLine>& a, const std::vector<StackLine>& b) {
    return std::ranges::equal(a, b, {}, &StackLine::text, &StackLine::text);
}

} // namespace

EventOrigin::EventOrigin(std::shared_ptr<const Trace> trace, LazyContext context)
    : trace_(std::move(trace))
    , stretch_(trace_)
    , context_(context.isGiven() ? std::move(context) : LazyContext(trace_))
    , externalIds_(std::make_shared<MadeOnce<ExternalIds>>()) {}

EventOrigin::EventOrigin(std::shared_ptr<const Trace> trace, std::shared_ptr<const Trace> stretch,
                         LazyContext context)
    : trace_(std::move(trace))
    , stretch_(std::move(stretch))
    , context_(std::move(context))
    , externalIds_(std::make_shared<MadeOnce<ExternalIds>>()) {}

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
    for (SliceId at = slice; at.valid();) {
        const Trace::Slice s = trace_->slice(at);
        if (s.kind == EventKind::Operator && s.end() >= end) { // one that ends before only overlaps
            return at;
        }
        at = s.parent;
    }
    return {};
}

SliceId EventOrigin::operatorOf(SliceId slice) const {
    const EventKind kind = trace_->slice(slice).kind;
    if (isDeviceWork(kind) || kind == EventKind::Runtime) {
        return ownerOf(*trace_, slice, [this] {
            return externalIds_->get(stop_, [this] { return ExternalIds::ofAll(*stretch_, stop_); });
        });
    }
    const SliceId host = hostSide(slice);
    const bool call = host.valid() && trace_->slice(host).kind == EventKind::Runtime;
    return !host.valid() ? SliceId() : call ? operatorOpenAt(*trace_, host) : operatorAround(host);
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
    for (SliceId at = operatorOf(slice); at.valid();) {
        for (const SliceId forward : {ownForward(at), forwardOfNodeIn(at)}) {
            if (forward.valid()) {
                return {at, forward};
            }
        }
        const SliceId parent = trace_->slice(at).parent;
        at = parent.valid() ? operatorAround(parent) : SliceId();
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

std::vector<StackLine> EventOrigin::functionsAround(SliceId slice) const {
    std::vector<StackLine> lines;
    for (SliceId at = slice; at.valid();) {
        const Trace::Slice s = trace_->slice(at);
        if (s.kind == EventKind::PythonFunction && at != slice) {
            lines.push_back({std::string(trace_->text(s.name)), at});
        }
        at = s.parent;
    }
    return lines;
}

std::vector<StackLine> EventOrigin::carriedStack(SliceId slice) const {
    const Trace::Slice s = trace_->slice(slice);
    const ArgLayout* layout = trace_->args().layout(s.layout);
    for (std::uint32_t c = 0; layout != nullptr && c < layout->columns.size(); ++c) {
        const std::string_view key = trace_->text(layout->columns[c].key);
        const auto value = trace_->args().value(s.layout, s.row, c);
        if (!value) {
            continue;
        }
        if (value->type == ArgValue::Type::Stack) {
            return recordedStack(*trace_, StackId(value->id));
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
std::vector<StackLine> EventOrigin::ownStack(SliceId slice) const {
    const SliceId host = hostSide(slice);
    const SliceId op = operatorOf(slice);
    std::vector<StackLine> lines = host.valid() ? functionsAround(host) : std::vector<StackLine>();
    if (lines.empty() && op.valid()) {
        lines = functionsAround(op);
    }
    for (const SliceId carrier : {slice, host, op}) {
        if (lines.empty() && carrier.valid()) {
            lines = carriedStack(carrier);
        }
    }
    if (trace_->slice(slice).kind == EventKind::UserRange) {
        lines.erase(lines.begin(), std::ranges::find_if_not(lines, isRangeEntry, &StackLine::text));
    }
    return lines;
}

PythonStack EventOrigin::pythonStackOf(SliceId slice) const {
    PythonStack stack{ownStack(slice), false};
    const Partners partners = partnersOf(slice);
    if (partners.forward.valid() &&
        (stack.lines.empty() || sameLines(stack.lines, ownStack(partners.backward)))) {
        if (std::vector<StackLine> lines = ownStack(partners.forward); !lines.empty()) {
            stack = {std::move(lines), true};
        }
    }
    return stack;
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

} // namespace lanes
