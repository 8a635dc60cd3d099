#include "model/io/json/SlotReader.h"

#include <charconv>

namespace lanes {

namespace {

const char* readNumberCell(const char* p, const char* end, JsonTexts& texts, std::int64_t& cell) {
    if (const char* after = json::parseCell(p, cell)) [[likely]] {
        return after;
    }
    const char* after = json::startsNumber(p) ? json::numberEnd(p, end) : nullptr;
    if (after != nullptr) {
        cell = textCell(texts.text(p, after));
    }
    return after;
}

// A process or thread; a number in quotes names the same one as the number.
std::int64_t placeCell(const char* begin, const char* after, JsonTexts& texts) {
    if (!json::isPlainInteger({begin, static_cast<std::size_t>(after - begin)})) {
        return textCell(texts.text(begin, after));
    }
    std::int64_t number = 0;
    std::from_chars(begin, after, number);
    return ArgValue::ofInteger(number).encode();
}

// A core value of any spelling, from the text it has in the file.
void readLooseCore(Core core, const char* begin, const char* after, JsonTexts& texts, SlotValues& values) {
    const std::string_view text(begin, static_cast<std::size_t>(after - begin));
    switch (core) {
    case Core::Name:
        values.name = texts.text(begin, after);
        break;
    case Core::Pid:
        values.pid = placeCell(begin, after, texts);
        break;
    case Core::Tid:
        values.tid = placeCell(begin, after, texts);
        break;
    case Core::Time:
    case Core::Duration: {
        TimeNs& time = core == Core::Time ? values.time : values.duration;
        if (!json::parseAnyTime(text, time)) {
            time = kNoTime;
        }
        break;
    }
    case Core::None:
        break;
    }
}

const char* readText(const Slot& slot, const char* p, const char* end, JsonTexts& texts, SlotValues& values) {
    bool escaped = false;
    const char* after = json::stringEnd(p, end, escaped);
    if (after == nullptr) {
        return nullptr;
    }
    if (slot.core == Core::None) [[likely]] {
        values.cells[static_cast<std::size_t>(slot.column)] = textCell(texts.text(p, after));
        return after;
    }
    if (slot.column >= 0) {
        values.cells[static_cast<std::size_t>(slot.column)] = textCell(texts.text(p, after));
        readLooseCore(slot.core, p, after, texts, values);
        return after;
    }
    if (slot.core == Core::Name) [[likely]] {
        values.name = texts.plain(p, after, escaped);
        return after;
    }
    if (json::isPlainInteger({p, static_cast<std::size_t>(after - p)})) {
        return nullptr; // would come back as a number
    }
    readLooseCore(slot.core, p, after, texts, values);
    return after;
}

} // namespace

const char* readExactCore(Core core, const char* p, const char* end, SlotValues& values) {
    switch (core) {
    case Core::Time:
        return json::parseExactTime(p, values.time);
    case Core::Duration:
        p = json::parseExactTime(p, values.duration);
        return values.duration >= 0 ? p : nullptr;
    case Core::None:
    case Core::Name:
        return nullptr;
    case Core::Pid:
    case Core::Tid:
        break;
    }
    std::int64_t cell = 0;
    const char* after = json::parseCell(p, cell);
    if (after == nullptr || ArgValue::decode(cell).type != ArgValue::Type::Integer || after > end) {
        return nullptr;
    }
    (core == Core::Pid ? values.pid : values.tid) = cell;
    return after;
}

const char* readSlot(const Slot& slot, const char* p, const char* end, JsonTexts& texts, SlotValues& values) {
    switch (slot.kind) {
    case Slot::Kind::Number: {
        if (slot.column < 0) {
            return readExactCore(slot.core, p, end, values);
        }
        const char* after =
            readNumberCell(p, end, texts, values.cells[static_cast<std::size_t>(slot.column)]);
        if (after != nullptr && slot.core != Core::None) {
            readLooseCore(slot.core, p, after, texts, values);
        }
        return after;
    }
    case Slot::Kind::Text:
        return readText(slot, p, end, texts, values);
    case Slot::Kind::Raw: {
        const char* after = *p == '[' || *p == '{' ? json::skipBalanced(p, end) : nullptr;
        const StringId id = after != nullptr ? texts.raw(p, after) : StringId();
        if (!id.valid()) {
            return nullptr;
        }
        values.cells[static_cast<std::size_t>(slot.column)] = textCell(id);
        readLooseCore(slot.core, p, after, texts, values);
        return after;
    }
    case Slot::Kind::End:
        break;
    }
    return p;
}

SlotReader readerOf(const Slot& slot) {
    const bool argument = slot.core == Core::None && slot.column >= 0;
    const bool exact = slot.column < 0;
    switch (slot.kind) {
    case Slot::Kind::End:
        return SlotReader::End;
    case Slot::Kind::Raw:
        return argument ? SlotReader::Raw : SlotReader::Other;
    case Slot::Kind::Text:
        if (exact && slot.core == Core::Name) {
            return SlotReader::Name;
        }
        return argument ? SlotReader::Text : SlotReader::Other;
    case Slot::Kind::Number:
        break;
    }
    if (argument) {
        return SlotReader::Cell;
    }
    switch (exact ? slot.core : Core::None) {
    case Core::Time:
        return SlotReader::Time;
    case Core::Duration:
        return SlotReader::Duration;
    case Core::Pid:
        return SlotReader::Pid;
    case Core::Tid:
        return SlotReader::Tid;
    case Core::Name:
    case Core::None:
        break;
    }
    return SlotReader::Other;
}

} // namespace lanes
