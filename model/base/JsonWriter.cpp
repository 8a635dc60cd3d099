#include "model/base/JsonWriter.h"

#include <array>
#include <cstdio>

namespace lanes {

namespace {

// Length of the valid UTF-8 sequence at the start of `text`; 0 if there is none.
std::size_t sequenceLength(std::string_view text) {
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
    };
    const unsigned first = byte(0);
    const auto continues = [&](std::size_t i) { return (byte(i) & 0xc0u) == 0x80u; };
    if (first < 0x80) {
        return 1;
    }
    if (first >= 0xc2 && first <= 0xdf) {
        return continues(1) ? 2 : 0;
    }
    if (first >= 0xe0 && first <= 0xef) {
        const bool shortest = first != 0xe0 || byte(1) >= 0xa0;
        const bool noSurrogate = first != 0xed || byte(1) <= 0x9f;
        return continues(1) && continues(2) && shortest && noSurrogate ? 3 : 0;
    }
    if (first >= 0xf0 && first <= 0xf4) {
        const bool inRange = (first != 0xf0 || byte(1) >= 0x90) && (first != 0xf4 || byte(1) <= 0x8f);
        return continues(1) && continues(2) && continues(3) && inRange ? 4 : 0;
    }
    return 0;
}

} // namespace

std::string jsonEscaped(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const auto c = static_cast<unsigned char>(text.front());
        const std::size_t length = sequenceLength(text);
        if (length == 0) {
            out += "\ufffd";
            text.remove_prefix(1);
            continue;
        }
        if (c == '"' || c == '\\') {
            out += '\\';
            out += static_cast<char>(c);
        } else if (c < 0x20 || c == 0x7f) {
            std::array<char, 8> escape{};
            std::snprintf(escape.data(), escape.size(), "\\u%04x", c);
            out += escape.data();
        } else {
            out += text.substr(0, length);
        }
        text.remove_prefix(length);
    }
    return out;
}

void JsonWriter::separate() {
    if (needsComma_) {
        out_ += depth_ == 1 ? ",\n" : ", ";
    }
    needsComma_ = true;
}

void JsonWriter::open(char bracket) {
    separate();
    out_ += bracket;
    ++depth_;
    needsComma_ = false;
}

void JsonWriter::close(char bracket) {
    out_ += bracket;
    --depth_;
    needsComma_ = true;
}

void JsonWriter::key(std::string_view name) {
    separate();
    out_ += "\"" + jsonEscaped(name) + "\": ";
    needsComma_ = false;
}

void JsonWriter::text(std::string_view value) {
    separate();
    out_ += "\"" + jsonEscaped(value) + "\"";
}

void JsonWriter::integer(std::int64_t value) {
    separate();
    out_ += std::to_string(value);
}

void JsonWriter::raw(std::string_view json) {
    separate();
    out_ += json;
}

std::string JsonWriter::take() {
    out_ += '\n';
    return std::move(out_);
}

} // namespace lanes
