#include "collector/probe/nvtx/NvtxEvent.h"

#include <algorithm>
#include <cstring>

namespace lanes::probe::nvtx {

namespace {

constexpr std::size_t kPlacesTried = 64;

std::string_view viewOf(const std::string* text) {
    return text != nullptr ? std::string_view(*text) : std::string_view();
}

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

std::uint64_t NvtxNames::keep(std::string_view text) {
    text = text.substr(0, kMaxTextBytes);
    if (const auto found = numbers_.find(text); found != numbers_.end()) {
        return found->second;
    }
    const std::uint64_t kept = texts_.load(std::memory_order_relaxed);
    if (kept == kMostTexts) {
        return 0;
    }
    const auto made = numbers_.emplace(text, kept + 1).first; // a map's keys stay where they are
    text_[kept].store(&made->first, std::memory_order_release);
    texts_.store(kept + 1, std::memory_order_release);
    return kept + 1;
}

std::uint64_t NvtxNames::registerString(std::string_view text) {
    const std::lock_guard lock(mutex_);
    return keep(text);
}

std::string_view NvtxNames::string(std::uint64_t handle) const {
    const bool known = handle != 0 && handle <= texts_.load(std::memory_order_acquire);
    return known ? viewOf(text_[handle - 1].load(std::memory_order_acquire)) : std::string_view();
}

unsigned NvtxNames::domain(std::string_view name) {
    const std::lock_guard lock(mutex_);
    const unsigned count = domains_.load(std::memory_order_relaxed);
    for (unsigned domain = 1; domain < count; ++domain) {
        if (domainName(domain) == name.substr(0, kMaxTextBytes)) {
            return domain;
        }
    }
    const std::uint64_t text = count < kMostDomains ? keep(name) : 0;
    if (text == 0) {
        return kNoDomain;
    }
    domain_[count].store(text_[text - 1].load(std::memory_order_relaxed), std::memory_order_release);
    domains_.store(count + 1, std::memory_order_release);
    return count;
}

unsigned NvtxNames::known(std::uint64_t handle) const {
    return handle < domains_.load(std::memory_order_acquire) ? static_cast<unsigned>(handle) : kNoDomain;
}

std::string_view NvtxNames::domainName(unsigned domain) const {
    return domain < kMostDomains ? viewOf(domain_[domain].load(std::memory_order_acquire))
                                 : std::string_view();
}

const NvtxNames::Category* NvtxNames::place(std::uint64_t key) const {
    const std::uint64_t first = (key * 0x9E3779B97F4A7C15ULL) >> 40;
    for (std::size_t tried = 0; tried < kPlacesTried; ++tried) {
        const Category& at = categories_[(first + tried) % kMostCategories];
        const std::uint64_t found = at.key.load(std::memory_order_acquire);
        if (found == key || found == 0) {
            return &at;
        }
    }
    return nullptr;
}

bool NvtxNames::nameCategory(unsigned domain, std::uint32_t category, std::string_view name) {
    if (category == 0 || domain >= kMostDomains) {
        return true; // nothing that could have a name
    }
    const std::lock_guard lock(mutex_);
    const std::uint64_t key = keyOf(domain, category);
    auto* at = const_cast<Category*>(place(key));
    const std::uint64_t text = at != nullptr ? keep(name) : 0;
    if (text == 0) {
        return false;
    }
    at->name.store(text_[text - 1].load(std::memory_order_relaxed), std::memory_order_release);
    at->key.store(key, std::memory_order_release);
    return true;
}

std::string_view NvtxNames::categoryName(unsigned domain, std::uint32_t category) const {
    const std::uint64_t key = keyOf(domain, category);
    const Category* at = category != 0 ? place(key) : nullptr;
    return at != nullptr && at->key.load(std::memory_order_acquire) == key
               ? viewOf(at->name.load(std::memory_order_acquire))
               : std::string_view();
}

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
