// The Python frames of another thread that keeps running: no lock is taken and no thread waits. Memory that is read
// may be freed at any moment, so all of it is read through the kernel, twice in one call. Only data that did not
// change in between is used.
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
    // The addresses of a thread's frames at the last read; most of them are still valid at the next one.
    struct Places {
        std::uint64_t middle = 0;                     // the pointer that threadIndirect goes through
        std::array<std::uint64_t, kMaxFrames> frames; // innermost first
        unsigned count = 0;
    };

    explicit FrameSnapshot(const PythonLayout& layout);

    // Fills `frames`, which has room for kMaxFrames, innermost first. Returns their number, or nothing if the thread
    // changed them faster than they could be read. `threadState`: a PyThreadState, or the address of a former one.
    // About 60 us for 45 frames that have not moved: two parts of one call for each.
    [[nodiscard]] std::optional<unsigned> read(std::uint64_t threadState, Places& places,
                                               PythonFrame* frames);

private:
    static constexpr unsigned kMostBytes = 128; // of a frame that are read
    static constexpr int kTries = 6;

    struct Image {
        std::uint64_t state = 0;  // where the thread's state points to
        std::uint64_t middle = 0; // where that pointer points to
        std::array<std::array<std::byte, kMostBytes>, kMaxFrames> frames;
    };
    enum class Answer : std::uint8_t { Whole, Moved, Changing };

    [[nodiscard]] bool readTwice(std::uint64_t threadState, const Places& places);
    // Follows the chain of frames through the images. At the first frame outside of them, `places` is updated to the
    // present addresses.
    [[nodiscard]] Answer follow(Places& places, PythonFrame* frames, unsigned& count);
    // Finds the addresses of the frames from `frame` on, which is not at its place; they replace the places from
    // `from` on.
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
