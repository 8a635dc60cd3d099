#include "model/anonymise/AnonymousTrace.h"

#include "model/anonymise/NameRules.h"
#include "model/base/StopEvery.h"

#include <array>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lanes {

namespace {

using Ids = std::unordered_map<std::uint32_t, std::uint32_t>; // of texts: before, then

// The rows of a layout with other texts.
class RenamedRows final : public LazyArgRows {
public:
    // `before` has the layout.
    RenamedRows(ArgTable before, LayoutId layout, std::vector<Ids> texts,
                std::shared_ptr<const std::vector<StackId>> stacks)
        : before_(std::move(before))
        , layout_(layout)
        , texts_(std::move(texts))
        , stacks_(std::move(stacks)) {}

    [[nodiscard]] std::int64_t cell(std::uint32_t row, std::uint32_t column) const override {
        ArgValue value = before_.value(layout_, row, column).value_or(ArgValue::ofText(StringId()));
        if (value.type == ArgValue::Type::Text) {
            const auto known = texts_[column].find(value.id);
            value.id = known == texts_[column].end() ? StringId::kNone : known->second;
        } else if (value.type == ArgValue::Type::Stack) {
            value.id = value.id < stacks_->size() ? (*stacks_)[value.id].value : StackId::kNone;
        }
        return value.encode();
    }
    [[nodiscard]] std::uint32_t rows() const override { return before_.layout(layout_)->rows; }
    [[nodiscard]] std::size_t bytes() const override { return before_.layout(layout_)->rows; }

private:
    ArgTable before_;
    LayoutId layout_;
    std::vector<Ids> texts_; // by column
    std::shared_ptr<const std::vector<StackId>> stacks_;
};

class Anonymiser {
public:
    Anonymiser(const Trace& trace, const std::string& key, const std::stop_token& stop)
        : trace_(trace)
        , stop_(stop)
        , names_(key)
        , rules_(known_, names_)
        , data_(trace.data()) {}

    std::shared_ptr<const Trace> make() {
        renameSession();
        renamePlaces();
        renameStacks();
        renameLayouts();
        renameSlices();
        renamePoints();
        for (CounterSeries& series : data_.counters) {
            const std::string name = rules_.place("counter", trace_.text(series.name));
            series.name = strings_.intern(name);
            series.key = strings_.intern(rules_.key(trace_.text(series.key)));
        }
        if (stop_.stop_requested()) {
            return nullptr;
        }
        data_.strings = strings_.snapshot();
        data_.ownClasses = nullptr; // of the user
        return std::make_shared<const Trace>(std::move(data_));
    }

private:
    // The name of an event before, with its kind.
    using Named = std::pair<EventKind, std::uint32_t>;
    struct NamedHash {
        std::size_t operator()(const Named& one) const noexcept {
            return std::size_t{one.second} * 16 + static_cast<std::size_t>(one.first);
        }
    };

    // Asks now and then.
    [[nodiscard]] bool stopsAt(std::size_t done) const {
        return done % kStopEvery == 0 && stop_.stop_requested();
    }

    StringId eventName(EventKind kind, StringId name) {
        if (!name.valid()) {
            return name;
        }
        const auto [at, fresh] = events_.try_emplace({kind, name.value});
        if (fresh) {
            at->second = strings_.intern(rules_.event(kind, trace_.text(name)));
        }
        return at->second;
    }

    void renameSession() {
        SessionInfo& info = data_.info;
        info.source.clear();
        info.producer = rules_.producer(info.producer);
        info.host = rules_.pseudonym("host", info.host);
        if (!info.command.empty()) {
            std::string all;
            for (const std::string& word : info.command) {
                all += (all.empty() ? "" : " ") + word;
            }
            const std::string made = rules_.command(all);
            const std::size_t space = made.find(' ');
            info.command = {made.substr(0, space)};
            if (space != std::string::npos) {
                info.command.push_back(made.substr(space + 1));
            }
        }
        std::vector<std::pair<std::string, std::string>> kept;
        kept.reserve(info.properties.size());
        for (const auto& [key, value] : std::exchange(info.properties, {})) {
            if (auto made = rules_.property(key, value)) {
                kept.emplace_back(key, std::move(*made));
            }
        }
        info.properties = std::move(kept);
        Diagnostics told;
        for (const Diagnostic& one : data_.diagnostics.all()) {
            const bool known = known_.has(PublicName::Diagnostic, one.kind);
            const std::string kind = known ? one.kind : rules_.pseudonym("diagnostic", one.kind);
            told.add(kind, one.severity, "The text of this diagnostic was left out (" + kind + ").",
                     one.firstOffset, one.count);
        }
        data_.diagnostics = std::move(told);
    }

    void renamePlaces() {
        for (Process& process : data_.processes) {
            const bool profiler = process.isProfiler(); // which its new key may not say
            process.kind = profiler ? Process::Kind::Other : process.kind;
            process.key = rules_.place("process", process.key);
            process.name = rules_.place("place", process.name);
            process.label = rules_.place("place", process.label);
            process.host = rules_.pseudonym("host", process.host);
            process.deviceUuid = rules_.pseudonym("device", process.deviceUuid);
        }
        for (Track& track : data_.tracks) {
            track.key = rules_.trackKey(track.key);
            track.name = rules_.place("place", track.name);
        }
        for (Clock& clock : data_.clocks) {
            clock.method = known_.isPublic(clock.method) ? clock.method : std::string();
        }
    }

