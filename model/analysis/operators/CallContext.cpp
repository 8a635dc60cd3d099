#include "model/analysis/operators/CallContext.h"

#include "model/analysis/operators/Frames.h"
#include "model/analysis/operators/KeyIndex.h"
#include "model/analysis/operators/NamedCall.h"
#include "model/analysis/operators/PythonCallers.h"
#include "model/analysis/operators/RangeEntry.h"
#include "model/base/PairKey.h"
#include "model/base/SecretHash.h"
#include "model/base/StopEvery.h"

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>

namespace lanes {

// Grows the tree while it goes over the operators.
class CallContext::Builder {
public:
    Builder(CallContext& context, const OperatorForest& forest, const std::stop_token& stop)
        : context_(context)
        , forest_(forest)
        , trace_(forest.trace())
        , columns_(trace_.args().layouts.size())
        , names_(stop)
        , passNames_(stop)
        , children_(stop)
        , callers_(forest.trace(), stop) {}

    bool run(const std::stop_token& stop) {
        if (!nestPythonSlices(stop)) {
            return false;
        }
        for (const OperatorForest::Run& r : forest_.runs()) {
            const Segment& segment = forest_.segmentOf(r);
            for (std::uint32_t op = r.first; op < r.end; ++op) {
                if ((op == r.first || op % kStopEvery == 0) && stop.stop_requested()) {
                    return false;
                }
                const std::uint32_t i = forest_.position(r, op);
                const std::uint32_t node = nodeFor(segment, i);
                const bool isRange = segment.kind[i] == EventKind::UserRange;
                place(op, isRange ? callerOfRange(node) : node);
            }
        }
        return placeWork(stop) && tellPasses(stop) && lendForward(stop);
    }

private:
    struct Column {
        bool known = false;
        std::optional<std::uint32_t> index;
    };

    [[nodiscard]] static bool isOptimizer(std::string_view name) { return name.starts_with("Optimizer."); }

    // Without categories of the user, which say nothing of the pass.
    [[nodiscard]] Hue builtInHue(const Segment& segment, std::uint32_t i) const {
        return isOwn(segment.hue[i]) ? hueOf(segment.kind[i], trace_.text(segment.name[i])) : segment.hue[i];
    }

    // What an operator says itself; nothing where it is part of what is around it.
    [[nodiscard]] std::optional<Pass> ownPass(const Segment& segment, std::uint32_t i) {
        if (segment.kind[i] == EventKind::Operator && builtInHue(segment, i) == Hue::Autograd) {
            return Pass::Backward;
        }
        const std::uint32_t name = passNames_.add(segment.name[i].value);
        if (name == isOptimizer_.size()) {
            isOptimizer_.push_back(isOptimizer(trace_.text(segment.name[i])));
        }
        return isOptimizer_[name] ? std::optional(Pass::Optimizer) : std::nullopt;
    }

    // Launches of Triton, ctypes and the like have frames all the same.
    bool placeWork(const std::stop_token& stop) {
        std::uint32_t count = 0;
        for (const DeviceWork& work : forest_.deviceWork()) {
            if (count++ % kStopEvery == 0 && stop.stop_requested()) {
                return false;
            }
            for (const SliceId carrier : {work.slice, work.launch}) {
                const std::uint32_t node =
                    work.op == DeviceWork::kNoOperator && carrier.valid() ? nodeAt(carrier) : kNone;
                if (node != kNone) {
                    context_.nodeOfWork_.emplace_back(work.slice, node);
                    break;
                }
            }
        }
        return true;
    }

    [[nodiscard]] std::uint32_t nodeAt(SliceId slice) {
        const Trace::Position at = trace_.locate(slice);
        return nodeFor(*trace_.segments()[at.segment], at.index);
    }

