#include "collector/ring/FileNames.h"

#include <charconv>
#include <cstdio>

namespace lanes::ring {

namespace {

// Takes a number and the character behind it off the front of `text`.
template<class Number>
bool take(std::string_view& text, int base, char behind, Number& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    const auto length = static_cast<std::size_t>(end - text.data());
    if (error != std::errc{} || length >= text.size() || text[length] != behind) {
        return false;
    }
    text.remove_prefix(length + 1);
    return true;
}

} // namespace

std::string toText(const FileName& name) {
    char text[64];
    if (name.kind == FileName::Kind::Process) {
        std::snprintf(text, sizeof text, "%u-%llx.process", name.pid,
                      static_cast<unsigned long long>(name.birth));
    } else {
        std::snprintf(text, sizeof text, "%u-%llx-%u.ring", name.pid,
                      static_cast<unsigned long long>(name.birth), name.index);
    }
    return text;
}

std::optional<FileName> parseFileName(std::string_view text) {
    FileName name{};
    std::string_view rest = text;
    if (!take(rest, 10, '-', name.pid)) {
        return std::nullopt;
    }
    std::string_view process = rest;
    if (take(process, 16, '.', name.birth) && process == "process") {
        name.kind = FileName::Kind::Process;
    } else if (take(rest, 16, '-', name.birth) && take(rest, 10, '.', name.index) && rest == "ring") {
        name.kind = FileName::Kind::Ring;
    } else {
        return std::nullopt;
    }
    if (toText(name) != text) {
        return std::nullopt; // leading zeroes and the like: one file, one name
    }
    return name;
}

} // namespace lanes::ring
