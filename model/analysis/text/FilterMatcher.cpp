#include "model/analysis/operators/NestedNodes.h"
#include "model/analysis/operators/Shapes.h"
#include "model/analysis/text/Filter.h"
#include "model/analysis/text/FilterTerm.h"
#include "model/base/ChainMemo.h"
#include "model/trace/args/ArgReader.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <unordered_map>

namespace lanes {

namespace {

enum class Known : std::uint8_t { NotYet, Yes, No };

constexpr std::uint32_t kNotYet = 0x80000000u;
static_assert(kEventKinds < 31);

bool trackMatches(const Trace& trace, TrackId track, const FilterTerm& term, Track::Kind kind) {
    const Track& t = trace.tracks()[track.value];
    if (t.kind != kind) {
        return false;
    }
    const bool number = !term.word.empty() &&
                        std::ranges::all_of(term.word, [](unsigned char c) { return std::isdigit(c) != 0; });
    return number ? t.key == term.word : containsWord(t.name, term) || containsWord(t.key, term);
}

} // namespace

// What a filter looks at, be it a slice or an instant.
struct Subject {
    EventKind kind = EventKind::Other;
    StringId name;
    TrackId track;
    LayoutId layout;
    std::uint32_t row = 0;
    TimeNs duration = 0;
    SliceId slice; // none of an instant
};

struct FilterMatcher::State {
    Filter filter;
    std::shared_ptr<const Trace> trace;
    LazyContext lazy;
    std::shared_ptr<const CallContext> context; // once a term has asked
    StringId dims;
    std::vector<std::vector<std::uint32_t>>
        byName;                              // per term: the kinds with which each name holds, a bit each
    std::vector<std::vector<Known>> byShape; // per term: what is known of each text
    std::vector<std::vector<Known>> byTrack;
    std::vector<ChainMemo<bool>> byNode; // per term: of modules of the context
    std::vector<AncestorSearch> bySlice; // per term: such modules among slices
    AncestorSearch operators;

