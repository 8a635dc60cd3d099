// What the far end of a capture sends: session, output and errors of the program in one stream of frames.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lanes::remote {

// One byte of kind, four of length (little-endian), the bytes.
struct Frame {
    enum class Kind : char {
        Session = 'S', // bytes that follow those before
        Anew = 'R',    // the session's file is another one, from its begin on; its inode as text
        Output = 'O',
        Errors = 'E',
        End = 'X', // "STATUS SIZE HASH" of the program and the whole session
    };
    static constexpr std::size_t kMostBytes = 1 << 16;

    Kind kind = Kind::End;
    std::string bytes;
};

// Writes one to a descriptor, all of it. False: nobody reads any more.
[[nodiscard]] bool sendFrame(int to, Frame::Kind kind, std::string_view bytes);

// Puts frames together again from pieces of any size.
class FrameReader {
public:
    void add(std::string_view bytes) { waiting_ += bytes; }
    // The next whole frame.
    [[nodiscard]] std::optional<Frame> next();
    // What came is no stream of frames: a login shell that prints, for instance.
    [[nodiscard]] bool damaged() const { return damaged_; }
    [[nodiscard]] const std::string& waiting() const { return waiting_; }

private:
    std::string waiting_;
    bool damaged_ = false;
};

} // namespace lanes::remote
