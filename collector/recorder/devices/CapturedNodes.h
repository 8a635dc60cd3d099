// The nodes of a process's graphs, with the position where each was captured.
#pragma once

#include "collector/recorder/devices/CallOrigin.h"
#include "model/session/writing/NameSet.h"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <unordered_map>
#include <utility>

namespace lanes::recorder {

// One process, one thread. A graph may be replayed as long as the program runs, so nothing is forgotten. Beyond
// kMostNodes further nodes are left out.
class CapturedNodes {
public:
    static constexpr std::size_t kMostNodes = 1u << 20;

    // `original`: the node from which this one was cloned, 0 for none. The original's record may still be unread in
    // another ring.
    void add(std::uint64_t node, std::uint64_t original, CallOrigin origin) {
        if (nodes_.size() < kMostNodes || nodes_.contains(node)) {
            if (original == 0 && origin.stack.valid() && lines_.size() < kMostNodes) {
                lines_[origin.time] = origin.stack;
            }
            nodes_[node] = {original, std::move(origin)};
        } else {
            ++leftOut_;
        }
    }
    // Sets the stack of a node that becomes known only now. None: the stack of the last node captured before it that
    // has one.
    void setStack(std::uint64_t node, StackId stack) {
        const auto found = nodes_.find(node);
        if (found == nodes_.end()) {
            return;
        }
        CallOrigin& origin = found->second.origin;
        const auto after = lines_.upper_bound(origin.time);
        origin.stack = stack.valid() || after == lines_.begin() ? stack : std::prev(after)->second;
    }
    // Returns the origin of the node, or of the first node that it was cloned from; null if it is not known. O(1).
    [[nodiscard]] const CallOrigin* find(std::uint64_t node) const {
        auto found = nodes_.find(node);
        for (int steps = 0; found != nodes_.end() && found->second.original != 0 && steps < kMostSteps;
             ++steps) {
            const auto before = nodes_.find(found->second.original);
            if (before == nodes_.end()) {
                return nullptr; // the thread that instantiates a graph has not captured it
            }
            found = before;
        }
        return found != nodes_.end() ? &found->second.origin : nullptr;
    }
    void holdNames(session::NameCollector& held) const {
        for (const auto& [id, node] : nodes_) {
            held.add(node.origin.stack);
            held.add(node.origin.arguments);
        }
        for (const auto& [time, stack] : lines_) {
            held.add(stack);
        }
    }
    // Forgets all nodes, but not how many were left out.
    void forget() {
        nodes_ = {};
        lines_ = {};
    }
    [[nodiscard]] std::uint64_t leftOut() const { return leftOut_; }

private:
    static constexpr int kMostSteps = 16; // limit for chains of clones
    struct Node {
        std::uint64_t original = 0;
        CallOrigin origin;
    };
    std::unordered_map<std::uint64_t, Node> nodes_;
    std::map<TimeNs, StackId> lines_; // of nodes that were captured by Python code
    std::uint64_t leftOut_ = 0;
};

} // namespace lanes::recorder