    bool tellPasses(const std::stop_token& stop) {
        UnwrittenVector<Pass>& passes = context_.passes_;
        for (const OperatorForest::Run& r : forest_.callersFirst()) {
            const Segment& segment = forest_.segmentOf(r);
            for (std::uint32_t op = r.first; op < r.end; ++op) {
                if ((op == r.first || op % kStopEvery == 0) && stop.stop_requested()) {
                    return false;
                }
                const std::optional<Pass> own = ownPass(segment, forest_.position(r, op));
                if (own && passes.empty()) {
                    passes.assign(forest_.size(), Pass::Forward);
                }
                if (passes.empty()) {
                    continue;
                }
                const std::uint32_t caller = forest_.parent(r, op);
                passes[op] = own ? *own : caller != OperatorForest::kNone ? passes[caller] : Pass::Forward;
            }
        }
        return true;
    }

    // Backward operators stand in a thread of their own, or within loss.backward(): the frames of their forward operator say
    // more. Those that Python called within them have frames that their outermost operator lacks.
    bool lendForward(const std::stop_token& stop) {
        if (context_.nodeOfOp_.empty() || context_.passes_.empty() || context_.partners_->empty()) {
            return true;
        }
        Lending lending{.own = context_.nodeOfOp_, .anchors = {}, .lent = std::vector<bool>(forest_.size())};
        lending.anchors.assign(forest_.size(), kNone);
        for (const OperatorForest::Run& r : forest_.callersFirst()) {
            for (std::uint32_t op = r.first; op < r.end; ++op) {
                if ((op == r.first || op % kStopEvery == 0) && stop.stop_requested()) {
                    return false;
                }
                if (context_.passes_[op] == Pass::Backward) {
                    lendTo(op, forest_.parent(r, op), lending);
                }
            }
        }
        return true;
    }

    struct Lending {
        UnwrittenVector<std::uint32_t> own;     // nodes before anything was lent
        UnwrittenVector<std::uint32_t> anchors; // the innermost operator at or around with a partner
        std::vector<bool> lent;
    };

    void lendTo(std::uint32_t op, std::uint32_t caller, Lending& lending) {
        const bool isPartner = context_.partners_->of(op) != kNone;
        lending.anchors[op] = isPartner ? op : caller != kNone ? lending.anchors[caller] : kNone;
        const std::uint32_t forward = lenderOf(op, lending.anchors[op], lending.own);
        if (forward == kNone) {
            return;
        }
        context_.nodeOfOp_[op] = lending.own[forward];
        lending.lent[op] = true;
        if (caller == kNone || !lending.lent[caller]) {
            context_.loans_.push_back({op, forward});
        }
    }

    // The forward operator whose frames a backward one has that stands in `anchor`; kNone if it keeps its own.
    [[nodiscard]] std::uint32_t lenderOf(std::uint32_t op, std::uint32_t anchor,
                                         const UnwrittenVector<std::uint32_t>& own) const {
        if (anchor == kNone || own[op] != own[anchor]) {
            return kNone;
        }
        const std::uint32_t forward = context_.partners_->of(anchor);
        return own[forward] == kNone ? kNone : forward;
    }

    // Many sessions have no stacks at all: their column is never made.
    void place(std::uint32_t op, std::uint32_t node) {
        if (node == kNone && context_.nodeOfOp_.empty()) {
            return;
        }
        if (context_.nodeOfOp_.empty()) {
            context_.nodeOfOp_.assign(forest_.size(), kNone);
        }
        context_.nodeOfOp_[op] = node;
    }

    // slice -> node of the innermost Python function at or around it, for tracks that have any
    bool nestPythonSlices(const std::stop_token& stop) {
        for (const auto& segment : trace_.segments()) {
            std::uint32_t i = enclosing_.empty() ? segment->next(EventKind::PythonFunction, 0) : 0;
            for (; i < segment->size(); ++i) {
                if (i % kStopEvery == 0 && stop.stop_requested()) {
                    return false;
                }
                if (segment->kind[i] == EventKind::PythonFunction) {
                    enclosing_.resize(trace_.sliceCount(), kNone);
                    enclosing_[segment->first + i] = addSlice(*segment, i);
                } else if (!enclosing_.empty()) {
                    enclosing_[segment->first + i] = around(*segment, i);
                }
            }
        }
        return true;
    }