    void renameStacks() {
        StackInterner stacks;
        auto ids = std::make_shared<std::vector<StackId>>();
        ids->reserve(trace_.stacks().size());
        for (std::uint32_t i = 0; i < trace_.stacks().size() && !stopsAt(i); ++i) {
            const StackTable::Node& node = trace_.stacks().node(StackId(i));
            FrameRules& rules = rules_.frames();
            Frame frame = node.frame;
            const std::string_view path = trace_.text(frame.file);
            frame.function =
                renamed(frame.function, [&](std::string_view text) { return rules.function(text, path); });
            frame.file = renamed(frame.file, [&](std::string_view text) { return rules.file(text); });
            frame.module = renamed(frame.module, [&](std::string_view text) { return rules.module(text); });
            const bool known = node.parent.valid() && node.parent.value < ids->size();
            ids->push_back(stacks.intern(known ? (*ids)[node.parent.value] : StackId(), frame));
        }
        data_.stacks = stacks.snapshot();
        SharedColumn<StackId> column;
        for (const StackId id : std::exchange(data_.memory.stack, {})) {
            column.push_back(id.value < ids->size() ? (*ids)[id.value] : StackId());
        }
        data_.memory.stack = std::move(column);
        stackIds_ = std::move(ids);
    }

    void renameLayouts() {
        data_.args.layouts.clear();
        data_.args.layouts.reserve(trace_.args().layouts.size());
        for (std::uint32_t i = 0; i < trace_.args().layouts.size() && !stop_.stop_requested(); ++i) {
            data_.args.layouts.push_back(layout(LayoutId(i)));
        }
    }

    std::shared_ptr<const ArgLayout> layout(LayoutId id) {
        const ArgLayout& before = *trace_.args().layout(id);
        auto made = std::make_shared<ArgLayout>();
        made->phase = before.phase;
        made->category =
            renamed(before.category, [this](std::string_view text) { return rules_.category(text); });
        made->rows = before.rows;
        std::vector<Ids> texts(before.columns.size());
        made->columns.reserve(before.columns.size());
        for (std::uint32_t c = 0; c < before.columns.size(); ++c) {
            ArgColumn column = before.columns[c];
            const std::string_view key = trace_.text(column.key);
            column.constant = renamed(
                column.constant, [&](std::string_view text) { return rules_.argument(key, text, true); });
            column.key = renamed(column.key, [this](std::string_view text) { return rules_.key(text); });
            if (column.form != ArgColumn::Form::Constant) {
                findTexts(id, c, key, column.form != ArgColumn::Form::String, texts[c]);
            }
            made->columns.push_back(column);
        }
        if (before.rows > 0) {
            made->pieces.push_back(
                std::make_shared<const RenamedRows>(trace_.args(), id, std::move(texts), stackIds_));
            made->pieceBegin.push_back(0);
        }
        return made;
    }

    void findTexts(LayoutId id, std::uint32_t column, std::string_view key, bool json, Ids& texts) {
        const std::uint32_t rows = trace_.args().layout(id)->rows;
        for (std::uint32_t row = 0; row < rows && !stopsAt(row); ++row) {
            const auto value = trace_.args().value(id, row, column);
            if (!value || value->type != ArgValue::Type::Text || value->id == StringId::kNone) {
                continue;
            }
            const auto [at, fresh] = texts.try_emplace(value->id);
            if (fresh) {
                at->second =
                    strings_.intern(rules_.argument(key, trace_.text(StringId(value->id)), json)).value;
            }
        }
    }

    template<class Rule>
    StringId renamed(StringId id, const Rule& rule) {
        return id.valid() ? strings_.intern(rule(trace_.text(id))) : id;
    }

    void renameSlices() {
        struct Names {
            std::vector<StringId> names;
            std::shared_ptr<const void> rest; // the columns that stay
        };
        data_.segments = {};
        for (const std::shared_ptr<const Segment>& segment : trace_.segments()) {
            auto names = std::make_shared<Names>();
            names->rest = segment->storage;
            names->names.reserve(segment->size());
            for (std::uint32_t i = 0; i < segment->size() && !stopsAt(i); ++i) {
                names->names.push_back(eventName(segment->kind[i], segment->name[i]));
            }
            if (names->names.size() < segment->size()) {
                return; // asked to stop
            }
            auto made = std::make_shared<Segment>(*segment);
            made->name = names->names;
            made->storage = std::move(names);
            data_.segments.push_back(std::move(made));
        }
    }

    void renamePoints() {
        std::vector<EventKind> kinds;
        kinds.reserve(trace_.args().layouts.size());
        for (const auto& layout : trace_.args().layouts) {
            kinds.push_back(kindOfCategory(trace_.text(layout->category)));
        }
        SharedColumn<StringId> names;
        const PointTable& points = trace_.points();
        for (std::uint32_t i = 0; i < points.size() && !stopsAt(i); ++i) {
            const std::uint32_t layout = points.layout[i].value;
            const bool curve = layout < kinds.size() && trace_.args().layouts[layout]->phase == 'C';
            names.push_back(
                curve ? renamed(points.name[i],
                                [this](std::string_view text) { return rules_.place("counter", text); })
                      : eventName(layout < kinds.size() ? kinds[layout] : EventKind::Other, points.name[i]));
        }
        data_.points.name = std::move(names);
    }

    const Trace& trace_;
    const std::stop_token& stop_;
    PublicNames known_;
    Pseudonyms names_;
    NameRules rules_;
    TraceData data_;
    StringInterner strings_;
    std::unordered_map<Named, StringId, NamedHash> events_;
    std::shared_ptr<const std::vector<StackId>> stackIds_;
};

} // namespace

std::shared_ptr<const Trace> anonymousTrace(const Trace& trace, const std::string& key,
                                            const std::stop_token& stop) {
    return Anonymiser(trace, key, stop).make();
}

} // namespace lanes
