#include "model/io/pickle/FlightJson.h"

#include "model/io/import/BuildTrace.h"
#include "model/io/pickle/FlightDump.h"
#include "model/io/pickle/Values.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <istream>
#include <streambuf>
#include <string_view>

namespace lanes {

namespace {

// The bytes of a file as the library wants them.
class StreamBuffer final : public std::streambuf {
public:
    StreamBuffer(ByteStream& bytes, const StopLook& look)
        : bytes_(bytes)
        , look_(look) {}
    void came() { sinceEvent_ = 0; }

private:
    // A text has no bound of its own: the library keeps it whole before it says so.
    int_type underflow() override {
        look_.now();
        sinceEvent_ += buffer_.size();
        if (sinceEvent_ > kLongestText) {
            throw pickle::Fault("it holds a text of more than 64 MiB");
        }
        const std::size_t got = bytes_.read(buffer_.data(), buffer_.size());
        setg(buffer_.data(), buffer_.data(), buffer_.data() + got);
        return got == 0 ? traits_type::eof() : traits_type::to_int_type(buffer_.front());
    }

    static constexpr std::size_t kLongestText = std::size_t{64} << 20;

    ByteStream& bytes_;
    const StopLook& look_;
    std::size_t sinceEvent_ = 0; // bytes
    std::array<char, 1 << 16> buffer_{};
};

// What nlohmann::json::sax_parse calls; names are the library's.
class Building {
public:
    Building(pickle::Values& values, StreamBuffer& buffer, const StopLook& look)
        : values_(values)
        , buffer_(buffer)
        , look_(look) {}

    bool null() { return push({}); }
    bool boolean(bool value) { return push(pickle::Value::of(pickle::Value::Type::Boolean, value ? 1 : 0)); }
    bool number_integer(std::int64_t value) { // NOLINT(readability-identifier-naming)
        values_.pushInteger(value);
        return went();
    }
    bool number_unsigned(std::uint64_t value) { // NOLINT(readability-identifier-naming)
        values_.pushInteger(static_cast<std::int64_t>(value));
        return went();
    }
    bool number_float(double value, const std::string& /*text*/) { // NOLINT(readability-identifier-naming)
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
    bool went() {
        buffer_.came();
        look_.at(steps_++);
        return true;
    }
    bool push(pickle::Value value) {
        values_.push(value);
        return went();
    }
    bool begin(bool dict) {
        values_.pushContainer(dict);
        values_.mark();
        return went();
    }
    bool end() {
        values_.extend(values_.popMark());
        return went();
    }

    pickle::Values& values_;
    StreamBuffer& buffer_;
    const StopLook& look_;
    std::uint64_t steps_ = 0;
    std::size_t at_ = 0;
};

// Of a file that ends in the middle, or is no JSON from some place on, what had come whole.
std::optional<Error> fill(ImportBuilder& builder, ByteStream& bytes) {
    const std::string path = builder.info().source;
    pickle::Values values(builder);
    StreamBuffer buffer(bytes, builder.look());
    Building building(values, buffer, builder.look());
    std::istream stream(&buffer);
    try {
        const bool whole = nlohmann::json::sax_parse(stream, &building);
        const std::string place = " at byte " + std::to_string(building.errorAt());
        const std::optional<pickle::Value> root = whole ? values.whole() : values.closed();
        if (!root || !pickle::isFlightDump(values, *root)) {
            return Error{path + " looks like a dump of torch's flight recorder and is none" +
                         (whole ? std::string(".") : ": it is no JSON any more" + place + ".")};
        }
        if (!whole) {
            builder.tellCut();
        }
        buildFlightDump(builder, values, *root, path);
    } catch (const pickle::Fault& fault) {
        return Error{path + " cannot be read: " + fault.said + "."};
    }
    return std::nullopt;
}

} // namespace

// Traces of torch.profiler have "pg_config", too, but further in: the first key tells.
bool recognisesFlightJson(const TraceHead& head) {
    const std::string_view text = head.bytes;
    const std::size_t open = text.find_first_not_of(" \t\r\n");
    const std::size_t begin =
        open < text.size() && text[open] == '{' ? text.find_first_not_of(" \t\r\n", open + 1) : text.npos;
    if (begin >= text.size() || text[begin] != '"') {
        return false;
    }
    const std::string_view key = text.substr(begin + 1, text.find('"', begin + 1) - begin - 1);
    constexpr std::array<std::string_view, 5> kOwn{"comm_lib_version", "nccl_version", "nccl_comm_state",
                                                   "pg_config", "pg_status"};
    constexpr std::array<std::string_view, 2> kOfOthers{"entries", "version"};
    return std::ranges::find(kOwn, key) != kOwn.end() ||
           (std::ranges::find(kOfOthers, key) != kOfOthers.end() &&
            (text.find("\"collective_seq_id\"") != text.npos || text.find("\"pg_config\"") != text.npos));
}

Result<std::shared_ptr<const Trace>> readFlightJson(const std::string& path, const OpenOptions& options) {
    return buildTraceOfBytes(path, options, [](ImportBuilder& builder, std::unique_ptr<ByteStream> bytes) {
        return fill(builder, *bytes);
    });
}

} // namespace lanes
