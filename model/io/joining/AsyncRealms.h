// Tells asynchronous events of one category and id apart: by their process, if the id is local ("id2": {"local": ...}),
// and by their scope.
#pragma once

#include "model/base/SecretHash.h"
#include "model/trace/Track.h"
#include "model/trace/args/ArgReader.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lanes {

// One thread; constructor arguments must outlive it.
class AsyncRealms {
public:
    using Texts = std::function<std::string_view(StringId)>;
    // `strings` gives the id of a text, `text` the text of an id.
    template<class Strings>
    AsyncRealms(const ArgTable& args, const std::vector<Track>& tracks, const Strings& strings, Texts text)
        : tracks_(tracks)
        , text_(std::move(text))
        , scopes_(args, strings, "scope", ArgReader::Level::Top) {}

    // The number of an event's realm. `id`: the cell of the event's id. O(1) except for the first event of a layout.
    [[nodiscard]] std::uint32_t of(LayoutId layout, std::uint32_t row, std::int64_t id, TrackId track);
    // A name of a realm that does not depend on the numbers.
    [[nodiscard]] std::string_view name(std::uint32_t realm) const {
        return realm > 0 ? names_[realm - 1] : std::string_view();
    }

private:
    [[nodiscard]] bool isLocal(std::int64_t id) const;

    const std::vector<Track>& tracks_;
    Texts text_;
    ArgReader scopes_;
    std::unordered_map<std::string, std::uint32_t, SecretHash> numbers_;
    std::vector<std::string_view> names_; // by number, from 1 on
};

} // namespace lanes
