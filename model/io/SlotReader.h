// Reads the value that stands in a slot of an event.
#pragma once

#include "model/io/EventShape.h"
#include "model/io/JsonNumber.h"
#include "model/io/JsonScan.h"
#include "model/io/TextPool.h"

#include <cstdint>

namespace lanes {

// Reads the value at `p` into `values`. Returns where the text goes on (a string's closing quote belongs to the next
// literal), or null when what stands there is no such value.
[[nodiscard]] const char* readSlot(const Slot& slot, const char* p, const char* end, TextPool& texts,
                                   EventValues& values);

inline std::int64_t textCell(StringId id) {
    return ArgValue::ofText(id).encode();
}

// The slots that nearly all values stand in, so that reading one takes a single decision; Other: ask readSlot().
enum class SlotReader : std::uint8_t { Other, End, Cell, Time, Duration, Pid, Tid, Text, Name, Raw };
[[nodiscard]] SlotReader readerOf(const Slot& slot);

namespace detail {

[[gnu::always_inline]] inline const char* readPlace(const char* p, std::int64_t& place) {
    std::int64_t cell = 0;
    const char* after = json::parseCell(p, cell);
    if (after == nullptr || ArgValue::decode(cell).type != ArgValue::Type::Integer) {
        return nullptr;
    }
    place = cell;
    return after;
}

} // namespace detail

// The same as readSlot(slot, ...) for the reader of that slot, but a name may be only sought. May read beyond `end`: a result behind it is none.
[[gnu::always_inline]] inline const char* readSlot(SlotReader reader, const Slot& slot, const char* p,
                                                   const char* end, TextPool& texts, EventValues& values) {
    const auto cell = [&]() -> std::int64_t& { return values.cells[static_cast<std::uint8_t>(slot.column)]; };
    bool escaped = false;
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
        return detail::readPlace(p, values.pid);
    case SlotReader::Tid:
        return detail::readPlace(p, values.tid);
    case SlotReader::Text: {
        const char* after = json::stringEnd(p, end, escaped);
        if (after != nullptr) [[likely]] {
            cell() = textCell(texts.text(p, after));
        }
        return after;
    }
    case SlotReader::Name: {
        const char* after = json::stringEnd(p, end, escaped);
        if (after != nullptr && texts.outgrewCache() && !escaped) {
            values.soughtName = texts.seek(p, after);
        } else if (after != nullptr) [[likely]] {
            values.name = texts.plain(p, after, escaped);
        }
        return after;
    }
    case SlotReader::Raw: {
        const char* after = *p == '[' || *p == '{' ? json::skipBalanced(p, end) : nullptr;
        const StringId id = after != nullptr ? texts.raw(p, after) : StringId();
        cell() = textCell(id);
        return id.valid() ? after : nullptr;
    }
    case SlotReader::Other:
        break;
    }
    return readSlot(slot, p, end, texts, values);
}

} // namespace lanes
