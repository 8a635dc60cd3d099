#include "model/base/JsonWriter.h"

#include "model/base/Utf8.h"

#include <array>
#include <cstdio>

namespace lanes {

std::string jsonEscaped(std::string_view text) {
    std::string out;
    for (const char c : cleanUtf8(text)) {
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
            std::array<char, 8> escape{};
            std::snprintf(escape.data(), escape.size(), "\\u%04x", static_cast<unsigned>(c));
            out += escape.data();
        } else {
            out += c;
        }
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
