// Nodes of a process's graphs: where each was captured.
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

// One process, one thread. A graph may be replayed for as long as the program runs, so nothing is forgotten: of more than
// kMostNodes the later ones are not known.
class CapturedNodes {
public:
    static constexpr std::size_t kMostNodes = 1u << 20;

    // `original`: the node that this one has taken over, 0 for none. That one may still stand unread in another ring.
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
    // Where the node was captured, if that is known only now; none: where the last one before it was that knew.
    void setStack(std::uint64_t node, StackId stack) {
        const auto found = nodes_.find(node);
        if (found == nodes_.end()) {
            return;
        }
        CallOrigin& origin = found->second.origin;
        const auto after = lines_.upper_bound(origin.time);
        origin.stack = stack.valid() || after == lines_.begin() ? stack : std::prev(after)->second;
    }
    // Of the node, or of the first one that it goes back to; null if that is not known. O(1).
    [[nodiscard]] const CallOrigin* find(std::uint64_t node) const {
        auto found = nodes_.find(node);
        for (int steps = 0; found != nodes_.end() && found->second.original != 0 && steps < kMostSteps;
             ++steps) {
            const auto before = nodes_.find(found->second.original);
            if (before == nodes_.end()) {
                return nullptr; // who instantiates a graph has not captured it
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
    // All but how many were left out.
    void forget() {
        nodes_ = {};
        lines_ = {};
    }
    [[nodiscard]] std::uint64_t leftOut() const { return leftOut_; }

private:
    static constexpr int kMostSteps = 16; // a graph is cloned from a clone at most so often
    struct Node {
        std::uint64_t original = 0;
        CallOrigin origin;
    };
    std::unordered_map<std::uint64_t, Node> nodes_;
    std::map<TimeNs, StackId> lines_; // of those that were captured by Python
    std::uint64_t leftOut_ = 0;
};

} // namespace lanes::recorder
