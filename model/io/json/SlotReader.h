// Reads the value in a slot of an event.
#pragma once

#include "model/io/json/JsonNumber.h"
#include "model/io/json/JsonScan.h"
#include "model/io/json/JsonTexts.h"
#include "model/io/json/Slot.h"

#include <cstdint>

namespace lanes {

// Reads the value at `p` into `values`. Returns the place where the text continues (a string's closing quote belongs to
// the next literal), or null if there is no such value.
[[nodiscard]] const char* readSlot(const Slot& slot, const char* p, const char* end, JsonTexts& texts,
                                   SlotValues& values);

// Reads a number that the model holds exactly, into its own place; names have no such form.
[[nodiscard]] const char* readExactCore(Core core, const char* p, const char* end, SlotValues& values);

inline std::int64_t textCell(StringId id) {
    return ArgValue::ofText(id).encode();
}

// The most common kinds of slots, so that reading one takes a single decision; Other: use readSlot().
enum class SlotReader : std::uint8_t { Other, End, Cell, Time, Duration, Pid, Tid, Text, Name, Raw };
[[nodiscard]] SlotReader readerOf(const Slot& slot);

namespace detail {

[[gnu::always_inline]] inline const char* readPlace(const char* p, UsualPlace& usual, std::int64_t& place) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, p, sizeof bytes);
    if ((bytes & usual.mask) == usual.bytes) [[likely]] {
        place = usual.cell;
        return p + usual.length;
    }
    std::int64_t cell = 0;
    const char* after = json::parseCell(p, cell);
    if (after == nullptr || ArgValue::decode(cell).type != ArgValue::Type::Integer) {
        return nullptr;
    }
    place = cell;
    const auto length = static_cast<unsigned>(after - p);
    if (length < sizeof bytes) {
        usual.mask = ~std::uint64_t{0} >> 8 * (sizeof bytes - 1 - length);
        usual.bytes = bytes & usual.mask;
        usual.length = length;
        usual.cell = cell;
    }
    return after;
}

// Takes the expected text at `p`, or else the one that read(id) finds. Returns one past it, or null.
template<class Read>
[[gnu::always_inline]] inline const char* readGuessed(TextGuess::Form form, const char* p, const char* end,
                                                      JsonTexts& texts, std::int64_t& cell,
                                                      const Read& read) {
    StringId id;
    const char* after = texts.guess().at(form, p, end, id);
    if (after == nullptr) {
        after = read(id);
        if (after == nullptr) {
            return nullptr;
        }
        texts.guess().learn(form, texts.view(id), id);
    }
    cell = textCell(id);
    return after;
}

[[gnu::always_inline]] inline const char* readText(const char* p, const char* end, JsonTexts& texts,
                                                   std::int64_t& cell) {
    return readGuessed(TextGuess::Form::Text, p, end, texts, cell, [&](StringId& id) {
        bool escaped = false;
        const char* after = json::stringEnd(p, end, escaped);
        id = after != nullptr ? texts.text(p, after) : StringId();
        return after;
    });
}

[[gnu::always_inline]] inline const char* readRaw(const char* p, const char* end, JsonTexts& texts,
                                                  std::int64_t& cell) {
    return readGuessed(TextGuess::Form::Raw, p, end, texts, cell, [&](StringId& id) -> const char* {
        const char* after = *p == '[' || *p == '{' ? json::skipBalanced(p, end) : nullptr;
        id = after != nullptr ? texts.raw(p, after) : StringId();
        return id.valid() ? after : nullptr;
    });
}

[[gnu::always_inline]] inline const char* readName(const char* p, const char* end, JsonTexts& texts,
                                                   SlotValues& values) {
    const bool few = !texts.pool().outgrewCache();
    if (few) [[likely]] {
        if (const char* after = texts.guess().at(TextGuess::Form::Name, p, end, values.name)) {
            return after;
        }
    }
    bool escaped = false;
    const char* after = json::stringEnd(p, end, escaped);
    if (after == nullptr) {
        return nullptr;
    }
    if (escaped || few) {
        values.name = texts.plain(p, after, escaped);
        if (!escaped) {
            texts.guess().learn(TextGuess::Form::Name, texts.view(values.name), values.name);
        }
    } else {
        values.soughtName = texts.pool().seek(p, after);
    }
    return after;
}

} // namespace detail

// Like readSlot(slot, ...), given the reader of that slot; but a name may be only sought. May read beyond `end`: a result
// beyond it is invalid.
[[gnu::always_inline]] inline const char* readSlot(SlotReader reader, const Slot& slot, const char* p,
                                                   const char* end, JsonTexts& texts, SlotValues& values) {
    const auto cell = [&]() -> std::int64_t& { return values.cells[static_cast<std::size_t>(slot.column)]; };
    switch (reader) {
    case SlotReader::End:
        return p;
    case SlotReader::Cell:
        if (const char* after = json::parseCell(p, cell())) [[likely]] {
            return after;
        }
        break;
    case SlotReader::Time:
        return json::parseExactTime(p, values.time);
    case SlotReader::Duration: {
        const char* after = json::parseExactTime(p, values.duration);
        return values.duration >= 0 ? after : nullptr;
    }
    case SlotReader::Pid:
        return detail::readPlace(p, values.usualPid, values.pid);
    case SlotReader::Tid:
        return detail::readPlace(p, values.usualTid, values.tid);
    case SlotReader::Text:
        return detail::readText(p, end, texts, cell());
    case SlotReader::Name:
        return detail::readName(p, end, texts, values);
    case SlotReader::Raw:
        return detail::readRaw(p, end, texts, cell());
    case SlotReader::Other:
        break;
    }
    return readSlot(slot, p, end, texts, values);
}

} // namespace lanes
