#include "collector/python/arrow/TableCheck.h"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace lanes::arrow {

namespace {

constexpr std::uint32_t kMostEntries = 4096;
constexpr std::int64_t kMostRows = std::int64_t{1} << 40; // no product below overflows

// Unicode 15, table 3-7: what well-formed sequences of UTF-8 begin with, how many bytes follow, and which the first of them may be;
// the further ones are 80 to bf.
struct Utf8Lead {
    unsigned char from;
    unsigned char to;
    unsigned char following;
    unsigned char lowest;
    unsigned char highest;
};
constexpr std::array<Utf8Lead, 9> kUtf8Leads{{{0x00, 0x7f, 0, 0x80, 0xbf},
                                              {0xc2, 0xdf, 1, 0x80, 0xbf},
                                              {0xe0, 0xe0, 2, 0xa0, 0xbf},
                                              {0xe1, 0xec, 2, 0x80, 0xbf},
                                              {0xed, 0xed, 2, 0x80, 0x9f},
                                              {0xee, 0xef, 2, 0x80, 0xbf},
                                              {0xf0, 0xf0, 3, 0x90, 0xbf},
                                              {0xf1, 0xf3, 3, 0x80, 0xbf},
                                              {0xf4, 0xf4, 3, 0x80, 0x8f}}};

// The length of the well-formed sequence that begins there, 0 if there is none.
std::size_t sequence(const unsigned char* at, std::size_t left) {
    const auto* lead = std::ranges::find_if(
        kUtf8Leads, [&](const Utf8Lead& known) { return known.from <= at[0] && at[0] <= known.to; });
    if (lead == kUtf8Leads.end() || left <= lead->following) {
        return 0;
    }
    for (std::size_t i = 1; i <= lead->following; ++i) {
        const unsigned lowest = i == 1 ? lead->lowest : 0x80;
        const unsigned highest = i == 1 ? lead->highest : 0xbf;
        if (at[i] < lowest || at[i] > highest) {
            return 0;
        }
    }
    return std::size_t{1} + lead->following;
}

bool isUtf8(const char* text, std::size_t bytes) {
    constexpr std::uint64_t kHighBits = 0x8080808080808080;
    const auto* at = reinterpret_cast<const unsigned char*>(text);
    for (std::size_t i = 0; i < bytes;) {
        std::uint64_t eight = kHighBits;
        if (bytes - i >= sizeof eight) {
            std::memcpy(&eight, at + i, sizeof eight);
        }
        const std::size_t length = (eight & kHighBits) == 0 ? sizeof eight : sequence(at + i, bytes - i);
        if (length == 0) {
            return false;
        }
        i += length;
    }
    return true;
}

// One file. What is asked of an entry stands for those behind it, too: they are asked first.
class Check {
public:
    Check(const char* base, std::size_t bytes)
        : base_(base)
        , bytes_(bytes) {}

    const char* fault() {
        if (bytes_ < sizeof(TableHeader) || header().magic != kTableMagic || header().bytes != bytes_) {
            return "it does not begin as a table, or is cut off";
        }
        const std::uint64_t room = (bytes_ - sizeof(TableHeader)) / sizeof(ColumnEntry);
        if (header().entries > std::min<std::uint64_t>(room, kMostEntries) ||
            header().columns > header().entries || header().rows < 0 || header().rows > kMostRows) {
            return "its header is damaged";
        }
        for (std::uint32_t i = 0; i < header().entries; ++i) {
            if (const char* fault = faultIn(i)) {
                return fault;
            }
        }
        return nullptr;
    }

private:
    [[nodiscard]] const TableHeader& header() const { return *reinterpret_cast<const TableHeader*>(base_); }
    [[nodiscard]] const ColumnEntry& entry(std::uint32_t i) const {
        return reinterpret_cast<const ColumnEntry*>(base_ + sizeof(TableHeader))[i];
    }
    [[nodiscard]] bool isWithin(std::uint64_t offset, std::uint64_t bytes) const {
        return offset <= bytes_ && bytes <= bytes_ - offset;
    }
    template<class T>
    [[nodiscard]] const T* values(const BufferPlace& place) const {
        return reinterpret_cast<const T*>(base_ + place.offset);
    }

    const char* faultIn(std::uint32_t i) {
        const ColumnEntry& e = entry(i);
        if (!isWithin(e.nameOffset, e.nameBytes) || !isUtf8(base_ + e.nameOffset, e.nameBytes) ||
            std::memchr(base_ + e.nameOffset, 0, e.nameBytes) != nullptr) {
            return "the name of a column is damaged";
        }
        if (e.length < 0 || e.length > kMostRows || (i < header().columns && e.length != header().rows)) {
            return "the length of a column is damaged";
        }
        for (const BufferPlace& place : e.buffers) {
            if (!isWithin(place.offset, place.bytes) || place.offset % kBufferAlignment != 0) {
                return "a buffer of a column reaches out of the file";
            }
        }
        if (const char* fault = nullsFault(e)) {
            return fault;
        }
        const std::string_view format(e.format.data(), e.format.size());
        const std::size_t end = std::min(format.find('\0'), format.size());
        const bool filled =
            end < format.size() && format.find_first_not_of('\0', end) == std::string_view::npos;
        return valuesFault(i, filled ? format.substr(0, end) : std::string_view());
    }

