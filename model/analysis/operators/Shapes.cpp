#include "model/analysis/operators/Shapes.h"

#include <array>
#include <charconv>
#include <limits>
#include <tuple>
#include <utility>

namespace lanes {

namespace {

constexpr std::size_t kMost = 1024;

// Walks nested lists of integers; every method stops at what it does not understand.
class Reader {
public:
    explicit Reader(std::string_view text)
        : text_(text) {}

    [[nodiscard]] bool take(char c) {
        skipBlanks();
        if (at_ < text_.size() && text_[at_] == c) {
            ++at_;
            return true;
        }
        return false;
    }
    [[nodiscard]] bool takeInteger(std::int64_t& value) {
        skipBlanks();
        const char* begin = text_.data() + at_;
        const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
        if (error != std::errc()) {
            return false;
        }
        at_ += static_cast<std::size_t>(end - begin);
        return true;
    }
    [[nodiscard]] bool takeString(std::string& value) {
        if (!take('"')) {
            return false;
        }
        const std::size_t end = text_.find('"', at_);
        if (end == std::string_view::npos) {
            return false;
        }
        value = text_.substr(at_, end - at_);
        at_ = end + 1;
        return true;
    }

private:
    void skipBlanks() {
        while (at_ < text_.size() &&
               (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\r' || text_[at_] == '\t')) {
            ++at_;
        }
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

bool readShape(Reader& reader, InputShape& shape) {
    if (!reader.take('[')) {
        return false;
    }
    while (!reader.take(']')) {
        std::int64_t value = 0;
        if (reader.takeInteger(value)) {
            if (shape.dims.size() < kMost) {
                shape.dims.push_back(value);
            }
        } else {
            InputShape member;
            if (!readShape(reader, member)) {
                return false;
            }
            if (shape.list.size() < kMost) {
                shape.list.push_back(std::move(member.dims));
            }
        }
        std::ignore = reader.take(',');
    }
    return true;
}

void appendDims(std::string& out, const Dims& dims, std::string_view cross) {
    if (!out.empty()) {
        out += ", ";
    }
    for (std::size_t i = 0; i < dims.size(); ++i) {
        out += i > 0 ? cross : "";
        out += std::to_string(dims[i]);
    }
}

} // namespace

std::vector<InputShape> parseInputDims(std::string_view raw) {
    std::vector<InputShape> shapes;
    constexpr std::size_t kDeepest = 4; // readShape() recurses once per bracket
    std::size_t depth = 0;
    for (const char c : raw) {
        depth += c == '[' ? 1 : 0;
        depth -= c == ']' && depth > 0 ? 1 : 0;
        if (depth > kDeepest) {
            return shapes;
        }
    }
    Reader reader(raw);
    if (!reader.take('[')) {
        return shapes;
    }
    while (!reader.take(']') && shapes.size() < kMost) {
        InputShape shape;
        if (!readShape(reader, shape)) {
            break;
        }
        shapes.push_back(std::move(shape));
        std::ignore = reader.take(',');
    }
    return shapes;
}

std::vector<std::string> parseInputTypes(std::string_view raw) {
    std::vector<std::string> types;
    Reader reader(raw);
    if (!reader.take('[')) {
        return types;
    }
    for (std::string type; types.size() < kMost && reader.takeString(type);) {
        types.push_back(type);
        std::ignore = reader.take(',');
    }
    return types;
}

std::string formatShapes(const std::vector<InputShape>& shapes, std::string_view cross) {
    std::string out;
    for (const InputShape& shape : shapes) {
        if (!shape.dims.empty()) {
            appendDims(out, shape.dims, cross);
        }
        for (const Dims& member : shape.list) {
            if (!member.empty()) {
                appendDims(out, member, cross);
            }
        }
    }
    return out;
}

std::int64_t elementsOf(const Dims& dims) {
    std::int64_t count = 1;
    for (const std::int64_t d : dims) {
        if (d < 0) {
            return 0;
        }
        if (__builtin_mul_overflow(count, d, &count)) {
            return std::numeric_limits<std::int64_t>::max();
        }
    }
    return count;
}

std::int64_t bytesPerElement(std::string_view type) {
    static constexpr std::array<std::pair<std::string_view, std::int64_t>, 43> kTypes{{
        {"float", 4},
        {"double", 8},
        {"c10::Half", 2},
        {"c10::BFloat16", 2},
        {"long int", 8},
        {"long", 8},
        {"int", 4},
        {"short", 2},
        {"short int", 2},
        {"signed char", 1},
        {"unsigned char", 1},
        {"bool", 1},
        {"c10::complex<float>", 8},
        {"c10::complex<double>", 16},
        {"c10::complex<c10::Half>", 4},
        {"c10::Float8_e4m3fn", 1},
        {"c10::Float8_e5m2", 1},
        {"c10::Float8_e4m3fnuz", 1},
        {"c10::Float8_e5m2fnuz", 1},
        {"c10::qint8", 1},
        {"c10::quint8", 1},
        {"c10::qint32", 4},
        {"unsigned short", 2},
        {"unsigned int", 4},
        {"unsigned long", 8},
        {"char", 1},
        // as scalar types are called in the arguments of collectives
        {"Float", 4},
        {"Double", 8},
        {"Half", 2},
        {"BFloat16", 2},
        {"Long", 8},
        {"Int", 4},
        {"Short", 2},
        {"Char", 1},
        {"Byte", 1},
        {"Bool", 1},
        {"ComplexFloat", 8},
        {"ComplexDouble", 16},
        {"UInt16", 2},
        {"UInt32", 4},
        {"UInt64", 8},
        {"Float8_e4m3fn", 1},
        {"Float8_e5m2", 1},
    }};
    for (const auto& [name, bytes] : kTypes) {
        if (name == type) {
            return bytes;
        }
    }
    return 0;
}

std::string oneLineShapes(std::string_view recorded) {
    const bool plain = recorded.starts_with('[') && recorded.ends_with(']') &&
                       recorded.find_first_not_of("[]-0123456789, \n\r\t") == std::string_view::npos;
    if (!plain) {
        return "[]";
    }
    std::string list;
    for (const char c : recorded) {
        if (c == ' ' || c == '\n' || c == '\r' || c == '\t') {
            continue;
        }
        list += c;
        if (c == ',') {
            list += ' ';
        }
    }
    return list;
}

} // namespace lanes
