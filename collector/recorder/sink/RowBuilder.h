// Makes a layout of the session and its cells out of arguments that are named one by one.
#pragma once

#include "model/session/writing/SessionWriter.h"

#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>
#include <vector>

namespace lanes::recorder {

// One thread. Keys are literals: they are kept. O(columns log layouts) for each row.
class RowBuilder {
public:
    using Form = ArgColumn::Form;

    // Outlives this.
    explicit RowBuilder(session::SessionWriter& writer)
        : writer_(writer) {}

    void add(std::string_view key, std::int64_t value); // -1 for one that fits no cell
    void addDecimal(std::string_view key, double value);
    void addText(std::string_view key, std::string_view text, Form form = Form::Raw) {
        addText(key, writer_.string(text), form);
    }
    void addText(std::string_view key, StringId text, Form form);
    void addCell(std::string_view key, Form form, std::int64_t cell) {
        columns_.push_back({key, form, cell});
    }
    void addStack(StackId stack); // unless it is none
    // The layout of the columns that have been added, and its cells into `cells`; the next row begins.
    LayoutId finish(std::string_view category, std::vector<std::int64_t>& cells, char phase = 'X');

private:
    struct Column {
        std::string_view key;
        Form form = Form::Number;
        std::int64_t cell = 0;
    };
    using Shape = std::tuple<char, std::string_view, std::vector<std::pair<std::string_view, Form>>>;

    session::SessionWriter& writer_;
    std::vector<Column> columns_; // of the row that is being made
    std::map<Shape, LayoutId> layouts_;
    Shape shape_;
};

} // namespace lanes::recorder
