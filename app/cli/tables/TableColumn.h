// One column of a table for Python: values that are added one after the other, kept as Arrow lays them out.
#pragma once

#include "model/base/SecretHash.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lanes::cli {

// One thread. What is added is what its kind says.
class TableColumn {
public:
    enum class Kind : std::uint8_t {
        Integer,
        Address, // without a sign
        Number,
        Text,
        CodedText, // every distinct text once, and numbers that stand for them
        Integers,  // a list of them
        CodedTexts // the same of texts
    };

    // Called when all values are there: what the entry of this column says beside its name and places.
    struct Layout {
        std::string format;
        std::int64_t length = 0;
        std::int64_t nulls = 0;
        std::array<std::span<const char>, 3> buffers;
        TableColumn* child = nullptr;
        TableColumn* dictionary = nullptr;
    };

    TableColumn(std::string name, Kind kind);

    void add(std::int64_t value);    // Integer, Address
    void add(double value);          // Number
    void add(std::string_view text); // Text, CodedText; what is no UTF-8 is repaired
    void addList(std::span<const std::int64_t> values);
    void addList(std::span<const std::string_view> texts);
    void addNull();
    // A text that is added more than once: its number, for addCode(). CodedText.
    [[nodiscard]] std::int32_t codeOf(std::string_view text);
    void addCode(std::int32_t code);

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] std::int64_t size() const { return size_; }
    [[nodiscard]] Layout layout();

private:
    void addValid();
    void narrowCodes();

    std::string name_;
    Kind kind_;
    std::int64_t size_ = 0;
    std::int64_t nulls_ = 0;
    std::vector<std::uint8_t> valid_;    // a bit each, from the first null on
    std::vector<std::int64_t> integers_; // values, or offsets of texts and lists
    std::vector<double> numbers_;
    std::vector<std::int32_t> codes_;
    std::string narrow_; // codes_ in as few bytes as the dictionary needs
    std::string text_;
    std::unordered_map<std::string, std::int32_t, SecretHash> known_;
    std::unique_ptr<TableColumn> inner_; // values of lists, texts of a dictionary
};

} // namespace lanes::cli
