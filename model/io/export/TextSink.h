// Writes text to a file, plain or through gzip.
#pragma once

#include "model/base/PartFile.h"
#include "model/base/Result.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lanes {

// Writes beside the target and replaces it when the file is complete. A target that is no regular file (a pipe, a device)
// is written directly. One thread.
class TextSink {
public:
    enum class Packing : std::uint8_t { None, Gzip };
    // `path` "-" is standard output.
    [[nodiscard]] static Result<std::unique_ptr<TextSink>> create(const std::string& path, Packing packing);
    TextSink(const TextSink&) = delete;
    TextSink& operator=(const TextSink&) = delete;
    // Without finish(), removes the file.
    ~TextSink();

    // Append text here; call flushIfFull() now and then.
    [[nodiscard]] std::string& text() { return text_; }
    void flushIfFull() {
        if (text_.size() >= kBuffer) {
            pass(false);
        }
    }
    [[nodiscard]] Result<void> finish();

private:
    static constexpr std::size_t kBuffer = std::size_t{1} << 20;
    struct Deflater;

    TextSink(std::string path, PartFile file, Packing packing);
    void pass(bool last);
    void write(const char* data, std::size_t size);

    std::string path_;
    PartFile file_;
    std::string text_;
    std::unique_ptr<Deflater> deflater_; // null: plain
    int problem_ = 0;                    // errno of the first write that failed
};

} // namespace lanes
