// The fast path: what stands between the values of an event is the same text in every event of its make, so it is
// compared, not parsed. A tree of such texts: an edge is the literal bytes up to the next value and what kind of
// value follows; a leaf is a known shape.
#pragma once

#include "model/io/EventShape.h"
#include "model/io/TextPool.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace lanes {

// A value's place in an event and the literal text [begin, text end) in front of it.
struct Token {
    const char* begin = nullptr;
    const char* valueAt = nullptr; // the literal ends and the value starts here
    Slot slot;
};

// Reads the value at `p` into `values`. Returns where the text goes on (a string's closing quote belongs to the next
// literal), or null when what stands there is no such value.
[[nodiscard]] const char* readSlot(const Slot& slot, const char* p, const char* end, TextPool& texts,
                                   EventValues& values);

// One thread's tree.
class LayoutTree {
public:
    // A node takes this many different continuations; an event that would need more is parsed every time.
    static constexpr std::size_t kMaxEdges = 64;
    static constexpr std::size_t kMaxNodes = std::size_t{1} << 17;

    LayoutTree();

    // Follows the text of the event at `p`. Returns one past its closing brace and the shape's number, or null
    // when the tree does not know the text. `p` needs json::kPadding readable bytes behind `end`.
    [[nodiscard]] const char* match(const char* p, const char* end, TextPool& texts, EventValues& values,
                                    std::uint32_t& shape);
    // Adds the path of a well-formed event, or nothing when a node is full.
    void add(const std::vector<Token>& tokens, std::uint32_t shape);

    // Which edge at the root the last matched event took, and which to try first for the next one.
    [[nodiscard]] std::uint32_t rootEdge() const { return rootEdge_; }
    void expectRootEdge(std::uint32_t edge) { nodes_[0].usual = edge; }

private:
    struct Edge {
        static constexpr std::size_t kInline = 112;
        std::array<char, kInline + 16> literal{}; // its first kInline bytes; may be read beyond
        std::uint32_t length = 0;
        Slot slot;
        std::uint32_t next = 0; // node, or at an End the shape
        std::string whole;      // the literal, if longer than kInline

        [[nodiscard]] bool matches(const char* p) const;
    };
    struct Node {
        std::vector<Edge> edges;
        std::uint32_t usual = 0; // the edge taken last
    };

    [[nodiscard]] Edge* follow(Node& node, const char*& p, const char* end, TextPool& texts,
                               EventValues& values);
    [[nodiscard]] static bool sameEdge(const Edge& edge, const Token& token);
    [[nodiscard]] bool hasRoom(const std::vector<Token>& tokens) const;
    [[nodiscard]] static Edge makeEdge(const Token& token);

    std::vector<Node> nodes_;
    std::uint32_t rootEdge_ = 0;
};

} // namespace lanes
