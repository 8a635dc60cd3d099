// The Python stacks of one ring as nodes of a prefix tree, with a cache of the last stack. Consecutive operators
// share most of their frames, so only frames that differ are looked up. Bounded as DefinitionTable is.
#pragma once

#include "collector/probe/DefinitionTable.h"
#include "collector/probe/cpython/PythonFrames.h"
#include "collector/ring/RingWriter.h"

#include <cstdint>
#include <optional>

namespace lanes::probe {

// Writes the definition of the code object with this id; false if there is no room.
[[nodiscard]] bool writeCode(const CodeFacts& facts, std::uint32_t id, ring::RingWriter& writer,
                             std::size_t spare);

class StackTable {
public:
    // `foreign`: the stacks are of other threads, whose code objects may be freed at any moment.
    explicit StackTable(std::size_t nodes, bool foreign = false)
        : foreign_(foreign)
        , nodes_(nodes)
        , codes_(nodes / kNodesPerCode)
        , modules_(nodes / kNodesPerCode) {}

    // Returns the id of the stack `frames` (innermost first), without the frames of the probe's own Python code.
    // Writes the new definitions through `writer`, and keeps `spare` bytes of the ring free. 0: no frame is of the
    // program. None if there is no room.
    std::optional<std::uint32_t> idOf(const PythonLayout& layout, const PythonFrame* frames, unsigned count,
                                      ring::RingWriter& writer, std::size_t spare);

    // True if the last requested stack has this id, and would get it again.
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
    // True if the thread still runs this frame of the last stack.
    [[nodiscard]] bool isSame(const PythonLayout& layout, const PythonFrame& known,
                              const PythonFrame& frame) const;
    // `identity`: the address of the code object if it is kept alive, else a hash of its content.
    std::uint32_t idOfCode(const PythonLayout& layout, std::uint64_t code, std::uint64_t identity,
                           ring::RingWriter& writer, std::size_t spare);
    // Returns the id of a module by its number in ModuleNames. Returns 0 for number 0, and if there is no room.
    std::uint32_t idOfModule(std::uint32_t number, ring::RingWriter& writer, std::size_t spare);
    // Returns the child of `parent` for `frame`, and replaces the frame's code by its identity. Returns `parent` for
    // the probe's own code. None if there is no room.
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
    std::uint32_t named_ = 0; // generation of the module names in the last stack
};

} // namespace lanes::probe
