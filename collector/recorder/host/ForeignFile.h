// Reads files that recorded processes write and programs name: they may hold anything.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace lanes::recorder {

// Reads up to `most` bytes of another process's file, from `offset` on; empty if it is missing, or not a plain file.
[[nodiscard]] std::string readForeignFile(const std::string& path, std::uint64_t offset, std::size_t most);

// A file that grows by lines. One thread.
class ForeignLines {
public:
    // `most`: limit of bytes that are read; the rest of a larger file is ignored.
    explicit ForeignLines(std::size_t most)
        : most_(most) {}

    void setFile(std::string path) { path_ = std::move(path); }

    // Calls take() for each new line since the last call, without its end; false if there is none.
    template<class Take>
    bool read(const Take& take) {
        const std::string news = whole();
        for (std::string_view rest = news; !rest.empty();) {
            const std::size_t end = rest.find('\n');
            take(rest.substr(0, end));
            rest.remove_prefix(end + 1);
        }
        return !news.empty();
    }

    // Splits a line at tabs; missing fields are empty.
    template<std::size_t kCount>
    [[nodiscard]] static std::array<std::string_view, kCount> fieldsOf(std::string_view line) {
        std::array<std::string_view, kCount> fields;
        for (std::string_view& field : fields) {
            const std::size_t end = std::min(line.find('\t'), line.size());
            field = line.substr(0, end);
            line.remove_prefix(std::min(end + 1, line.size()));
        }
        return fields;
    }

private:
    [[nodiscard]] std::string whole(); // the new whole lines

    std::size_t most_;
    std::string path_;
    std::uint64_t read_ = 0; // bytes read so far
};

} // namespace lanes::recorder
