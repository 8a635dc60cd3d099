#include "app/cli/Json.h"

#include "model/base/Utf8.h"
#include "model/trace/JsonText.h"

namespace lanes::cli {

void JsonWriter::newLine() {
    out_ += '\n';
    out_.append(static_cast<std::size_t>(depth_) * 2, ' ');
}

void JsonWriter::beforeValue() {
    if (keyed_) {
        keyed_ = false;
        return;
    }
    if (depth_ > 0) {
        out_ += first_ ? "" : ",";
        newLine();
    }
    first_ = false;
}

JsonWriter& JsonWriter::beginObject() {
    beforeValue();
    out_ += '{';
    ++depth_;
    first_ = true;
    return *this;
}

JsonWriter& JsonWriter::beginArray() {
    beforeValue();
    out_ += '[';
    ++depth_;
    first_ = true;
    return *this;
}

JsonWriter& JsonWriter::end(char bracket) {
    --depth_;
    if (!first_) {
        newLine();
    }
    out_ += bracket;
    first_ = false;
    return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
    beforeValue();
    quoted(name);
    out_ += ": ";
    keyed_ = true;
    return *this;
}

JsonWriter& JsonWriter::text(std::string_view value) {
    beforeValue();
    quoted(value);
    return *this;
}

JsonWriter& JsonWriter::number(std::int64_t value) {
    beforeValue();
    out_ += std::to_string(value);
    return *this;
}

JsonWriter& JsonWriter::boolean(bool value) {
    beforeValue();
    out_ += value ? "true" : "false";
    return *this;
}

void JsonWriter::quoted(std::string_view text) {
    out_ += '"';
    out_ += escapeJson(repairUtf8(text));
    out_ += '"';
}

} // namespace lanes::cli