    [[nodiscard]] const char* nullsFault(const ColumnEntry& e) const {
        if (e.nulls == 0) {
            return nullptr; // nobody looks at the bits
        }
        const auto length = static_cast<std::uint64_t>(e.length);
        if (e.nulls < 0 || e.nulls > e.length || e.buffers[0].bytes < (length + 7) / 8) {
            return "it is not clear which values of a column are missing";
        }
        std::int64_t nulls = 0;
        for (std::uint64_t row = 0; row < length; ++row) {
            nulls += isValid(e, row) ? 0 : 1;
        }
        return nulls == e.nulls ? nullptr : "it is not clear which values of a column are missing";
    }

    [[nodiscard]] bool isValid(const ColumnEntry& e, std::uint64_t row) const {
        return e.nulls == 0 || (values<std::uint8_t>(e.buffers[0])[row / 8] >> (row % 8) & 1) != 0;
    }

    const char* valuesFault(std::uint32_t i, std::string_view format) {
        const ColumnEntry& e = entry(i);
        if (format == "l" || format == "L" || format == "g") {
            return e.child == 0 && e.dictionary == 0 && holds(e.buffers[1], e.length, 8)
                       ? nullptr
                       : "the values of a column are cut off";
        }
        if (format == "U") {
            return e.child == 0 && e.dictionary == 0 ? textFault(e)
                                                     : "a text of a column stands inside of another";
        }
        if (format == "+L") {
            return listFault(i);
        }
        if (format == "c" || format == "s" || format == "i") {
            return codesFault(i, format);
        }
        return "the type of a column is none that this version knows";
    }

    static bool holds(const BufferPlace& place, std::int64_t count, std::uint64_t width) {
        return place.bytes / width >= static_cast<std::uint64_t>(count);
    }

    // Whether a column's offsets rise from 0 on and stay below `end`.
    [[nodiscard]] bool offsetsRise(const ColumnEntry& e, std::uint64_t end) const {
        if (!holds(e.buffers[1], e.length + 1, 8)) {
            return false;
        }
        const auto* offsets = values<std::uint64_t>(e.buffers[1]);
        bool rise = true;
        for (std::int64_t row = 0; row < e.length; ++row) {
            rise = rise && offsets[row] <= offsets[row + 1];
        }
        return rise && offsets[e.length] <= end;
    }

    [[nodiscard]] const char* textFault(const ColumnEntry& e) const {
        if (!offsetsRise(e, e.buffers[2].bytes)) {
            return "the texts of a column are cut off";
        }
        const char* text = base_ + e.buffers[2].offset;
        const auto* offsets = values<std::uint64_t>(e.buffers[1]);
        const std::uint64_t from = offsets[0];
        const std::uint64_t to = offsets[e.length];
        bool good = isUtf8(text + from, to - from);
        for (std::int64_t row = 0; row < e.length; ++row) { // none begins within a letter
            good = good &&
                   (offsets[row] == to || (static_cast<unsigned char>(text[offsets[row]]) & 0xc0) != 0x80);
        }
        return good ? nullptr : "a text of a column is no UTF-8";
    }

    // An entry that stands inside another comes behind it and in no other one, so that they make no ring.
    [[nodiscard]] bool isInside(std::uint32_t outer, std::uint32_t inner) {
        if (inner <= outer || inner < header().columns || inner >= header().entries || inner <= lastInner_) {
            return false;
        }
        lastInner_ = inner;
        return true;
    }

    const char* listFault(std::uint32_t i) {
        const ColumnEntry& e = entry(i);
        if (e.dictionary != 0 || !isInside(i, e.child) || entry(e.child).format[0] == '+' ||
            entry(e.child).length < 0) {
            return "the lists of a column have no values";
        }
        return offsetsRise(e, static_cast<std::uint64_t>(entry(e.child).length))
                   ? nullptr
                   : "the lists of a column are cut off";
    }

    const char* codesFault(std::uint32_t i, std::string_view format) {
        const ColumnEntry& e = entry(i);
        if (e.child != 0 || !isInside(i, e.dictionary) ||
            std::string_view(entry(e.dictionary).format.data()) != "U") {
            return "the dictionary of a column is missing";
        }
        const std::int64_t texts = entry(e.dictionary).length;
        const bool good = format == "c"   ? codesAreIn<std::int8_t>(e, texts)
                          : format == "s" ? codesAreIn<std::int16_t>(e, texts)
                                          : codesAreIn<std::int32_t>(e, texts);
        return good ? nullptr : "a value of a column is not in its dictionary";
    }

    template<class Code>
    [[nodiscard]] bool codesAreIn(const ColumnEntry& e, std::int64_t texts) const {
        if (!holds(e.buffers[1], e.length, sizeof(Code))) {
            return false;
        }
        const Code* codes = values<Code>(e.buffers[1]);
        for (std::int64_t row = 0; row < e.length; ++row) {
            if ((codes[row] < 0 || codes[row] >= texts) && isValid(e, static_cast<std::uint64_t>(row))) {
                return false;
            }
        }
        return true;
    }

    const char* base_;
    std::size_t bytes_;
    std::uint32_t lastInner_ = 0;
};

} // namespace

const char* faultOf(const char* base, std::size_t bytes) {
    return Check(base, bytes).fault();
}

} // namespace lanes::arrow
