// What the two ends of a capture say over one connection. The far end: session, output and errors of the program, what a
// flight recorder saved, how the recording is. The near end: what the recording is asked for.
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
        Saved = 'V',      // "NUMBER SIZE HASH" of a session that was saved; its bytes follow
        SavedBytes = 'B', // of the one that was told of last
        Status = 'T',     // of the recording, now and then (RecordingStatus)
        Answer = 'A',     // to the oldest request that has none yet
        End = 'X',        // "STATUS SIZE HASH" of the program and the whole session
        Gone = 'G',       // why there is no such capture any more
        // To the far end: a message to the recording (RecordingControl), or what FarControl does itself.
        Request = 'Q',
    };
    static constexpr std::size_t kMostBytes = 1 << 16;

    Kind kind = Kind::End;
    std::string bytes;
};

// One as it is sent.
[[nodiscard]] std::string encoded(Frame::Kind kind, std::string_view bytes);
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
