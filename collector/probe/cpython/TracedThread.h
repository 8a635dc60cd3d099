// What a thread of Python is in, as far as that has been told to the ring.
#pragma once

#include "collector/probe/cpython/FunctionRing.h"
#include "collector/probe/cpython/PythonFrames.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lanes::probe {

// With the interpreter's lock only.
class TracedThread {
public:
    std::uint32_t tracing = 0; // the number of the tracing that it belongs to

    // Of the innermost function; 0: it is in none.
    [[nodiscard]] std::uint64_t innermost() const { return open_.empty() ? 0 : open_.back().code; }

    // In another tracing, and after fork() in another process: what was open has ended.
    void beginAnew(std::uint32_t number, std::uint32_t kernelId) {
        tracing = number;
        kernelId_ = kernelId;
        open_.clear();
    }
    void begin(std::uint64_t code, FunctionRing& ring, const PythonLayout& layout, std::uint64_t ticks) {
        open_.push_back({code, false}); // first: there may be no memory
        if (open_.size() <= kDeepest) {
            open_.back().recorded = ring.begin(layout, kernelId_, code, ticks);
        } else {
            ring.countLoss();
        }
    }
    void end(FunctionRing& ring, std::uint64_t ticks) {
        if (open_.back().recorded) {
            ring.end(kernelId_, ticks);
        }
        open_.pop_back();
    }
    // It is in `frames`, innermost first, but for so many of the innermost.
    void becomes(std::span<const PythonFrame> frames, unsigned without, FunctionRing& ring,
                 const PythonLayout& layout, std::uint64_t ticks) {
        const std::size_t depth = frames.size() - std::min<std::size_t>(frames.size(), without);
        const auto at = [&](std::size_t level) { return frames[frames.size() - 1 - level].code; };
        std::size_t same = 0;
        while (same < depth && same < open_.size() && at(same) == open_[same].code) {
            ++same;
        }
        while (open_.size() > same) {
            end(ring, ticks);
        }
        for (; same < depth; ++same) {
            begin(at(same), ring, layout, ticks);
        }
    }

private:
    static constexpr std::size_t kDeepest = 16 * 1024; // what is deeper is not recorded

    struct Open {
        std::uint64_t code;
        bool recorded;
    };
    std::uint32_t kernelId_ = 0;
    std::vector<Open> open_; // outermost first
};

} // namespace lanes::probe