    [[nodiscard]] std::uint32_t around(const Segment& segment, std::uint32_t i) const {
        const SliceId told = callers_.empty() ? SliceId() : callers_.of(SliceId(segment.first + i));
        const bool known = told.valid() && !enclosing_.empty() && enclosing_[told.value] != kNone;
        const SliceId outer = known ? told : segment.parent[i];
        return outer.valid() && !enclosing_.empty() ? enclosing_[outer.value] : kNone;
    }

    std::uint32_t addSlice(const Segment& segment, std::uint32_t i) {
        const std::uint32_t name = names_.add(segment.name[i].value);
        if (name == textOfName_.size()) {
            textOfName_.push_back(textNumber(trace_.text(segment.name[i])));
        }
        return child(around(segment, i), textOfName_[name]);
    }

    std::uint32_t nodeFor(const Segment& segment, std::uint32_t i) {
        const std::uint32_t slices = around(segment, i);
        if (slices != kNone) {
            return slices;
        }
        const LayoutId layout = segment.layout[i];
        if (layout.value >= columns_.size()) {
            return kNone;
        }
        const Column& column = columnOf(layout, segment.row[i]);
        const auto value =
            column.index ? trace_.args().value(layout, segment.row[i], *column.index) : std::nullopt;
        if (!value) {
            return kNone;
        }
        if (value->type == ArgValue::Type::Stack) {
            return fromStack(StackId(value->id));
        }
        return value->type == ArgValue::Type::Text ? fromText(StringId(value->id)) : kNone;
    }

    [[nodiscard]] std::uint32_t callerOfRange(std::uint32_t node) const {
        while (node != kNone && isRangeEntry(context_.text(node))) {
            node = context_.nodes_[node].parent;
        }
        return node;
    }

    // The column that holds a stack: by its type, else by its name.
    const Column& columnOf(LayoutId id, std::uint32_t row) {
        Column& c = columns_[id.value];
        if (!c.known) {
            c.known = true;
            const ArgLayout& layout = *trace_.args().layout(id);
            for (std::uint32_t i = 0; i < layout.columns.size(); ++i) {
                const auto value = trace_.args().value(id, row, i);
                if ((value && value->type == ArgValue::Type::Stack) ||
                    (!c.index && trace_.text(layout.columns[i].key) == "Call stack")) {
                    c.index = i;
                }
            }
        }
        return c;
    }

    std::uint32_t fromStack(StackId id) {
        std::vector<StackId> chain; // innermost first, up to the first that is known
        std::uint32_t node = kNone;
        for (; trace_.stacks().has(id) && chain.size() <= trace_.stacks().size();
             id = trace_.stacks().node(id).parent) {
            const auto known = stacks_.find(id.value);
            if (known != stacks_.end()) {
                node = known->second;
                break;
            }
            chain.push_back(id);
        }
        for (auto at = chain.rbegin(); at != chain.rend(); ++at) {
            const Frame& frame = trace_.stacks().node(*at).frame;
            if (const std::string_view module = moduleOfStack(trace_, *at); !module.empty()) {
                node = child(node, textNumber(std::string(kModulePrefix) + std::string(module)));
            }
            node = child(node, textNumber(textOfFrame(trace_, frame)));
            stacks_[at->value] = node;
        }
        return node;
    }

    std::uint32_t fromText(StringId id) {
        const auto [at, isNew] = callStacks_.try_emplace(id.value, kNone);
        if (isNew) {
            std::vector<std::string_view> frames; // innermost first, as written
            std::string_view rest = trace_.text(id);
            while (!rest.empty()) {
                const std::size_t end = std::min(rest.find(';'), rest.size());
                if (end > 0) {
                    frames.push_back(rest.substr(0, end));
                }
                rest.remove_prefix(std::min(end + 1, rest.size()));
            }
            std::uint32_t node = kNone;
            for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame) {
                node = child(node, textNumber(*frame));
            }
            at->second = node;
        }
        return at->second;
    }

