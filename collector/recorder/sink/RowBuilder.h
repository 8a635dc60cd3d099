// Builds a layout of the session and its cells from named arguments, which are added one by one.
#pragma once

#include "model/session/writing/SessionWriter.h"

#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>
#include <vector>

namespace lanes::recorder {

// One thread. Keys are literals: only references to them are kept. O(columns log layouts) for each row.
class RowBuilder {
public:
    using Form = ArgColumn::Form;

    // Outlives this.
    explicit RowBuilder(session::SessionWriter& writer)
        : writer_(writer) {}

    void add(std::string_view key, std::int64_t value); // -1 if it fits no cell
    void addDecimal(std::string_view key, double value);
    void addText(std::string_view key, std::string_view text, Form form = Form::Raw) {
        addText(key, writer_.string(text), form);
    }
    void addText(std::string_view key, StringId text, Form form);
    void addCell(std::string_view key, Form form, std::int64_t cell) {
        columns_.push_back({key, form, cell});
    }
    void addStack(StackId stack); // none is not added
    // Returns the layout of the added columns, and their cells in `cells`; then starts the next row.
    LayoutId finish(std::string_view category, std::vector<std::int64_t>& cells, char phase = 'X');

private:
    struct Column {
        std::string_view key;
        Form form = Form::Number;
        std::int64_t cell = 0;
    };
    using Shape = std::tuple<char, std::string_view, std::vector<std::pair<std::string_view, Form>>>;

    session::SessionWriter& writer_;
    std::vector<Column> columns_; // of the row under construction
    std::map<Shape, LayoutId> layouts_;
    Shape shape_;
};

} // namespace lanes::recorder
