// Writes JSON front to back.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lanes::cli {

// Two blanks per level, one member per line. Keys and texts may hold any bytes; what comes out is valid UTF-8.
class JsonWriter {
public:
    JsonWriter& beginObject();
    JsonWriter& beginArray();
    JsonWriter& endObject() { return end('}'); }
    JsonWriter& endArray() { return end(']'); }
    JsonWriter& key(std::string_view name); // the next value belongs to it
    JsonWriter& text(std::string_view value);
    JsonWriter& number(std::int64_t value);
    JsonWriter& boolean(bool value);
    [[nodiscard]] const std::string& result() const { return out_; }

private:
    JsonWriter& end(char bracket);
    void beforeValue();
    void newLine();
    void quoted(std::string_view text);

    std::string out_;
    int depth_ = 0;
    bool first_ = true; // nothing stands in the current object or array yet
    bool keyed_ = false;
};

} // namespace lanes::cli
