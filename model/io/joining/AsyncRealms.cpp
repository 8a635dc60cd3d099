#include "model/io/joining/AsyncRealms.h"

#include <algorithm>
#include <utility>

namespace lanes {

std::uint32_t AsyncRealms::of(LayoutId layout, std::uint32_t row, std::int64_t id, TrackId track) {
    std::string realm;
    const std::string_view scope = scopeOf(layout, row);
    if (isLocal(id) && track.value < tracks_.size()) {
        realm = std::to_string(tracks_[track.value].process.value) + ' ';
    }
    realm += scope;
    if (realm.empty()) {
        return 0;
    }
    const auto [known, isNew] = numbers_.try_emplace(std::move(realm), numbers_.size() + 1);
    if (isNew) {
        names_.push_back(known->first);
    }
    return known->second;
}

bool AsyncRealms::isLocal(std::int64_t id) const {
    const ArgValue value = ArgValue::decode(id);
    if (value.type != ArgValue::Type::Text || !StringId(value.id).valid()) {
        return false;
    }
    const std::string_view text = text_(StringId(value.id));
    return text.starts_with('{') && text.find("\"local\"") != std::string_view::npos;
}

std::string_view AsyncRealms::scopeOf(LayoutId layout, std::uint32_t row) {
    const std::vector<ArgColumn>& columns = args_.layouts[layout.value]->columns;
    std::int32_t& column = scopes_[layout.value];
    if (column == kUnknown) {
        const auto found = std::ranges::find_if(
            columns, [&](const ArgColumn& c) { return c.topLevel && text_(c.key) == "scope"; });
        column = found == columns.end() ? -1 : static_cast<std::int32_t>(found - columns.begin());
    }
    const auto value =
        column < 0 ? std::nullopt : args_.value(layout, row, static_cast<std::uint32_t>(column));
    return value && value->type == ArgValue::Type::Text ? text_(StringId(value->id)) : std::string_view();
}

} // namespace lanes
