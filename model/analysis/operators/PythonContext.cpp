#include "model/analysis/operators/PythonContext.h"

#include "model/analysis/operators/KeyIndex.h"
#include "model/analysis/operators/RangeEntry.h"

#include <algorithm>
#include <optional>

namespace lanes {

namespace {

constexpr std::uint32_t kStopEvery = 1 << 16;

std::uint64_t pair(std::uint32_t high, std::uint32_t low) {
    return (std::uint64_t(high) << 32) | low;
}

} // namespace

// Grows the tree while it goes over the operators.
class PythonContext::Builder {
public:
    Builder(PythonContext& context, const OperatorForest& forest)
        : context_(context)
        , forest_(forest)
        , trace_(forest.trace())
        , columns_(trace_.args().layouts.size()) {}

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
        return true;
    }

private:
    struct Column {
        bool known = false;
        std::optional<std::uint32_t> index;
    };

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
        const SliceId outer = segment.parent[i];
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
            if (const std::string_view module = moduleOfFrame(frame); !module.empty()) {
                node = child(node, textNumber(std::string(kModulePrefix) + std::string(module)));
            }
            node = child(node,
                         textNumber(std::string(trace_.text(frame.file)) + "(" + std::to_string(frame.line) +
                                    "): " + std::string(trace_.text(frame.function))));
            stacks_[at->value] = node;
        }
        return node;
    }

    // The module whose call a frame is: as recorded, else by its class, as only nn.Modules have a method "forward" that
    // operators are called from: "Linear.forward" -> "Linear".
    [[nodiscard]] std::string_view moduleOfFrame(const Frame& frame) const {
        if (frame.module.valid()) {
            return trace_.text(frame.module);
        }
        constexpr std::string_view kForward = ".forward";
        std::string_view name = trace_.text(frame.function);
        if (!name.ends_with(kForward)) {
            return {};
        }
        name.remove_suffix(kForward.size());
        const std::size_t dot = name.rfind('.');
        return dot == std::string_view::npos ? name : name.substr(dot + 1);
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
        const std::uint32_t node = children_.add(pair(parent, text));
        if (node == context_.nodes_.size()) {
            const bool isModule = context_.texts_[text].starts_with(kModulePrefix);
            const std::uint32_t outer = parent != kNone ? context_.nodes_[parent].module : kNone;
            context_.nodes_.push_back({parent, text, isModule ? node : outer});
        }
        return node;
    }

    PythonContext& context_;
    const OperatorForest& forest_;
    const Trace& trace_;
    std::vector<Column> columns_;
    UnwrittenVector<std::uint32_t> enclosing_;
    KeyIndex names_;
    std::vector<std::uint32_t> textOfName_;
    std::unordered_map<std::uint32_t, std::uint32_t> stacks_;
    std::unordered_map<std::uint32_t, std::uint32_t> callStacks_;
    std::unordered_map<std::string, std::uint32_t> texts_;
    KeyIndex children_;
};

std::shared_ptr<const PythonContext> PythonContext::build(const OperatorForest& forest,
                                                          const std::stop_token& stop) {
    const auto context = std::make_shared<PythonContext>();
    Builder builder(*context, forest);
    return builder.run(stop) ? context : nullptr;
}

std::string_view PythonContext::moduleOf(std::uint32_t node) const {
    if (node == kNone || nodes_[node].module == kNone) {
        return {};
    }
    return text(nodes_[node].module).substr(kModulePrefix.size());
}

std::vector<std::string_view> PythonContext::frames(std::uint32_t node) const {
    std::vector<std::string_view> frames;
    for (; node != kNone; node = nodes_[node].parent) {
        frames.push_back(text(node));
    }
    return frames;
}

LazyContext::LazyContext(std::shared_ptr<const OperatorForest> forest)
    : shared_(std::make_shared<Shared>()) {
    shared_->forest = std::move(forest);
}

std::shared_ptr<const PythonContext> LazyContext::get(const std::stop_token& stop) const {
    const std::scoped_lock lock(shared_->mutex);
    if (!shared_->context) {
        shared_->context = PythonContext::build(*shared_->forest, stop);
    }
    return shared_->context;
}

} // namespace lanes
