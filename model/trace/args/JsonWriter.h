// Writes JSON as subcommands and exports write it: texts escaped, whole numbers, commas where they belong.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace lanes {

// Calls nest as the values do. Bytes that are no UTF-8 become U+FFFD, so that every reader takes the result.
class JsonWriter {
public:
    void beginObject() { open('{'); }
    void endObject() { close('}'); }
    void beginArray() { open('['); }
    void endArray() { close(']'); }
    void key(std::string_view name); // the next value's, inside an object
    void text(std::string_view value);
    void integer(std::int64_t value);
    void boolean(bool value);
    void raw(std::string_view json); // a value that is JSON already
    void field(std::string_view name, std::int64_t value) {
        key(name);
        integer(value);
    }
    void field(std::string_view name, std::string_view value) {
        key(name);
        text(value);
    }
    // What was written since the last part; the document goes on.
    [[nodiscard]] std::string takePart() { return std::exchange(out_, {}); }
    // The document, or what is left of it, with a line end.
    [[nodiscard]] std::string take();

private:
    void open(char bracket);
    void close(char bracket);
    void separate();
    void addQuoted(std::string_view text);

    std::string out_;
    bool needsComma_ = false;
    int depth_ = 0;
};

} // namespace lanes
