// Python stacks as a prefix tree: a stack is its innermost node, a node is (outer node, frame).
#pragma once

#include "model/base/Ids.h"
#include "model/base/SecretHash.h"

#include <cstdint>
#include <memory>
#include <set>
#include <unordered_map>
#include <vector>

namespace lanes {

struct Frame {
    StringId function; // qualified name where the interpreter knows it, else the plain one
    StringId file;     // as the interpreter has it: usually absolute, "<string>" or "<frozen ...>" for code
                       // without a file
    std::int32_t line = 0; // 1-based line that was running; 0 not known
    StringId module;       // name of the nn.Module whose call this frame is ("DecoderLayer_10"), or none
    friend bool operator==(const Frame&, const Frame&) = default;
};

// Immutable snapshot; any thread.
class StackTable {
public:
    struct Node {
        StackId parent; // the caller; invalid at the outermost frame
        Frame frame;
    };

    [[nodiscard]] std::uint32_t size() const { return nodes_ ? static_cast<std::uint32_t>(size_) : 0; }
    [[nodiscard]] bool has(StackId id) const { return id.value < size(); }
    [[nodiscard]] const Node& node(StackId id) const { return (*nodes_)[id.value]; }
    // Frames from the innermost outwards. The table's size bounds their number, whatever the file claimed.
    [[nodiscard]] std::vector<Frame> frames(StackId innermost) const;

private:
    friend class StackInterner;
    std::shared_ptr<const std::vector<Node>> nodes_;
    std::size_t size_ = 0;
};

// The table that still grows; one thread.
class StackInterner {
public:
    // The node for `frame` called from `parent` (invalid: outermost). `parent` must come from this interner.
    StackId intern(StackId parent, const Frame& frame);
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_->size()); }
    [[nodiscard]] const StackTable::Node& node(StackId id) const {
        return (*nodes_)[id.value];
    } // valid until the next intern()
    [[nodiscard]] StackTable snapshot();

    // Forgets the nodes whose ids `kept` lacks. `kept` must have the parents of all nodes that it has. Ids without a node
    // are given out anew, above the parent's. Snapshots keep their nodes. O(all nodes).
    void keepOnly(const std::vector<bool>& kept);
    // Gives a node to an id that has none; ids up to that one are created. False if the id has a node, the node has an
    // id, or the parent's id is not smaller. Snapshots do not see the new node.
    bool define(StackId id, StackId parent, const Frame& frame);

private:
    struct Key {
        std::uint32_t parent;
        Frame frame;
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct KeyHash {
        std::size_t operator()(const Key& key) const noexcept;
        SecretHash hash;
    };

    void append(const StackTable::Node& node);
    // Puts a node at an id that has none yet.
    void put(std::uint32_t id, const StackTable::Node& node);

    std::shared_ptr<std::vector<StackTable::Node>> nodes_ = std::make_shared<std::vector<StackTable::Node>>();
    std::set<std::uint32_t> free_; // ids without a node
    std::unordered_map<Key, StackId, KeyHash> ids_;
};

} // namespace lanes
