// Finds the forward operator of a backward one, by autograd's numbers, which count per forward thread.
#pragma once

#include "collector/recorder/devices/DeviceCapture.h"
#include "collector/recorder/sink/SessionSink.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace lanes::recorder {

// One process. Sequence numbers repeat only after a very long time; the newest forward operator with a number counts.
class ForwardBackward {
public:
    // Identifies a forward operator.
    struct Key {
        std::uint64_t thread = 0;
        std::int64_t sequence = -1;
        friend bool operator==(Key, Key) = default;
    };

    void forward(Key key, SliceHandle slice, StackId stack);
    void backward(Key key, SliceHandle slice);
    // A graph node was captured in the backward operator of that key, where no Python ran. Its stack is the forward
    // operator's. A backward operator without a forward one accumulates gradients: then it is the stack of the node
    // captured before.
    void captured(Key key, std::uint64_t node);
    // Call it after all rings have been read once: adds the links that can be made, and sets the stacks of nodes. A
    // backward record may be read before its forward record, which stands in another ring: it waits for the next
    // call.
    void link(SessionSink& sink, DeviceCapture& devices);
    // Adds the stacks of forward operators.
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
        SliceHandle slice;      // of the backward operator
        std::uint64_t node = 0; // else: a node of a graph
        bool tried = false;
    };
    using Forwards = std::unordered_map<Key, Forward, KeyHash>;
    // Returns null if the operator is not known.
    [[nodiscard]] const Forward* find(Key key) const;

    // Operators that never go backward (inference) must not accumulate.
    static constexpr std::size_t kMostForwards = 1u << 18;

    Forwards forwards_;
    Forwards olderForwards_; // the generation before
    std::vector<Waiting> waiting_;
};

} // namespace lanes::recorder
