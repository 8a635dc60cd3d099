#include "model/trace/args/JsonWriter.h"

#include "model/base/Utf8.h"
#include "model/trace/args/JsonText.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace lanes {

namespace {

// ASCII in which nothing is to be escaped, as nearly every text is.
bool isPlain(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return c >= 0x20 && c < 0x7f && c != '"' && c != '\\'; });
}

} // namespace

void JsonWriter::addQuoted(std::string_view text) {
    out_ += '"';
    if (isPlain(text)) {
        out_ += text;
    } else {
        out_ += escapeJson(repairUtf8(text));
    }
    out_ += '"';
}

void JsonWriter::addStored(std::string_view inside) {
    out_ += '"';
    // Almost no text needs it, and escaping copies.
    if (std::ranges::none_of(inside, [](char c) { return static_cast<unsigned char>(c) < ' '; })) {
        out_ += inside;
    } else {
        out_ += escapeControls(inside);
    }
    out_ += '"';
}

void JsonWriter::separate() {
    if (needsComma_) {
        out_ += depth_ <= lines_ ? ",\n" : ", ";
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

void JsonWriter::endKey() {
    out_ += ": ";
    needsComma_ = false;
}

void JsonWriter::key(std::string_view name) {
    separate();
    addQuoted(name);
    endKey();
}

void JsonWriter::storedKey(std::string_view inside) {
    separate();
    addStored(inside);
    endKey();
}

void JsonWriter::text(std::string_view value) {
    separate();
    addQuoted(value);
}

void JsonWriter::integer(std::int64_t value) {
    separate();
    std::array<char, 24> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    out_.append(digits.data(), end);
}

void JsonWriter::microseconds(std::int64_t ns) {
    separate();
    const auto magnitude = ns < 0 ? 0 - static_cast<std::uint64_t>(ns) : static_cast<std::uint64_t>(ns);
    std::array<char, 24> digits{'-'};
    char* const begin = digits.data() + (ns < 0 ? 1 : 0);
    char* end = std::to_chars(begin, digits.data() + digits.size(), magnitude / 1000).ptr;
    const auto fraction = static_cast<unsigned>(magnitude % 1000);
    *end++ = '.';
    for (const unsigned digit : {fraction / 100, fraction / 10 % 10, fraction % 10}) {
        *end++ = static_cast<char>('0' + digit);
    }
    out_.append(digits.data(), end);
}

void JsonWriter::stored(std::string_view inside) {
    separate();
    addStored(inside);
}

void JsonWriter::boolean(bool value) {
    raw(value ? "true" : "false");
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
