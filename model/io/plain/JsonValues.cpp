#include "model/io/plain/JsonValues.h"

#include <nlohmann/json.hpp>

#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <istream>
#include <streambuf>
#include <string>
#include <vector>

namespace lanes::plain {

namespace {

constexpr std::size_t kChunk = std::size_t{64} << 10;
constexpr std::size_t kLongestText = std::size_t{64} << 20;
constexpr std::string_view kBlank = " \t\r\n";

// The bytes of a file as the library wants them.
class StreamBuffer final : public std::streambuf {
public:
    StreamBuffer(ByteStream& bytes, const StopLook& look)
        : bytes_(bytes)
        , look_(look) {}
    // A value came.
    void came() { sinceValue_ = 0; }

private:
    // A text has no bound of its own: the library keeps it whole before it says so.
    int_type underflow() override {
        look_.now();
        sinceValue_ += buffer_.size();
        if (sinceValue_ > kLongestText) {
            throw Fault("it holds a text of more than 64 MiB");
        }
        const std::size_t got = bytes_.read(buffer_.data(), buffer_.size());
        setg(buffer_.data(), buffer_.data(), buffer_.data() + got);
        return got == 0 ? traits_type::eof() : traits_type::to_int_type(buffer_.front());
    }

    ByteStream& bytes_;
    const StopLook& look_;
    std::size_t sinceValue_ = 0; // bytes
    std::array<char, kChunk> buffer_{};
};

// What nlohmann::json::sax_parse calls; names are the library's.
class Building {
public:
    // `buffer`: null where the text has a bound already.
    Building(Values& values, StreamBuffer* buffer, const StopLook& look, JsonForm form = JsonForm::Text)
        : values_(values)
        , buffer_(buffer)
        , look_(look)
        , form_(form) {}

    bool null() { return push({}); }
    bool boolean(bool value) { return push(Value::of(Value::Type::Boolean, value ? 1 : 0)); }
    bool number_integer(std::int64_t value) { // NOLINT(readability-identifier-naming)
        values_.pushInteger(value);
        return went();
    }
    bool number_unsigned(std::uint64_t value) { // NOLINT(readability-identifier-naming)
        if (form_ != JsonForm::Text && value > INT64_MAX) {
            return string(std::to_string(value));
        }
        values_.pushInteger(static_cast<std::int64_t>(value));
        return went();
    }
    bool number_float(double value, const std::string& text) { // NOLINT(readability-identifier-naming)
        if (form_ == JsonForm::Exact) {
            return string(text);
        }
        if (form_ == JsonForm::MessagePack) {
            std::array<char, 32> own;
            const auto [end, error] = std::to_chars(own.data(), own.data() + own.size(), value);
            return string(std::string(own.data(), end));
        }
        values_.pushFloat(std::bit_cast<std::uint64_t>(value));
        return went();
    }
    bool string(const std::string& value) {
        values_.pushText(value);
        return went();
    }
    bool binary(const nlohmann::json::binary_t& /*value*/) { return false; } // JSON has none
    bool start_object(std::size_t /*items*/) { return begin(true); } // NOLINT(readability-identifier-naming)
    bool key(const std::string& value) { return string(value); }
    bool end_object() { return end(); }                              // NOLINT(readability-identifier-naming)
    bool start_array(std::size_t /*items*/) { return begin(false); } // NOLINT(readability-identifier-naming)
    bool end_array() { return end(); }                               // NOLINT(readability-identifier-naming)
    bool parse_error(std::size_t at, const std::string& /*token*/,   // NOLINT(readability-identifier-naming)
                     const nlohmann::json::exception& /*problem*/) {
        at_ = at;
        return false;
    }

    [[nodiscard]] std::size_t errorAt() const { return at_; }

private:
    static constexpr std::size_t kDeepestMessage =
        2048; // the library reads messages by recursion, JSON without

    bool went() {
        if (buffer_ != nullptr) {
            buffer_->came();
        }
        look_.at(steps_++);
        return true;
    }
    bool push(Value value) {
        values_.push(value);
        return went();
    }
    bool begin(bool dict) {
        if (form_ == JsonForm::MessagePack && ++deep_ > kDeepestMessage) {
            throw Fault("it nests too deep");
        }
        values_.pushContainer(dict);
        values_.mark();
        return went();
    }
    bool end() {
        deep_ -= form_ == JsonForm::MessagePack ? 1 : 0;
        values_.extend(values_.popMark());
        return went();
    }

    Values& values_;
    StreamBuffer* buffer_;
    const StopLook& look_;
    JsonForm form_;
    std::size_t deep_ = 0; // of a message
    std::uint64_t steps_ = 0;
    std::size_t at_ = 0;
};

} // namespace

JsonRead readJson(ByteStream& bytes, Values& values, const StopLook& look, JsonForm form) {
    StreamBuffer buffer(bytes, look);
    Building building(values, &buffer, look, form);
    std::istream stream(&buffer);
    const auto spelling = form == JsonForm::MessagePack ? nlohmann::json::input_format_t::msgpack
                                                        : nlohmann::json::input_format_t::json;
    JsonRead read;
    read.whole = nlohmann::json::sax_parse(stream, &building, spelling);
    read.errorAt = building.errorAt();
    read.root = read.whole ? std::optional(values.whole()) : values.closed();
    return read;
}

std::uint64_t readJsonLines(ByteStream& bytes, ImportBuilder& builder, const JsonLine& body) {
    Values values(builder);
    std::uint64_t bad = 0;
    const auto parse = [&](std::string_view line) {
        if (line.find_first_not_of(kBlank) == line.npos) {
            return true;
        }
        values.clear();
        Building building(values, nullptr, builder.look());
        const bool whole = nlohmann::json::sax_parse(line.begin(), line.end(), &building);
        if (whole) {
            body(values, values.whole());
        }
        bad += whole ? 0 : 1;
        return whole;
    };
    std::vector<char> chunk(kChunk);
    std::string rest; // of a line that goes on in the next chunk
    while (const std::size_t got = bytes.read(chunk.data(), chunk.size())) {
        builder.look().now();
        std::string_view text(chunk.data(), got);
        for (std::size_t end = text.find('\n'); end != text.npos; end = text.find('\n')) {
            rest += text.substr(0, end);
            parse(rest);
            rest.clear();
            text.remove_prefix(end + 1);
        }
        rest += text;
        if (rest.size() > kLongestText) {
            throw Fault("it holds a line of more than 64 MiB");
        }
    }
    if (!parse(rest)) {
        builder.tellCut();
        --bad;
    }
    return bad;
}

std::string_view firstJsonKey(std::string_view head) {
    const std::size_t open = head.find_first_not_of(kBlank);
    const std::size_t begin =
        open < head.size() && head[open] == '{' ? head.find_first_not_of(kBlank, open + 1) : head.npos;
    if (begin >= head.size() || head[begin] != '"') {
        return {};
    }
    return head.substr(begin + 1, head.find('"', begin + 1) - begin - 1);
}

} // namespace lanes::plain
