#include "model/trace/args/JsonText.h"

#include <cstdint>
#include <optional>

namespace lanes {

namespace {

constexpr std::uint32_t kReplacement = 0xfffd;

void appendUtf8(std::string& out, std::uint32_t c) {
    const auto put = [&](std::uint32_t byte) { out.push_back(static_cast<char>(byte)); };
    if (c < 0x80) {
        put(c);
    } else if (c < 0x800) {
        put(0xc0 | c >> 6);
        put(0x80 | (c & 63));
    } else if (c < 0x10000) {
        put(0xe0 | c >> 12);
        put(0x80 | (c >> 6 & 63));
        put(0x80 | (c & 63));
    } else {
        put(0xf0 | c >> 18);
        put(0x80 | (c >> 12 & 63));
        put(0x80 | (c >> 6 & 63));
        put(0x80 | (c & 63));
    }
}

std::optional<std::uint32_t> hexAt(std::string_view text, std::size_t at) {
    if (at + 4 > text.size()) {
        return {};
    }
    std::uint32_t value = 0;
    for (std::size_t i = at; i < at + 4; ++i) {
        const char c = text[i];
        std::uint32_t digit = 0;
        if (c >= '0' && c <= '9') {
            digit = static_cast<std::uint32_t>(c - '0');
        } else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f') {
            digit = static_cast<std::uint32_t>((c | 0x20) - 'a' + 10);
        } else {
            return {};
        }
        value = value * 16 + digit;
    }
    return value;
}

// `at` stands behind "\u"; leaves it behind what was taken.
std::uint32_t unicodeEscape(std::string_view text, std::size_t& at) {
    const auto first = hexAt(text, at);
    if (!first) {
        return kReplacement;
    }
    at += 4;
    if (*first < 0xd800 || *first >= 0xe000) {
        return *first;
    }
    if (*first < 0xdc00 && text.substr(at, 2) == "\\u") {
        const auto second = hexAt(text, at + 2);
        if (second && *second >= 0xdc00 && *second < 0xe000) {
            at += 6;
            return 0x10000 + ((*first - 0xd800) << 10) + (*second - 0xdc00);
        }
    }
    return kReplacement;
}

void appendControl(std::string& out, unsigned char c) {
    static constexpr char kHex[] = "0123456789abcdef";
    switch (c) {
    case '\n':
        out += "\\n";
        return;
    case '\t':
        out += "\\t";
        return;
    case '\r':
        out += "\\r";
        return;
    default:
        out += "\\u00";
        out.push_back(kHex[c >> 4]);
        out.push_back(kHex[c & 15]);
    }
}

constexpr std::string_view kEscapes = "nrtbf";
constexpr std::string_view kControls = "\n\r\t\b\f";

bool isWordCharacter(char c) {
    return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '_';
}

// The backslash of an escape at `at` parts the folders of a file of Python.
bool partsFolders(std::string_view text, std::size_t at) {
    const bool between = at > 0 && (isWordCharacter(text[at - 1]) || text[at - 1] == ':') &&
                         at + 2 < text.size() && isWordCharacter(text[at + 2]);
    return between && text.find(".py(", at) != std::string_view::npos;
}

} // namespace

bool hasStrayBackslash(std::string_view inside) {
    static constexpr std::string_view kThemselves = "\"\\/";
    for (std::size_t at = inside.find('\\'); at != std::string_view::npos; at = inside.find('\\', at + 2)) {
        if (at + 1 == inside.size()) {
            return true;
        }
        const char kind = inside[at + 1];
        const bool control = kEscapes.find(kind) != std::string_view::npos;
        if (control       ? partsFolders(inside, at)
            : kind == 'u' ? !hexAt(inside, at + 2)
                          : kThemselves.find(kind) == std::string_view::npos) {
            return true;
        }
    }
    return false;
}

std::string respellControls(std::string_view plain) {
    std::string out;
    out.reserve(plain.size());
    for (const char c : plain) {
        const std::size_t control = kControls.find(c);
        if (control != std::string_view::npos) {
            out.push_back('\\');
        }
        out.push_back(control != std::string_view::npos ? kEscapes[control] : c);
    }
    return out;
}

std::string unescapeJson(std::string_view inside) {
    std::string out;
    out.reserve(inside.size());
    for (std::size_t at = 0; at < inside.size();) {
        const char c = inside[at++];
        if (c != '\\' || at == inside.size()) {
            out.push_back(c);
            continue;
        }
        const char kind = inside[at++];
        if (kind == 'u') {
            appendUtf8(out, unicodeEscape(inside, at));
        } else if (const std::size_t i = kEscapes.find(kind); i != std::string_view::npos) {
            out.push_back(kControls[i]);
        } else {
            out.push_back(kind);
        }
    }
    return out;
}

std::string escapeJson(std::string_view plain) {
    std::string out;
    out.reserve(plain.size());
    for (const char c : plain) {
        if (c == '"' || c == '\\') {
            out.push_back('\\');
            out.push_back(c);
        } else if (static_cast<unsigned char>(c) < ' ') {
            appendControl(out, static_cast<unsigned char>(c));
        } else {
            out.push_back(c);
        }
    }
    return out;
}

std::string escapeControls(std::string_view inside) {
    std::string out;
    out.reserve(inside.size());
    for (const char c : inside) {
        if (static_cast<unsigned char>(c) < ' ') {
            appendControl(out, static_cast<unsigned char>(c));
        } else {
            out.push_back(c);
        }
    }
    return out;
}

} // namespace lanes
