// The messages between the two ends of a capture over one connection. The far end sends the program's session, output
// and errors, the sessions that a flight recorder saved, and the recording's status. The near end sends requests to
// the recording.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lanes::remote {

// One byte of kind, four bytes of length (little-endian), then the bytes.
struct Frame {
    enum class Kind : char {
        Session = 'S', // bytes that follow the earlier ones
        Anew = 'R',    // the session's file was replaced: starts over; its inode as text
        Output = 'O',
        Errors = 'E',
        Saved = 'V',      // "NUMBER SIZE HASH" of a saved session; its bytes follow
        SavedBytes = 'B', // of the last Saved session
        Status = 'T',     // of the recording, sent now and then (RecordingStatus)
        Answer = 'A',     // to the oldest request without an answer
        End = 'X',        // "STATUS SIZE HASH": the program's status, and the whole session
        Gone = 'G',       // why the capture does not exist any more
        // To the far end: a message for the recording (RecordingControl), or for FarControl itself.
        Request = 'Q',
    };
    static constexpr std::size_t kMostBytes = 1 << 16;

    Kind kind = Kind::End;
    std::string bytes;
};

// Returns a frame as it is sent.
[[nodiscard]] std::string encoded(Frame::Kind kind, std::string_view bytes);
// Writes a whole frame to a descriptor. False: the reader has gone.
[[nodiscard]] bool sendFrame(int to, Frame::Kind kind, std::string_view bytes);

// Reassembles frames from pieces of any size.
class FrameReader {
public:
    void add(std::string_view bytes) { waiting_ += bytes; }
    // Returns the next whole frame; nothing if there is none yet.
    [[nodiscard]] std::optional<Frame> next();
    // True if the input is no stream of frames, for instance because a login shell prints something.
    [[nodiscard]] bool damaged() const { return damaged_; }
    [[nodiscard]] const std::string& waiting() const { return waiting_; }

private:
    std::string waiting_;
    bool damaged_ = false;
};

} // namespace lanes::remote
