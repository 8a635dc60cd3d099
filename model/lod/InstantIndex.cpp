#include "model/lod/InstantIndex.h"

#include "model/trace/HueCache.h"
#include "model/trace/InstantRule.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lanes {

namespace {

using Scope = InstantLane::Scope;

Scope scopeNamed(std::string_view text) {
    return text == "g" ? Scope::Session : text == "p" ? Scope::Process : Scope::Track;
}

// What instants belong to, by what their layouts say of it: "s" is "g", "p" or "t", mostly the same in all rows. One that
// says nothing belongs to its thread.
class Scopes {
public:
    explicit Scopes(const Trace& trace)
        : trace_(trace) {
        const StringId key = trace.strings().find("s");
        for (const auto& layout : trace.args().layouts) {
            Known& known = known_.emplace_back();
            for (std::uint32_t c = 0; key.valid() && c < layout->columns.size(); ++c) {
                const ArgColumn& column = layout->columns[c];
                if (!column.topLevel || column.key != key) {
                    continue;
                }
                if (column.form == ArgColumn::Form::Constant) { // as in the file, with its quotes
                    const std::string_view text = trace.text(column.constant);
                    known.scope = scopeNamed(text.size() == 3 ? text.substr(1, 1) : text);
                } else {
                    known.column = c;
                }
            }
        }
    }

    [[nodiscard]] Scope of(LayoutId layout, std::uint32_t row) const {
        if (layout.value >= known_.size()) {
            return Scope::Track;
        }
        const Known& known = known_[layout.value];
        const auto value =
            known.column ? trace_.args().value(layout, row, *known.column) : std::optional<ArgValue>();
        return value && value->type == ArgValue::Type::Text ? scopeNamed(trace_.text(StringId(value->id)))
                                                            : known.scope;
    }

private:
    struct Known {
        Scope scope = Scope::Track;
        std::optional<std::uint32_t> column; // where rows differ
    };
    const Trace& trace_;
    std::vector<Known> known_; // by layout
};

} // namespace

std::shared_ptr<const InstantIndex> InstantIndex::build(const Trace& trace) {
    const PointTable& points = trace.points();
    const InstantRule rule(points, trace.args(), trace.strings());
    const Scopes scopes(trace);
    std::map<std::pair<Scope, std::uint32_t>, std::vector<Instant>> byOwner;
    HueCache hues;
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        const TrackId track = points.track[i];
        if (!rule.isInstant(i) || track.value >= trace.tracks().size()) {
            continue;
        }
        const Scope scope = scopes.of(points.layout[i], points.row[i]);
        const std::uint32_t owner = scope == Scope::Session   ? 0
                                    : scope == Scope::Process ? trace.tracks()[track.value].process.value
                                                              : track.value;
        const Hue hue =
            hues.get(rule.kindOf(i), points.name[i], [&](StringId name) { return trace.text(name); });
        byOwner[{scope, owner}].push_back({points.time[i], i, hue});
    }
    auto index = std::make_shared<InstantIndex>();
    for (auto& [key, instants] : byOwner) {
        index->lanes_.emplace_back(key.first, key.second, std::move(instants));
    }
    return index;
}

std::optional<std::uint32_t> InstantIndex::laneOf(Scope scope, std::uint32_t owner) const {
    const auto key = [](const InstantLane& lane) { return std::pair(lane.scope(), lane.owner()); };
    const auto found = std::ranges::lower_bound(lanes_, std::pair(scope, owner), {}, key);
    return found != lanes_.end() && key(*found) == std::pair(scope, owner)
               ? std::optional(static_cast<std::uint32_t>(found - lanes_.begin()))
               : std::nullopt;
}

} // namespace lanes
