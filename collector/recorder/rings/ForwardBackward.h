// Finds the forward operator of a backward one: autograd numbers them per forward thread.
#pragma once

#include "collector/recorder/devices/DeviceCapture.h"
#include "collector/recorder/sink/SessionSink.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace lanes::recorder {

// One process. Sequence numbers repeat only after a very long time; the newest forward operator of a number counts.
class ForwardBackward {
public:
    // Of a forward operator.
    struct Key {
        std::uint64_t thread = 0;
        std::int64_t sequence = -1;
        friend bool operator==(Key, Key) = default;
    };

    void forward(Key key, SliceHandle slice, StackId stack);
    void backward(Key key, SliceHandle slice);
    // A node of a graph that was captured in the backward operator of that key, where no Python ran: its stack is the
    // forward operator's, or, of one that has none, as gradients are accumulated, that of whoever captured before.
    void captured(Key key, std::uint64_t node);
    // All rings have been read once: adds the links that can be made, and tells of nodes. A backward record may be read
    // before its forward one, which stands in another ring: it waits for the next call.
    void link(SessionSink& sink, DeviceCapture& devices);
    // Stacks of forward operators.
    void holdNames(session::NameCollector& held) const {
        for (const Forwards* forwards : {&forwards_, &olderForwards_}) {
            for (const auto& [key, forward] : *forwards) {
                held.add(forward.stack);
            }
        }
    }

private:
    struct KeyHash {
        std::size_t operator()(Key key) const noexcept {
            return (key.thread * 0x9E3779B97F4A7C15ull) ^
                   (static_cast<std::uint64_t>(key.sequence) * 0xC2B2AE3D27D4EB4Full);
        }
    };
    struct Forward {
        SliceHandle slice;
        StackId stack;
    };
    struct Waiting {
        Key key;
        SliceHandle slice;      // of a backward operator
        std::uint64_t node = 0; // or a node of a graph
        bool tried = false;
    };
    using Forwards = std::unordered_map<Key, Forward, KeyHash>;
    // Null if it is not known.
    [[nodiscard]] const Forward* find(Key key) const;

    // What never goes backward (inference) must not pile up.
    static constexpr std::size_t kMostForwards = 1u << 18;

    Forwards forwards_;
    Forwards olderForwards_; // the generation before
    std::vector<Waiting> waiting_;
};

} // namespace lanes::recorder
