#include "collector/probe/cpython/PythonFrames.h"

#include "collector/probe/cpython/LineTable.h"

#include <algorithm>
#include <vector>

namespace lanes::probe {

namespace {

constexpr std::size_t kMaxTextCharacters = 1024;
constexpr std::size_t kMaxLineTableBytes = 256 * 1024;

// A byte of a path that is no UTF-8: Python's surrogateescape.
constexpr std::uint32_t kFirstByte = 0xdc80;
constexpr std::uint32_t kLastByte = 0xdcff;

void appendUtf8(std::string& text, std::uint32_t character) {
    if (character < 0x80 || (character >= kFirstByte && character <= kLastByte)) {
        text += static_cast<char>(character & 0xff);
    } else if (character < 0x800) {
        text += static_cast<char>(0xc0 | character >> 6);
        text += static_cast<char>(0x80 | (character & 63));
    } else if (character < 0x10000) {
        text += static_cast<char>(0xe0 | character >> 12);
        text += static_cast<char>(0x80 | (character >> 6 & 63));
        text += static_cast<char>(0x80 | (character & 63));
    } else {
        text += static_cast<char>(0xf0 | (character >> 18 & 7));
        text += static_cast<char>(0x80 | (character >> 12 & 63));
        text += static_cast<char>(0x80 | (character >> 6 & 63));
        text += static_cast<char>(0x80 | (character & 63));
    }
}

// A Python str as UTF-8, paths as the bytes that they are; file names keep their end, which says more than their beginning.
std::string readText(const PythonLayout& layout, const std::byte* object) {
    std::string text;
    const auto length = GuardedMemory::load<std::uint64_t>(object, layout.textLength);
    const auto state = GuardedMemory::load<std::uint32_t>(object, layout.textState);
    const std::size_t width = state >> layout.textKindShift & 7;
    const bool ascii = (state >> (layout.textKindShift + 4) & 1) != 0;
    if ((width != 1 && width != 2 && width != 4) || length > 1U << 20) {
        return text;
    }
    const std::size_t kept = std::min<std::size_t>(length, kMaxTextCharacters);
    const std::int32_t data = ascii ? layout.textAsciiData : layout.textWideData;
    std::vector<std::uint8_t> raw(kept * width);
    if (!GuardedMemory::copy(raw.data(), object + data + (length - kept) * width, raw.size())) {
        return text;
    }
    text.reserve(kept);
    for (std::size_t i = 0; i < kept; ++i) {
        std::uint32_t character = 0;
        std::memcpy(&character, raw.data() + i * width, width);
        appendUtf8(text, character);
    }
    return text;
}

} // namespace

CodeFacts describeCode(const PythonLayout& layout, std::uint64_t code) {
    const auto* object = reinterpret_cast<const std::byte*>(code);
    CodeFacts facts;
    facts.file = readText(layout, GuardedMemory::load<const std::byte*>(object, layout.codeFile));
    facts.function = readText(layout, GuardedMemory::load<const std::byte*>(object, layout.codeFunction));
    facts.firstLine = GuardedMemory::load<std::uint32_t>(object, layout.codeFirstLine);
    return facts;
}

std::uint32_t lineOfInstruction(const PythonLayout& layout, std::uint64_t code, std::uint32_t instruction) {
    const auto* object = reinterpret_cast<const std::byte*>(code);
    const auto* lines = GuardedMemory::load<const std::byte*>(object, layout.codeLines);
    const auto length = GuardedMemory::load<std::uint64_t>(lines, layout.bytesLength);
    if (length > kMaxLineTableBytes) {
        return 0;
    }
    std::vector<std::uint8_t> table(length);
    if (!GuardedMemory::copy(table.data(), lines + layout.bytesData, table.size())) {
        return 0;
    }
    return lineOf(static_cast<LineTableKind>(layout.lineTableKind), table,
                  GuardedMemory::load<std::uint32_t>(object, layout.codeFirstLine), instruction);
}

} // namespace lanes::probe
