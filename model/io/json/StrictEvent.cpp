#include "model/io/json/StrictEvent.h"

#include "model/io/json/JsonNumber.h"
#include "model/io/json/JsonScan.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace lanes {

namespace {

using Form = ArgColumn::Form;
using std::string_view;

constexpr std::array<std::pair<string_view, Core>, 5> kCores{{
    {"name", Core::Name},
    {"pid", Core::Pid},
    {"tid", Core::Tid},
    {"ts", Core::Time},
    {"dur", Core::Duration},
}};

// How numbers that JSON does not know are written (torch: bare nan and inf), and how Python's json spells them.
constexpr std::array<std::pair<string_view, string_view>, 8> kNonFinite{{
    {"nan", "NaN"},
    {"-nan", "NaN"},
    {"inf", "Infinity"},
    {"-inf", "-Infinity"},
    {"NaN", "NaN"},
    {"-NaN", "NaN"},
    {"Infinity", "Infinity"},
    {"-Infinity", "-Infinity"},
}};

Core coreOf(string_view key) {
    const auto found = std::ranges::find(kCores, key, &std::pair<string_view, Core>::first);
    return found == kCores.end() ? Core::None : found->second;
}

string_view between(const char* begin, const char* end) {
    return {begin, static_cast<std::size_t>(end - begin)};
}

} // namespace

bool isBareWord(std::string_view text) {
    return text == "true" || text == "false" || text == "null" ||
           std::ranges::find(kNonFinite, text, &std::pair<string_view, string_view>::first) !=
               kNonFinite.end();
}

const char* StrictEvent::parse(const char* p, const char* end, Args args) {
    tokens_.clear();
    shape_ = EventShape();
    begin_ = p;
    end_ = end;
    seen_ = p;
    literal_ = p;
    args_ = args;
    cores_ = 0;
    tooMany_ = false;
    ranOut_ = false;
    oddPhase_ = false;
    shape_.rawArgs = args == Args::OneText;
    const char* after = object(p, false);
    if (after == nullptr) {
        return nullptr;
    }
    const char* next = json::skipSpace(after, end);
    if (next < end && *next != '\0' && std::strchr(",]{", *next) == nullptr) {
        return nullptr;
    }
    tokens_.push_back({literal_, after, Slot{}});
    completeCores();
    if (tooMany_) {
        return nullptr;
    }
    return after;
}

bool StrictEvent::within(const char* p) {
    ranOut_ = ranOut_ || p >= end_;
    return p < end_;
}

// `p` behind the opening quote; the closing one, or null.
const char* StrictEvent::string(const char* p) {
    bool escaped = false;
    const char* close = json::stringEnd(p, end_, escaped);
    seen_ = close != nullptr ? close : end_;
    if (close == nullptr) {
        ranOut_ = true;
        return nullptr;
    }
    return std::memchr(p, '\n', static_cast<std::size_t>(close - p)) == nullptr ? close : nullptr;
}

const char* StrictEvent::object(const char* p, bool inArgs) {
    p = json::skipSpace(p + 1, end_);
    if (within(p) && *p == '}') {
        shape_.empty = !inArgs;
        if (inArgs && column("args", Form::Constant, true, "{}") < 0) {
            return nullptr;
        }
        return p + 1;
    }
    for (;;) {
        if (!within(p) || *p != '"') {
            return nullptr;
        }
        const char* close = string(p + 1);
        if (close == nullptr) {
            return nullptr;
        }
        const string_view key = between(p + 1, close);
        p = json::skipSpace(close + 1, end_);
        if (!within(p) || *p != ':') {
            return nullptr;
        }
        p = json::skipSpace(p + 1, end_);
        p = within(p) ? value(key, p, inArgs) : nullptr;
        p = p != nullptr ? json::skipSpace(p, end_) : nullptr;
        if (p == nullptr || !within(p)) {
            return nullptr;
        }
        if (*p == '}') {
            return p + 1;
        }
        if (*p != ',') {
            return nullptr;
        }
        p = json::skipSpace(p + 1, end_);
    }
}

const char* StrictEvent::value(Text key, const char* p, bool inArgs) {
    if (*p == '"') {
        return stringValue(key, p, inArgs);
    }
    if (*p == '[' || *p == '{') {
        return bracketValue(key, p, inArgs);
    }
    if (json::startsNumber(p)) {
        return numberValue(key, p, inArgs);
    }
    return wordValue(key, p, inArgs);
}

const char* StrictEvent::stringValue(Text key, const char* p, bool inArgs) {
    const char* close = string(p + 1);
    if (close == nullptr) {
        return nullptr;
    }
    const string_view text = between(p + 1, close);
    Slot slot{Slot::Kind::Text, inArgs ? Core::None : coreOf(key), -1};
    if (!inArgs && key == "cat") {
        shape_.category = intern(text);
        return close + 1;
    }
    if (!inArgs && key == "ph" && text.size() == 1) {
        shape_.phase = text[0];
        return close + 1;
    }
    if (!inArgs && (key == "s" || key == "bp" || key == "ph")) {
        if (key == "ph") {
            oddPhase_ = true;
        }
        return column(key, Form::Constant, true, between(p, close + 1)) < 0 ? nullptr : close + 1;
    }
    const bool exact = slot.core == Core::Name ||
                       ((slot.core == Core::Pid || slot.core == Core::Tid) && !json::isPlainInteger(text));
    if (exact) {
        place(p + 1, close, slot);
    } else if (!placeColumn(key, p + 1, close, slot, !inArgs)) {
        return nullptr;
    }
    return close + 1;
}

