#include "collector/recorder/sink/RowBuilder.h"

#include <algorithm>
#include <cmath>

namespace lanes::recorder {

LayoutId RowBuilder::finish(std::string_view category, std::vector<std::int64_t>& cells, char phase) {
    cells.clear();
    auto& [shapePhase, shapeCategory, keys] = shape_;
    shapePhase = phase;
    shapeCategory = category;
    keys.clear();
    for (const Column& column : columns_) {
        cells.push_back(column.cell);
        keys.emplace_back(column.key, column.form);
    }
    LayoutId& known = layouts_[shape_];
    if (!known.valid()) {
        ArgLayout layout;
        layout.phase = phase;
        layout.category = writer_.string(category);
        for (const Column& column : columns_) {
            layout.columns.push_back({writer_.string(column.key), column.form});
        }
        known = writer_.layout(layout);
    }
    columns_.clear();
    return known;
}

void RowBuilder::add(std::string_view key, std::int64_t value) {
    const std::int64_t fitting = ArgValue::fitsInteger(value) ? value : -1;
    columns_.push_back({key, Form::Number, ArgValue::ofInteger(fitting).encode()});
}

void RowBuilder::addDecimal(std::string_view key, double value) {
    ArgValue cell{ArgValue::Type::Decimal, 0, 6, 0};
    constexpr double kMost = 7e16; // of what fits a cell
    cell.integer = std::llround(std::clamp(value * 1e6, -kMost, kMost));
    columns_.push_back({key, Form::Number, cell.encode()});
}

void RowBuilder::addText(std::string_view key, StringId text, Form form) {
    columns_.push_back({key, form, ArgValue::ofText(text).encode()});
}

void RowBuilder::addStack(StackId stack) {
    if (stack.valid()) {
        columns_.push_back({"Call stack", Form::Number, ArgValue::ofStack(stack).encode()});
    }
}

} // namespace lanes::recorder
