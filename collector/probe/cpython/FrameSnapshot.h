// The Python frames of another thread, which runs on meanwhile: no lock is taken and nobody waits. What is read may be freed at
// any moment, so all of it is read through the kernel, twice in one call, and only what did not change in between is believed.
#pragma once

#include "collector/probe/cpython/PythonFrames.h"
#include "collector/probe/cpython/PythonLayout.h"

#include <sys/uio.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace lanes::probe {

class FrameSnapshot {
public:
    // Where the frames of a thread lay last time: they mostly still do.
    struct Places {
        std::uint64_t middle = 0;                     // threadIndirect goes through this
        std::array<std::uint64_t, kMaxFrames> frames; // innermost first
        unsigned count = 0;
    };

    explicit FrameSnapshot(const PythonLayout& layout);

    // Fills `frames`, which has room for kMaxFrames, innermost first, and says how many; none if the thread changed them faster
    // than they could be read. `threadState`: a PyThreadState, or what was one. About 60 us for 45 frames that are where they were: two parts of one call for each.
    [[nodiscard]] std::optional<unsigned> read(std::uint64_t threadState, Places& places,
                                               PythonFrame* frames);

private:
    static constexpr unsigned kMostBytes = 128; // of a frame that are looked at
    static constexpr int kTries = 6;

    struct Image {
        std::uint64_t state = 0;  // what the thread's state points to
        std::uint64_t middle = 0; // what that points to
        std::array<std::array<std::byte, kMostBytes>, kMaxFrames> frames;
    };
    enum class Answer : std::uint8_t { Whole, Moved, Changing };

    [[nodiscard]] bool readTwice(std::uint64_t threadState, const Places& places);
    // Follows the chain through the images; where it leaves them, `places` becomes what it looks like now.
    [[nodiscard]] Answer follow(Places& places, PythonFrame* frames, unsigned& count);
    // From `frame` on, which is none of the places from `from` on.
    void findPlaces(Places& places, unsigned from, std::uint64_t frame) const;
    [[nodiscard]] bool isSame(unsigned frame) const;

    PythonLayout layout_;
    std::size_t bytes_ = 0; // of a frame
    Image first_;
    Image second_;
    static constexpr std::size_t kMostParts = 2 * (std::size_t{kMaxFrames} + 2);
    std::array<iovec, kMostParts> to_;
    std::array<iovec, kMostParts> from_;
};

} // namespace lanes::probe
