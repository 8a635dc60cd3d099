#include "collector/probe/nvtx/NvtxEvent.h"

#include <algorithm>
#include <cstring>

namespace lanes::probe::nvtx {

namespace {

constexpr std::uint32_t kReplacement = 0xFFFD;

bool isCharacter(std::uint32_t code) {
    return code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
}

// Writes up to four bytes; returns how many.
unsigned encode(std::uint32_t code, char* out) {
    if (code < 0x80) {
        out[0] = static_cast<char>(code);
        return 1;
    }
    const unsigned bytes = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (unsigned i = bytes - 1; i > 0; --i) {
        out[i] = static_cast<char>(0x80 | (code & 0x3F));
        code >>= 6;
    }
    out[0] = static_cast<char>((0xF00 >> bytes & 0xFF) | code);
    return bytes;
}

std::string_view messageOf(const EventAttributes& event, const NvtxNames& names, MessageText& wide) {
    switch (event.messageKind) {
    case MessageKind::Narrow:
        return MessageText::of(static_cast<const char*>(event.message));
    case MessageKind::Wide:
        return wide.of(static_cast<const wchar_t*>(event.message));
    case MessageKind::Registered:
        return names.string(reinterpret_cast<std::uintptr_t>(event.message));
    case MessageKind::None:
        break;
    }
    return {};
}

} // namespace

std::string_view MessageText::of(const char* text) {
    return text == nullptr ? std::string_view()
                           : std::string_view(text, strnlen(text, NvtxNames::kMaxTextBytes));
}

std::string_view MessageText::of(const wchar_t* text) {
    constexpr std::size_t kLongest = 4; // bytes of a character
    std::size_t length = 0;
    while (text != nullptr && *text != 0 && length + kLongest <= sizeof bytes_) {
        const auto code = static_cast<std::uint32_t>(static_cast<std::make_unsigned_t<wchar_t>>(*text++));
        length += encode(isCharacter(code) ? code : kReplacement, bytes_ + length);
    }
    return {bytes_, length};
}

Event readEvent(const EventAttributes* attributes, const NvtxNames& names, MessageText& wide) {
    Event event;
    if (attributes == nullptr) {
        return event;
    }
    EventAttributes known{};
    std::memcpy(&known, attributes, std::min<std::size_t>(attributes->bytes, sizeof known));
    event.message = messageOf(known, names, wide);
    event.category = known.category;
    event.hasColor = known.colorKind == kArgb;
    event.color = known.color;
    if (known.payloadKind > 0 && known.payloadKind <= static_cast<std::int32_t>(ring::PayloadKind::Last)) {
        event.payloadKind = static_cast<ring::PayloadKind>(known.payloadKind);
        event.payload = known.payload;
    }
    return event;
}

} // namespace lanes::probe::nvtx
