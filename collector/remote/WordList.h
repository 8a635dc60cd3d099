// The words that the two ends exchange, each followed by a NUL, which no word of a command contains.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace lanes::remote {

class WordWriter {
public:
    void add(const std::string& word) { text_.append(word.c_str(), word.size() + 1); }
    void addList(const std::vector<std::string>& words) {
        add(std::to_string(words.size()));
        for (const std::string& word : words) {
            add(word);
        }
    }
    [[nodiscard]] std::string take() { return std::move(text_); }

private:
    std::string text_;
};

// Reads the words; the results are invalid once good() is false.
class WordReader {
public:
    explicit WordReader(std::string_view text)
        : rest_(text) {}

    [[nodiscard]] bool good() const { return good_; }
    [[nodiscard]] bool more() const { return good_ && !rest_.empty(); }
    std::string word() {
        const std::size_t end = rest_.find('\0');
        good_ = good_ && end != std::string_view::npos;
        if (!good_) {
            return {};
        }
        std::string taken(rest_.substr(0, end));
        rest_.remove_prefix(end + 1);
        return taken;
    }
    template<typename Number>
    Number number() {
        const std::string text = word();
        Number value{};
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        good_ = good_ && error == std::errc() && end == text.data() + text.size();
        return value;
    }
    std::vector<std::string> list() {
        std::vector<std::string> words;
        for (auto left = number<std::uint32_t>(); left > 0 && good_; --left) {
            words.push_back(word());
        }
        return words;
    }

private:
    std::string_view rest_;
    bool good_ = true;
};

} // namespace lanes::remote
