#include "model/trace/JsonWriter.h"

#include "model/base/Utf8.h"
#include "model/trace/JsonText.h"

namespace lanes {

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
    out_ += "\"" + escapeJson(repairUtf8(name)) + "\": ";
    needsComma_ = false;
}

void JsonWriter::text(std::string_view value) {
    separate();
    out_ += "\"" + escapeJson(repairUtf8(value)) + "\"";
}

void JsonWriter::integer(std::int64_t value) {
    separate();
    out_ += std::to_string(value);
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
