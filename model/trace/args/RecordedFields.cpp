#include "model/trace/args/RecordedFields.h"

#include "model/trace/args/ArgTree.h"
#include "model/trace/args/JsonText.h"

#include <utility>

namespace lanes {

namespace {

std::string textOf(const Trace& trace, const ArgColumn& column, const std::optional<ArgValue>& value) {
    if (column.form == ArgColumn::Form::Constant) {
        const std::string_view text = trace.text(column.constant); // JSON itself
        const bool quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
        return quoted ? unescapeJson(text.substr(1, text.size() - 2)) : std::string(text);
    }
    if (!value || value->type == ArgValue::Type::Stack) {
        return {};
    }
    const std::string text = argText(*value, trace.strings());
    if (column.form == ArgColumn::Form::String) {
        return unescapeJson(text);
    }
    const auto tree = text.starts_with('[') ? parseArgTree(text) : std::nullopt;
    return tree ? textOf(*tree) : text;
}

} // namespace

std::vector<RecordedField> recordedFields(const Trace& trace, LayoutId layout, std::uint32_t row) {
    std::vector<RecordedField> fields;
    const ArgLayout* known = trace.args().layout(layout);
    const std::size_t columns = known != nullptr ? known->columns.size() : 0;
    for (std::uint32_t i = 0; i < columns; ++i) {
        const ArgColumn& column = known->columns[i];
        std::string value = textOf(trace, column, trace.args().value(layout, row, i));
        if (!value.empty()) {
            fields.push_back({std::string(trace.text(column.key)), std::move(value)});
        }
    }
    return fields;
}

} // namespace lanes