    [[nodiscard]] bool nameHolds(std::size_t term, StringId name, EventKind kind);
    [[nodiscard]] bool trackHolds(std::size_t term, TrackId track);
    [[nodiscard]] bool shapeHolds(std::size_t term, LayoutId layout, std::uint32_t row);
    [[nodiscard]] std::uint32_t operatorOf(SliceId slice);
    [[nodiscard]] bool nodeHolds(std::size_t term, std::uint32_t node);
    [[nodiscard]] bool sliceIsIn(std::size_t term, SliceId slice);
    [[nodiscard]] bool moduleHolds(std::size_t term, SliceId slice);
    [[nodiscard]] bool passHolds(std::size_t term, SliceId slice);
    [[nodiscard]] bool holds(std::size_t term, const Subject& subject);
    [[nodiscard]] bool matches(const Subject& subject);
    template<class Memo>
    [[nodiscard]] Memo& known(std::vector<Memo>& memo, std::uint32_t at, Memo notYet) const;
};

template<class Memo>
Memo& FilterMatcher::State::known(std::vector<Memo>& memo, std::uint32_t at, Memo notYet) const {
    // Ids come from files: all that no text has share the last place, as they share the empty text.
    memo.resize(trace->strings().size() + std::size_t(1), notYet);
    return memo[std::min(at, trace->strings().size())];
}

bool FilterMatcher::State::nameHolds(std::size_t term, StringId name, EventKind kind) {
    if (!name.valid()) {
        return false;
    }
    std::uint32_t& kinds = known(byName[term], name.value, kNotYet);
    if (kinds == kNotYet) {
        kinds = kindsWith(filter.terms()[term], trace->text(name), trace->ownClasses()) & ~kNotYet;
    }
    return (kinds >> static_cast<unsigned>(kind) & 1) != 0;
}

bool FilterMatcher::State::trackHolds(std::size_t term, TrackId track) {
    std::vector<Known>& memo = byTrack[term];
    memo.resize(std::max(memo.size(), trace->tracks().size()), Known::NotYet);
    if (memo[track.value] == Known::NotYet) {
        const FilterTerm& t = filter.terms()[term];
        const auto kind = t.field == FilterTerm::Field::Stream ? Track::Kind::Stream : Track::Kind::Thread;
        memo[track.value] = trackMatches(*trace, track, t, kind) ? Known::Yes : Known::No;
    }
    return memo[track.value] == Known::Yes;
}

bool FilterMatcher::State::shapeHolds(std::size_t term, LayoutId layout, std::uint32_t row) {
    const std::optional<ArgValue> value = trace->args().value(layout, row, dims);
    if (!value || value->type != ArgValue::Type::Text) {
        return false;
    }
    Known& memo = known(byShape[term], value->id, Known::NotYet);
    if (memo == Known::NotYet) {
        const std::string text = formatShapes(parseInputDims(trace->text(StringId(value->id))));
        memo = containsWord(text, filter.terms()[term]) ? Known::Yes : Known::No;
    }
    return memo == Known::Yes;
}

// In the forest: the operator that an event is, stands in or was launched by.
std::uint32_t FilterMatcher::State::operatorOf(SliceId slice) {
    if (!context) {
        context = lazy.get();
    }
    const OperatorForest& forest = context->forest();
    if (isDeviceWork(trace->slice(slice).kind)) {
        const DeviceWork* work = forest.workOf(slice);
        return work != nullptr ? work->op : OperatorForest::kNone;
    }
    const SliceId at(operators.first(
        slice.value, [this](std::uint32_t s) { return trace->slice(SliceId(s)).parent.value; },
        [&](std::uint32_t s) { return isForestNode(trace->slice(SliceId(s)).kind); }));
    return at.valid() ? forest.indexOf(at).value_or(OperatorForest::kNone) : OperatorForest::kNone;
}

// Whether a node of the context, or one of its callers, is such a module.
bool FilterMatcher::State::nodeHolds(std::size_t term, std::uint32_t node) {
    if (node == CallContext::kNone || context->node(node).module == CallContext::kNone) {
        return false;
    }
    const auto moduleAround = [this](std::uint32_t module) {
        const std::uint32_t caller = context->node(module).parent;
        return caller == CallContext::kNone ? caller : context->node(caller).module;
    };
    return byNode[term].of(context->node(node).module, moduleAround, [&](bool outer, std::uint32_t module) {
        return outer || containsWord(context->moduleOf(module), filter.terms()[term]);
    });
}

// Whether a slice of a thread is such a module's, or within it.
bool FilterMatcher::State::sliceIsIn(std::size_t term, SliceId slice) {
    const auto isSuch = [&](std::uint32_t at) {
        const Trace::Slice s = trace->slice(SliceId(at));
        const std::string_view name = trace->text(s.name);
        return s.kind == EventKind::PythonFunction && name.starts_with(CallContext::kModulePrefix) &&
               containsWord(name.substr(CallContext::kModulePrefix.size()), filter.terms()[term]);
    };
    const auto outer = [this](std::uint32_t at) { return trace->slice(SliceId(at)).parent.value; };
    return bySlice[term].first(slice.value, outer, isSuch) != AncestorSearch::kNone;
}

bool FilterMatcher::State::moduleHolds(std::size_t term, SliceId slice) {
    const std::uint32_t op = operatorOf(slice);
    if (op != OperatorForest::kNone && nodeHolds(term, context->nodeOf(op))) {
        return true;
    }
    const bool onDevice = runsOnDevice(trace->slice(slice).kind);
    if (onDevice && nodeHolds(term, context->nodeOfWork(slice))) {
        return true;
    }
    return sliceIsIn(term, onDevice ? trace->links().firstTo(slice, LinkKind::Launch) : slice);
}

bool FilterMatcher::State::passHolds(std::size_t term, SliceId slice) {
    const std::uint32_t op = operatorOf(slice);
    return op != OperatorForest::kNone && context->passOf(op) == filter.terms()[term].pass;
}

bool FilterMatcher::State::holds(std::size_t term, const Subject& subject) {
    const FilterTerm& t = filter.terms()[term];
    switch (t.field) {
    case FilterTerm::Field::Name:
    case FilterTerm::Field::Pattern:
    case FilterTerm::Field::Category:
    case FilterTerm::Field::TensorCore:
        return nameHolds(term, subject.name, subject.kind);
    case FilterTerm::Field::Pass:
        return subject.slice.valid() && passHolds(term, subject.slice);
    case FilterTerm::Field::Stream:
    case FilterTerm::Field::Thread:
        return trackHolds(term, subject.track);
    case FilterTerm::Field::Duration:
        return t.holdsFor(subject.duration);
    case FilterTerm::Field::Shape:
        return shapeHolds(term, subject.layout, subject.row);
    case FilterTerm::Field::Module:
        break;
    }
    return subject.slice.valid() && moduleHolds(term, subject.slice);
}

FilterMatcher::FilterMatcher(Filter filter, std::shared_ptr<const Trace> trace, LazyContext context)
    : state_(std::make_unique<State>()) {
    state_->lazy = context.isGiven() ? std::move(context) : LazyContext(trace);
    state_->filter = std::move(filter);
    state_->trace = std::move(trace);
    const StringTable& strings = state_->trace->strings();
    const StringId dims = strings.find("Input Dims");
    state_->dims = dims.valid() ? dims : olderKeyOf(strings, "Input Dims");
    state_->byName.resize(state_->filter.terms().size());
    state_->byShape.resize(state_->filter.terms().size());
    state_->byNode.resize(state_->filter.terms().size());
    state_->bySlice.resize(state_->filter.terms().size());
    state_->byTrack.resize(state_->filter.terms().size());
}

FilterMatcher::~FilterMatcher() = default;
FilterMatcher::FilterMatcher(FilterMatcher&&) noexcept = default;
FilterMatcher& FilterMatcher::operator=(FilterMatcher&&) noexcept = default;

bool FilterMatcher::State::matches(const Subject& subject) {
    for (std::size_t i = 0; i < filter.terms().size(); ++i) {
        if (holds(i, subject) == filter.terms()[i].negated) {
            return false;
        }
    }
    return true;
}

bool FilterMatcher::matches(const Segment& segment, std::uint32_t index) {
    return state_->matches({segment.kind[index], segment.name[index], segment.track, segment.layout[index],
                            segment.row[index], segment.duration[index], SliceId(segment.first + index)});
}

bool FilterMatcher::matchesPoint(std::uint32_t point, EventKind kind) {
    const PointTable& points = state_->trace->points();
    return state_->matches(
        {kind, points.name[point], points.track[point], points.layout[point], points.row[point], 0, {}});
}

bool FilterMatcher::matches(SliceId slice) {
    const Trace::Position at = state_->trace->locate(slice);
    return matches(*state_->trace->segments()[at.segment], at.index);
}

const Filter& FilterMatcher::filter() const {
    return state_->filter;
}

} // namespace lanes
