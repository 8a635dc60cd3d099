// One column of a table for Python. Values are added one by one and stored in Arrow's layout.
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

// For use by one thread. The values added must match the kind.
class TableColumn {
public:
    enum class Kind : std::uint8_t {
        Integer,
        Address, // unsigned
        Number,
        Text,
        CodedText, // each distinct text once, and numbers that refer to them
        Integers,  // lists of integers
        CodedTexts // lists of coded texts
    };

    // The column's entry in the table, besides its name and places. To be called after all values were added.
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
    void add(std::string_view text); // Text, CodedText; invalid UTF-8 is repaired
    void addList(std::span<const std::int64_t> values);
    void addList(std::span<const std::string_view> texts);
    void addNull();
    // Returns the number of a text for addCode(), for texts that are added repeatedly. For CodedText.
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
    std::vector<std::uint8_t> valid_;    // one bit each, from the first null on
    std::vector<std::int64_t> integers_; // values, or offsets of texts and lists
    std::vector<double> numbers_;
    std::vector<std::int32_t> codes_;
    std::string narrow_; // codes_, with as few bytes each as the dictionary needs
    std::string text_;
    std::unordered_map<std::string, std::int32_t, SecretHash> known_;
    std::unique_ptr<TableColumn> inner_; // values of lists, texts of a dictionary
};

} // namespace lanes::cli
