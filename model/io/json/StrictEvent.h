// The general parser of one event: slow, complete, and strict, because what it accepts may teach the layout tree.
// One broken event that taught would cost every good one after it.
#pragma once

#include "model/io/joining/EventShape.h"
#include "model/io/joining/TextPool.h"
#include "model/io/json/LayoutTree.h"

#include <string_view>
#include <vector>

namespace lanes {

// A value without quotes that is no number: true, false, null, and what is no JSON but written by torch: nan, inf.
[[nodiscard]] bool isBareWord(std::string_view text);

class StrictEvent {
public:
    explicit StrictEvent(TextPool& texts)
        : texts_(texts) {}

    enum class Args : std::uint8_t { Columns, OneText };
    // The event whose '{' stands at `p`: one past its '}', or null when it is not well-formed or has more than
    // kMaxColumns values. Args::OneText keeps its arguments as one raw text.
    [[nodiscard]] const char* parse(const char* p, const char* end, Args args);

    // Of the last event that was parsed. Valid while its text is.
    [[nodiscard]] const std::vector<Token>& tokens() const { return tokens_; }
    [[nodiscard]] const EventShape& shape() const { return shape_; }
    // Its "ph" is not one character.
    [[nodiscard]] bool oddPhase() const { return oddPhase_; }
    // The last parse failed only because there are too many columns.
    [[nodiscard]] bool tooManyColumns() const { return tooMany_; }
    // The last parse failed where the text ended: with more of it the event might be well-formed.
    [[nodiscard]] bool ranOut() const { return ranOut_; }
    // How many bytes the last parse looked at.
    [[nodiscard]] std::ptrdiff_t looked() const { return seen_ - begin_; }

private:
    using Text = std::string_view;

    [[nodiscard]] const char* object(const char* p, bool inArgs);
    [[nodiscard]] const char* string(const char* p);
    [[nodiscard]] bool within(const char* p);
    [[nodiscard]] const char* value(Text key, const char* p, bool inArgs);
    [[nodiscard]] const char* stringValue(Text key, const char* p, bool inArgs);
    [[nodiscard]] const char* bracketValue(Text key, const char* p, bool inArgs);
    [[nodiscard]] const char* numberValue(Text key, const char* p, bool inArgs);
    [[nodiscard]] const char* wordValue(Text key, const char* p, bool inArgs);

    [[nodiscard]] int column(Text key, ArgColumn::Form form, bool topLevel, Text constant = {});
    void place(const char* at, const char* after, Slot slot);
    [[nodiscard]] bool placeColumn(Text key, const char* at, const char* after, Slot slot, bool topLevel);
    void noteMeaning(Text key, bool topLevel, int column);
    void completeCores();
    void keepInColumn(Core core, Text key);
    [[nodiscard]] StringId intern(Text text) { return texts_.text(text.data(), text.data() + text.size()); }

    TextPool& texts_;
    std::vector<Token> tokens_;
    EventShape shape_;
    const char* begin_ = nullptr;
    const char* end_ = nullptr;
    const char* seen_ = nullptr;    // the furthest that was looked at
    const char* literal_ = nullptr; // start of the text since the last value
    Args args_ = Args::Columns;
    std::uint32_t cores_ = 0; // which of them the event has, by bit
    bool tooMany_ = false;
    bool ranOut_ = false;
    bool oddPhase_ = false;
};

} // namespace lanes