const char* StrictEvent::bracketValue(Text key, const char* p, bool inArgs) {
    if (*p == '{' && key == "args" && !inArgs && args_ == Args::Columns) {
        return object(p, true);
    }
    const char* after = json::skipBalanced(p, end_);
    seen_ = after != nullptr ? after : end_;
    ranOut_ = ranOut_ || after == nullptr;
    if (after == nullptr || !json::validNesting(p, after)) {
        return nullptr;
    }
    const Slot slot{Slot::Kind::Raw, inArgs ? Core::None : coreOf(key), -1};
    return placeColumn(key, p, after, slot, !inArgs) ? after : nullptr;
}

const char* StrictEvent::numberValue(Text key, const char* p, bool inArgs) {
    const char* after = json::numberEnd(p, end_);
    if (after == nullptr) {
        return nullptr;
    }
    const Slot slot{Slot::Kind::Number, inArgs ? Core::None : coreOf(key), -1};
    if (SlotValues scratch; readExactCore(slot.core, p, end_, scratch) == after) {
        place(p, after, slot);
        return after;
    }
    return placeColumn(key, p, after, slot, !inArgs) ? after : nullptr;
}

const char* StrictEvent::wordValue(Text key, const char* p, bool inArgs) {
    const char* after = p + (*p == '-' ? 1 : 0);
    while (after < end_ && (*after | 0x20) >= 'a' && (*after | 0x20) <= 'z') {
        ++after;
    }
    string_view word = between(p, after);
    const auto nonFinite = std::ranges::find(kNonFinite, word, &std::pair<string_view, string_view>::first);
    if (nonFinite != kNonFinite.end()) {
        ++shape_.nonFinite;
        word = nonFinite->second;
    } else if (!isBareWord(word)) {
        return nullptr;
    }
    if (!inArgs) {
        cores_ |= 1u << static_cast<unsigned>(coreOf(key));
    }
    return column(key, Form::Constant, !inArgs, word) < 0 ? nullptr : after;
}

// A new column, or -1 when there are too many.
int StrictEvent::column(Text key, Form form, bool topLevel, Text constant) {
    if (shape_.columns.size() == kMaxColumns) {
        tooMany_ = true;
        return -1;
    }
    const auto number = static_cast<int>(shape_.columns.size());
    shape_.columns.push_back(
        {intern(key), form, topLevel, form == Form::Constant ? intern(constant) : StringId()});
    return number;
}

void StrictEvent::place(const char* at, const char* after, Slot slot) {
    cores_ |= 1u << static_cast<unsigned>(slot.core);
    tokens_.push_back({literal_, at, slot});
    literal_ = after;
}

bool StrictEvent::placeColumn(Text key, const char* at, const char* after, Slot slot, bool topLevel) {
    static constexpr std::array<Form, 3> kForms{Form::Number, Form::String, Form::Raw};
    const int number = column(key, kForms[static_cast<std::size_t>(slot.kind)], topLevel);
    if (number < 0) {
        return false;
    }
    noteMeaning(key, topLevel, number);
    slot.column = static_cast<std::int16_t>(number);
    place(at, after, slot);
    return true;
}

void StrictEvent::noteMeaning(Text key, bool topLevel, int number) {
    if (topLevel && key == "id") {
        shape_.id = static_cast<std::int16_t>(number);
    } else if (topLevel && (key == "id2" || key == "bind_id") && shape_.id < 0) {
        shape_.id = static_cast<std::int16_t>(number);
    } else if (!topLevel && key == "correlation") {
        shape_.correlation = static_cast<std::int16_t>(number);
    }
}

// A core value that gets a column after all, because this kind of event does not hold it in the model's own place.
void StrictEvent::keepInColumn(Core core, Text key) {
    const auto token = std::ranges::find_if(tokens_, [&](const Token& t) { return t.slot.core == core; });
    if (token == tokens_.end() || token->slot.column >= 0) {
        return;
    }
    const bool text = token->slot.kind == Slot::Kind::Text;
    const int number = column(key, text ? Form::String : Form::Number, true);
    if (number >= 0) {
        token->slot.column = static_cast<std::int16_t>(number);
    }
}

void StrictEvent::completeCores() {
    const auto has = [&](Core core) { return (cores_ >> static_cast<unsigned>(core) & 1) != 0; };
    const bool timed = std::ranges::any_of(tokens_, [](const Token& t) {
        return t.slot.core == Core::Time && t.slot.kind == Slot::Kind::Number;
    });
    if (shape_.phase != 'X' || !timed) { // perhaps no slice, which would hold it
        keepInColumn(Core::Duration, "dur");
    }
    if (shape_.phase == 'b' || shape_.phase == 'S') { // becomes a slice of an asynchronous track
        keepInColumn(Core::Tid, "tid");
    }
    for (const auto& [key, core] : kCores) {
        if (!has(core) && (core != Core::Duration || shape_.phase == 'X')) {
            std::ignore = column(key, Form::Constant, true, {});
        }
    }
    const auto placed = [&](Core core) {
        return std::ranges::any_of(tokens_, [&](const Token& t) { return t.slot.core == core; });
    };
    shape_.hasTime = placed(Core::Time);
    shape_.hasDuration = placed(Core::Duration);
}

} // namespace lanes
