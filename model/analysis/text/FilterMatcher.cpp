#include "model/analysis/operators/Shapes.h"
#include "model/analysis/text/Filter.h"
#include "model/analysis/text/FilterTerm.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <unordered_map>

namespace lanes {

namespace {

constexpr std::string_view kModulePrefix = "nn.Module: ";

enum class Known : std::uint8_t { NotYet, Yes, No };

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
    StringId dims;
    std::vector<std::vector<Known>> byText; // per term: what is known of each text
    std::vector<std::vector<Known>> byTrack;

    [[nodiscard]] bool nameHolds(std::size_t term, StringId name);
    [[nodiscard]] bool trackHolds(std::size_t term, TrackId track);
    [[nodiscard]] bool shapeHolds(std::size_t term, LayoutId layout, std::uint32_t row);
    [[nodiscard]] bool moduleHolds(std::size_t term, SliceId slice);
    [[nodiscard]] bool holds(std::size_t term, const Subject& subject);
    [[nodiscard]] bool matches(const Subject& subject);
    [[nodiscard]] Known& known(std::vector<Known>& memo, std::uint32_t at) const;
};

Known& FilterMatcher::State::known(std::vector<Known>& memo, std::uint32_t at) const {
    if (at >= memo.size()) {
        memo.resize(std::max<std::size_t>(trace->strings().size(), at + std::size_t(1)), Known::NotYet);
    }
    return memo[at];
}

bool FilterMatcher::State::nameHolds(std::size_t term, StringId name) {
    if (!name.valid()) {
        return false;
    }
    Known& memo = known(byText[term], name.value);
    if (memo == Known::NotYet) {
        const FilterTerm& t = filter.terms()[term];
        const std::string_view text = trace->text(name);
        const bool yes = t.field == FilterTerm::Field::Pattern      ? t.pattern->matches(text)
                         : t.field == FilterTerm::Field::TensorCore ? tensorCoreUse(text).use == t.tensorCores
                                                                    : containsWord(text, t);
        memo = yes ? Known::Yes : Known::No;
    }
    return memo == Known::Yes;
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
    Known& memo = known(byText[term], value->id);
    if (memo == Known::NotYet) {
        const std::string text = formatShapes(parseInputDims(trace->text(StringId(value->id))));
        memo = containsWord(text, filter.terms()[term]) ? Known::Yes : Known::No;
    }
    return memo == Known::Yes;
}

bool FilterMatcher::State::moduleHolds(std::size_t term, SliceId slice) {
    SliceId at = slice;
    if (runsOnDevice(trace->slice(at).kind)) {
        at = trace->links().firstTo(at, LinkKind::Launch);
    }
    for (; at.valid() && trace->has(at); at = trace->slice(at).parent) {
        const Trace::Slice s = trace->slice(at);
        if (s.kind == EventKind::PythonFunction && trace->text(s.name).starts_with(kModulePrefix) &&
            nameHolds(term, s.name)) {
            return true;
        }
    }
    return false;
}

bool FilterMatcher::State::holds(std::size_t term, const Subject& subject) {
    const FilterTerm& t = filter.terms()[term];
    switch (t.field) {
    case FilterTerm::Field::Name: {
        const std::uint32_t kind = 1u << static_cast<unsigned>(subject.kind);
        return (t.kinds & kind) != 0 && nameHolds(term, subject.name);
    }
    case FilterTerm::Field::Pattern:
        return nameHolds(term, subject.name);
    case FilterTerm::Field::TensorCore:
        return subject.kind == EventKind::Kernel && nameHolds(term, subject.name);
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

FilterMatcher::FilterMatcher(Filter filter, std::shared_ptr<const Trace> trace)
    : state_(std::make_unique<State>()) {
    state_->filter = std::move(filter);
    state_->trace = std::move(trace);
    state_->dims = state_->trace->strings().find("Input Dims");
    state_->byText.resize(state_->filter.terms().size());
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
