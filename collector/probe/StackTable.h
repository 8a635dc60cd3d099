// Python stacks of one ring as nodes of a prefix tree, with a cache of the last stack: consecutive operators
// share most of their frames, and only what differs is looked up. Bounded as DefinitionTable is.
#pragma once

#include "collector/probe/DefinitionTable.h"
#include "collector/probe/cpython/PythonFrames.h"
#include "collector/ring/RingWriter.h"

#include <cstdint>
#include <optional>

namespace lanes::probe {

// Says in a ring what code of that id is; false if there is no room.
[[nodiscard]] bool writeCode(const CodeFacts& facts, std::uint32_t id, ring::RingWriter& writer,
                             std::size_t spare);

class StackTable {
public:
    // `foreign`: the stacks are of other threads, whose code may go away at any moment.
    explicit StackTable(std::size_t nodes, bool foreign = false)
        : foreign_(foreign)
        , nodes_(nodes)
        , codes_(nodes / kNodesPerCode)
        , modules_(nodes / kNodesPerCode) {}

    // The id of the stack `frames` (innermost first) without our own code, defining through `writer` what is new and keeping
    // `spare` bytes of the ring free. 0: there is no frame of the program. None if there is no room.
    std::optional<std::uint32_t> idOf(const PythonLayout& layout, const PythonFrame* frames, unsigned count,
                                      ring::RingWriter& writer, std::size_t spare);

    // The last stack that was asked for has this id, and would get it again.
    [[nodiscard]] bool isLast(std::uint32_t id) const;

private:
    static constexpr std::size_t kNodesPerCode = 4;

    struct NodeKey {
        std::uint64_t code = 0;
        std::uint32_t instruction = 0;
        std::uint32_t parent = 0;
        std::uint32_t parentGeneration = 0;
        std::uint32_t module = 0;

        bool operator==(const NodeKey&) const = default;
        [[nodiscard]] std::uint64_t hash() const {
            const std::uint64_t mixed = (code >> 4) * 0x9E3779B97F4A7C15ULL ^ parent * 0xC2B2AE3D27D4EB4FULL ^
                                        instruction * 0x165667B19E3779F9ULL ^ module * 0x27D4EB2F165667C5ULL;
            return mixed ^ mixed >> 29;
        }
    };
    struct Node {
        std::uint32_t id = 0;
        std::uint32_t generation = 0;
    };

    [[nodiscard]] bool isCurrent(const Node& node) const {
        return node.id == 0 || nodes_.slot(node.id).generation == node.generation;
    }
    // Whether a frame of the last stack is still what the thread is running.
    [[nodiscard]] bool isSame(const PythonLayout& layout, const PythonFrame& known,
                              const PythonFrame& frame) const;
    // `identity`: its address if it is kept, a hash of its content otherwise.
    std::uint32_t idOfCode(const PythonLayout& layout, std::uint64_t code, std::uint64_t identity,
                           ring::RingWriter& writer, std::size_t spare);
    // The id of a module by its number in ModuleNames; 0 for 0, and if there is no room.
    std::uint32_t idOfModule(std::uint32_t number, ring::RingWriter& writer, std::size_t spare);
    // The child of `parent` for `frame`, whose code becomes an identity; `parent` where the code is ours. None if there is no room.
    std::optional<Node> child(const PythonLayout& layout, const Node& parent, PythonFrame& frame,
                              ring::RingWriter& writer, std::size_t spare);

    [[nodiscard]] std::uint64_t identityOf(const PythonLayout& layout, std::uint64_t code) const;

    bool foreign_;
    DefinitionTable<NodeKey> nodes_;
    DefinitionTable<WordKey> codes_;
    DefinitionTable<WordKey> modules_;
    // The last stack, outermost first; codes by identity.
    unsigned depth_ = 0;
    PythonFrame frames_[kMaxFrames] = {};
    Node path_[kMaxFrames];
    std::uint32_t named_ = 0; // the generation of the modules' names that they have
};

} // namespace lanes::probe
