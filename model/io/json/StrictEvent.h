// The general parser of one event: slow, complete, and strict. It must be strict because accepted events teach the layout
// tree: one broken event would spoil all later ones.
#pragma once

#include "model/io/joining/EventShape.h"
#include "model/io/joining/TextPool.h"
#include "model/io/json/LayoutTree.h"

#include <string_view>
#include <vector>

namespace lanes {

// True for a value without quotes that is no number: true, false, null; also nan and inf, which torch writes although
// JSON lacks them.
[[nodiscard]] bool isBareWord(std::string_view text);

class StrictEvent {
public:
    explicit StrictEvent(TextPool& texts)
        : texts_(texts) {}

    enum class Args : std::uint8_t { Columns, OneText };
    // Parses the event whose '{' is at `p`. Returns one past its '}', or null if it is not well-formed or has more than
    // kMaxColumns values. Args::OneText keeps its arguments as one raw text.
    [[nodiscard]] const char* parse(const char* p, const char* end, Args args);

    // Results for the last parsed event. Valid while its text is.
    [[nodiscard]] const std::vector<Token>& tokens() const { return tokens_; }
    [[nodiscard]] const EventShape& shape() const { return shape_; }
    // True if its "ph" is not one character.
    [[nodiscard]] bool oddPhase() const { return oddPhase_; }
    // True if the last parse failed only because there are too many columns.
    [[nodiscard]] bool tooManyColumns() const { return tooMany_; }
    // True if the last parse failed at the end of the text: with more text the event might be well-formed.
    [[nodiscard]] bool ranOut() const { return ranOut_; }
    // Number of bytes that the last parse read.
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
    const char* seen_ = nullptr;    // the furthest byte that was read
    const char* literal_ = nullptr; // start of the text since the last value
    Args args_ = Args::Columns;
    std::uint32_t cores_ = 0; // the core fields of the event, one bit each
    bool tooMany_ = false;
    bool ranOut_ = false;
    bool oddPhase_ = false;
};

} // namespace lanes
