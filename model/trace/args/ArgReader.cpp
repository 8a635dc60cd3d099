#include "model/trace/args/ArgReader.h"

#include "model/trace/args/ArgNumber.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lanes {

namespace {

// How torch spelled keys before 1.12, with those of today.
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kOlderKeys{{
    {"External id", "external id"},
    {"Input Dims", "Input dims"},
}};

} // namespace

std::string_view olderSpelling(std::string_view key) {
    const auto* known =
        std::ranges::find(kOlderKeys, key, &std::pair<std::string_view, std::string_view>::first);
    return known != kOlderKeys.end() ? known->second : std::string_view();
}

StringId olderKeyOf(const StringTable& strings, std::string_view key) {
    const std::string_view older = olderSpelling(key);
    return !older.empty() ? strings.find(older) : StringId();
}

std::int64_t integerOf(const std::optional<ArgValue>& v, const StringTable& strings, std::int64_t otherwise) {
    const bool isText = v && v->type == ArgValue::Type::Text;
    return v ? wholeNumberOf(*v, isText ? strings.view(StringId(v->id)) : std::string_view())
                   .value_or(otherwise)
             : otherwise;
}

std::int32_t ArgReader::find(const ArgLayout& layout) const {
    for (std::size_t c = 0; c < layout.columns.size(); ++c) {
        const ArgColumn& column = layout.columns[c];
        const bool wanted = level_ == Level::Any || column.topLevel == (level_ == Level::Top);
        if (wanted && (column.key == key_ || (older_.valid() && column.key == older_))) {
            return static_cast<std::int32_t>(c);
        }
    }
    return kNone;
}

} // namespace lanes
