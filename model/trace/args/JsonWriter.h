// Writes the JSON of subcommands and exports: texts escaped, whole numbers, commas where they belong.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace lanes {

// Calls nest as the values do. Invalid UTF-8 becomes U+FFFD, so that every reader accepts the result.
class JsonWriter {
public:
    JsonWriter()
        : out_(own_) {}
    // Appends to `out`, which must outlive this object and may be emptied meanwhile. Values up to `lines` deep get a line
    // each.
    explicit JsonWriter(std::string& out, int lines = 1)
        : out_(out)
        , lines_(lines) {}
    JsonWriter(const JsonWriter&) = delete;
    JsonWriter& operator=(const JsonWriter&) = delete;

    void beginObject() { open('{'); }
    void endObject() { close('}'); }
    void beginArray() { open('['); }
    void endArray() { close(']'); }
    void key(std::string_view name); // key of the next value, inside an object
    void text(std::string_view value);
    void integer(std::int64_t value);
    void microseconds(std::int64_t ns); // "12.345"
    void boolean(bool value);
    void raw(std::string_view json); // a value that is JSON already
    // A key and a text as they were between quotes in JSON: their escapes stay.
    void storedKey(std::string_view inside);
    void stored(std::string_view inside);
    void field(std::string_view name, std::int64_t value) {
        key(name);
        integer(value);
    }
    void field(std::string_view name, std::string_view value) {
        key(name);
        text(value);
    }
    // Returns the text written since the last part; the document goes on.
    [[nodiscard]] std::string takePart() { return std::exchange(out_, {}); }
    // Returns the document, or its last part, with a line end.
    [[nodiscard]] std::string take();

private:
    void open(char bracket);
    void close(char bracket);
    void separate();
    void endKey();
    void addQuoted(std::string_view text);
    void addStored(std::string_view inside);

    std::string own_;
    std::string& out_;
    int lines_ = 1;
    bool needsComma_ = false;
    int depth_ = 0;
};

} // namespace lanes