    std::uint32_t textNumber(std::string_view text) {
        const auto [at, isNew] =
            texts_.try_emplace(std::string(text), static_cast<std::uint32_t>(context_.texts_.size()));
        if (isNew) {
            context_.texts_.emplace_back(text);
        }
        return at->second;
    }

    std::uint32_t child(std::uint32_t parent, std::uint32_t text) {
        const std::uint32_t node = children_.add(pairKey(parent, text));
        if (node == context_.nodes_.size()) {
            const bool isModule = context_.texts_[text].starts_with(kModulePrefix);
            const std::uint32_t outer = parent != kNone ? context_.nodes_[parent].module : kNone;
            context_.nodes_.push_back({parent, text, isModule ? node : outer});
        }
        return node;
    }

    CallContext& context_;
    const OperatorForest& forest_;
    const Trace& trace_;
    std::vector<Column> columns_;
    UnwrittenVector<std::uint32_t> enclosing_;
    KeyIndex names_;
    std::vector<std::uint32_t> textOfName_;
    KeyIndex passNames_;
    std::vector<bool> isOptimizer_;
    std::unordered_map<std::uint32_t, std::uint32_t> stacks_;
    std::unordered_map<std::uint32_t, std::uint32_t> callStacks_;
    std::unordered_map<std::string, std::uint32_t, SecretHash> texts_;
    KeyIndex children_;
    PythonCallers callers_;
};

std::string_view passName(Pass pass) {
    static constexpr std::array<std::string_view, kPasses> kNames{"forward", "backward", "optimizer"};
    return kNames[static_cast<std::size_t>(pass)];
}

std::shared_ptr<const CallContext> CallContext::build(std::shared_ptr<const OperatorForest> forest,
                                                      const std::stop_token& stop) {
    const auto context = std::make_shared<CallContext>();
    context->partners_ = ForwardPartners::find(*forest, stop);
    context->forest_ = std::move(forest);
    if (!context->partners_) {
        return nullptr;
    }
    Builder builder(*context, *context->forest_, stop);
    return builder.run(stop) ? context : nullptr;
}

std::uint32_t CallContext::nodeOfWork(SliceId work) const {
    const auto found =
        std::ranges::lower_bound(nodeOfWork_, work, {}, &std::pair<SliceId, std::uint32_t>::first);
    return found != nodeOfWork_.end() && found->first == work ? found->second : kNone;
}

std::uint32_t CallContext::forwardOf(std::uint32_t op) const {
    for (; op != kNone; op = forest_->parent(op)) {
        if (const std::uint32_t forward = partners_->of(op); forward != kNone) {
            return forward;
        }
    }
    return kNone;
}

std::string_view CallContext::moduleOf(std::uint32_t node) const {
    if (node == kNone || nodes_[node].module == kNone) {
        return {};
    }
    return text(nodes_[node].module).substr(kModulePrefix.size());
}

std::vector<std::string_view> CallContext::frames(std::uint32_t node) const {
    std::vector<std::string_view> frames;
    for (; node != kNone; node = nodes_[node].parent) {
        frames.push_back(text(node));
    }
    return frames;
}

LazyContext::LazyContext(std::shared_ptr<const OperatorForest> forest)
    : shared_(std::make_shared<Shared>()) {
    std::ignore = shared_->forest.get({}, [&] { return std::move(forest); });
}

LazyContext::LazyContext(std::shared_ptr<const Trace> trace)
    : shared_(std::make_shared<Shared>()) {
    shared_->trace = std::move(trace);
}

std::shared_ptr<const OperatorForest> LazyContext::forest(const std::stop_token& stop) const {
    return shared_->forest.get(stop, [this, &stop] {
        return shared_->trace ? OperatorForest::build(shared_->trace, stop) : nullptr;
    });
}

std::shared_ptr<const CallContext> LazyContext::get(const std::stop_token& stop) const {
    return shared_->context.get(stop, [this, &stop]() -> std::shared_ptr<const CallContext> {
        const auto known = forest(stop);
        return known ? CallContext::build(known, stop) : nullptr;
    });
}

} // namespace lanes
