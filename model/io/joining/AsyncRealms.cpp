#include "model/io/joining/AsyncRealms.h"

#include <utility>

namespace lanes {

std::uint32_t AsyncRealms::of(LayoutId layout, std::uint32_t row, std::int64_t id, TrackId track) {
    std::string realm;
    const StringId scope = scopes_.text(layout, row);
    if (isLocal(id) && track.value < tracks_.size()) {
        realm = std::to_string(tracks_[track.value].process.value) + ' ';
    }
    realm += scope.valid() ? text_(scope) : std::string_view();
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

} // namespace lanes
