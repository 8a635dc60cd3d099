// Finds the forward operator of a backward one: autograd numbers them per forward thread.
#pragma once

#include "collector/recorder/sink/SessionSink.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace lanes::recorder {

// One process. Sequence numbers repeat only after a very long time; the newest forward operator of a number counts.
class ForwardBackward {
public:
    void forward(std::uint64_t thread, std::int64_t sequence, SliceHandle slice);
    void backward(std::uint64_t forwardThread, std::int64_t sequence, SliceHandle slice);
    // Adds the links that can be made. A backward record may be read before its forward one, which stands in another
    // ring: such a link waits for the next call.
    void link(SessionSink& sink);

private:
    struct Key {
        std::uint64_t thread;
        std::int64_t sequence;
        friend bool operator==(Key, Key) = default;
    };
    struct KeyHash {
        std::size_t operator()(Key key) const noexcept {
            return (key.thread * 0x9E3779B97F4A7C15ull) ^
                   (static_cast<std::uint64_t>(key.sequence) * 0xC2B2AE3D27D4EB4Full);
        }
    };
    struct Waiting {
        Key key;
        SliceHandle slice;
        bool tried = false;
    };
    [[nodiscard]] SliceHandle find(Key key) const;

    // What never goes backward (inference) must not pile up.
    static constexpr std::size_t kMostForwards = 1u << 18;

    std::unordered_map<Key, SliceHandle, KeyHash> forwards_;
    std::unordered_map<Key, SliceHandle, KeyHash> olderForwards_; // the generation before
    std::vector<Waiting> waiting_;
};

} // namespace lanes::recorder
