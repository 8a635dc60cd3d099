// Distinguishes a code object from a later one at the same address, where no reference keeps the first one alive.
#pragma once

#include "collector/probe/ForeignMemory.h"
#include "collector/probe/cpython/PythonLayout.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace lanes::probe {

// Never set in an address of a program, so an identity cannot be mistaken for an address.
constexpr std::uint64_t kIdentityBit = 1ULL << 63;

// A hash of the facts of a code object: names, first line, and both ends of its line table. DirectMemory may be used
// only on the thread that is running the code.
template<class Memory>
class CodeIdentity {
public:
    explicit CodeIdentity(const PythonLayout& layout)
        : layout_(layout) {}

    [[nodiscard]] std::uint64_t of(std::uint64_t code) {
        const auto* object = reinterpret_cast<const std::byte*>(code);
        hash_ = code;
        add(Memory::template load<std::uint32_t>(object, layout_.codeFirstLine));
        addText(Memory::template load<const std::byte*>(object, layout_.codeFunction));
        addText(Memory::template load<const std::byte*>(object, layout_.codeFile));
        const auto* lines = Memory::template load<const std::byte*>(object, layout_.codeLines);
        const auto length =
            static_cast<std::size_t>(Memory::template load<std::uint64_t>(lines, layout_.bytesLength));
        add(length);
        addEnds(lines + layout_.bytesData, length);
        return hash_ | kIdentityBit;
    }

private:
    static constexpr std::size_t kEndBytes = 512;

    void add(std::uint64_t word) {
        hash_ = (hash_ ^ word) * 0x9E3779B97F4A7C15ULL;
        hash_ ^= hash_ >> 32;
    }
    void addText(const std::byte* text) {
        const auto length =
            static_cast<std::size_t>(Memory::template load<std::uint64_t>(text, layout_.textLength));
        const auto state = Memory::template load<std::uint32_t>(text, layout_.textState);
        const std::size_t width = state >> layout_.textKindShift & 7;
        const bool ascii = (state >> (layout_.textKindShift + 4) & 1) != 0;
        add(length);
        addEnds(text + (ascii ? layout_.textAsciiData : layout_.textWideData), length * width);
    }
    void addEnds(const std::byte* data, std::size_t bytes) {
        addBytes(data, std::min(bytes, kEndBytes));
        if (bytes > kEndBytes) {
            const std::size_t rest = std::min(bytes - kEndBytes, kEndBytes);
            addBytes(data + bytes - rest, rest);
        }
    }
    void addBytes(const std::byte* data, std::size_t bytes) {
        std::uint64_t words[kEndBytes / 8];
        const std::size_t count = (bytes + 7) / 8;
        if (count != 0) {
            words[count - 1] = 0;
            if (!Memory::copy(words, data, bytes)) {
                return;
            }
        }
        for (std::size_t i = 0; i < count; ++i) {
            add(words[i]);
        }
    }

    const PythonLayout& layout_;
    std::uint64_t hash_ = 0;
};

} // namespace lanes::probe
