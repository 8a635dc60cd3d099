// The functions that a Python thread is in, as recorded in the ring so far.
#pragma once

#include "collector/probe/cpython/FunctionRing.h"
#include "collector/probe/cpython/PythonFrames.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lanes::probe {

// All calls need the interpreter's lock.
class TracedThread {
public:
    std::uint32_t tracing = 0; // number of the tracing to which the state belongs

    // Returns the code of the innermost function; 0: the thread is in none.
    [[nodiscard]] std::uint64_t innermost() const { return open_.empty() ? 0 : open_.back().code; }

    // Starts over in another tracing, and after fork() in another process: all open functions have ended.
    void beginAnew(std::uint32_t number, std::uint32_t kernelId) {
        tracing = number;
        kernelId_ = kernelId;
        open_.clear();
    }
    void begin(std::uint64_t code, FunctionRing& ring, const PythonLayout& layout, std::uint64_t ticks) {
        open_.push_back({code, false}); // first, because memory may run out
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
    // Corrects the open functions to those in `frames`, innermost first, without the `without` innermost ones.
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
    static constexpr std::size_t kDeepest = 16 * 1024; // deeper functions are not recorded

    struct Open {
        std::uint64_t code;
        bool recorded;
    };
    std::uint32_t kernelId_ = 0;
    std::vector<Open> open_; // outermost first
};

} // namespace lanes::probe
