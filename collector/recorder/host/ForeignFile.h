// Files that recorded processes write and programs name: anything may stand there.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace lanes::recorder {

// Up to so many bytes of a file of another process's from `offset` on; empty if it is none, or not a plain file.
[[nodiscard]] std::string readForeignFile(const std::string& path, std::uint64_t offset, std::size_t most);

// A file that grows by lines. One thread.
class ForeignLines {
public:
    // Of a file with more bytes than `most` the rest is left.
    explicit ForeignLines(std::size_t most)
        : most_(most) {}

    void setFile(std::string path) { path_ = std::move(path); }

    // Each line that has come since the last time, without its end; false without one.
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

    // What tabs part in a line; missing ones are empty.
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
    [[nodiscard]] std::string whole(); // lines

    std::size_t most_;
    std::string path_;
    std::uint64_t read_ = 0; // bytes of it
};

} // namespace lanes::recorder
