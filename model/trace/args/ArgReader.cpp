#include "model/trace/args/ArgReader.h"

#include <charconv>

namespace lanes {

std::int64_t integerOf(const std::optional<ArgValue>& v, const StringTable& strings, std::int64_t otherwise) {
    if (v && v->type == ArgValue::Type::Integer) {
        return v->integer;
    }
    const std::string_view text =
        v && v->type == ArgValue::Type::Text ? strings.view(StringId(v->id)) : std::string_view();
    std::int64_t number = otherwise;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

std::int32_t ArgReader::find(const ArgLayout& layout) const {
    for (std::size_t c = 0; c < layout.columns.size(); ++c) {
        const ArgColumn& column = layout.columns[c];
        const bool wanted = level_ == Level::Any || column.topLevel == (level_ == Level::Top);
        if (wanted && column.key == key_) {
            return static_cast<std::int32_t>(c);
        }
    }
    return kNone;
}

} // namespace lanes
