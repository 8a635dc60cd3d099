#include "model/lod/InstantIndex.h"

#include "model/trace/args/ArgReader.h"
#include "model/trace/slices/HueCache.h"
#include "model/trace/slices/InstantRule.h"

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
        : trace_(trace)
        , reader_(trace.args(), trace.strings(), "s", ArgReader::Level::Top) {}

    [[nodiscard]] Scope of(LayoutId layout, std::uint32_t row) {
        const std::string_view text = trace_.text(reader_.text(layout, row));
        return scopeNamed(text.size() == 3 ? text.substr(1, 1)
                                           : text); // constant: as in the file, with its quotes
    }

private:
    const Trace& trace_;
    ArgReader reader_;
};

} // namespace

std::shared_ptr<const InstantIndex> InstantIndex::build(const Trace& trace) {
    const PointTable& points = trace.points();
    const InstantRule rule(points, trace.args(), trace.strings());
    Scopes scopes(trace);
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
