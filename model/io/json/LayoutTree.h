// The fast path: what stands between the values of an event is the same text in every event of its make, so it is
// compared, not parsed. A tree of such texts: an edge is the literal bytes up to the next value and what kind of
// value follows; a leaf is a known shape.
#pragma once

#include "model/io/json/SlotReader.h"

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace lanes {

// A value's place in an event and the literal text [begin, text end) in front of it.
struct Token {
    const char* begin = nullptr;
    const char* valueAt = nullptr; // the literal ends and the value starts here
    Slot slot;
};

// One thread's tree.
class LayoutTree {
    struct Edge;

public:
    // So many different continuations may follow the same text; an event that would need more is parsed every time.
    static constexpr std::size_t kMaxEdges = 64;
    static constexpr std::size_t kMaxInTree = std::size_t{1} << 17;

    // Follows the text of the event at `p`. Returns one past its closing brace and the shape's number, or null
    // when the tree does not know the text. `p` needs json::kPadding readable bytes behind `end`.
    [[nodiscard]] const char* match(const char* p, const char* end, JsonTexts& texts, SlotValues& values,
                                    std::uint32_t& shape);
    // Adds the path of a well-formed event, or nothing when there is no room.
    void add(const std::vector<Token>& tokens, std::uint32_t shape);

    // How an event begins: what the last matched one took, and what to try first for the next.
    using Beginning = Edge*;
    [[nodiscard]] Beginning beginning() const { return beginning_; }
    void expect(Beginning beginning) { root_.usual = beginning; }

private:
    struct alignas(64) Edge {
        static constexpr std::size_t kInline = 112;
        // What may come behind it, and which of them came the last time. Following the usual ones is one load after the
        // other, so it is one for each edge.
        Edge* usual = nullptr;
        std::vector<Edge*> following;
        std::uint32_t length = 0;
        std::uint32_t shape = 0; // at an End
        SlotReader reader = SlotReader::Other;
        Slot slot;
        std::array<char, kInline + 16> literal{}; // its first kInline bytes; may be read beyond
        std::string whole;                        // the literal, if longer than kInline

        [[nodiscard]] bool matches(const char* p) const;
        [[nodiscard]] const char* take(const char* p, const char* end, JsonTexts& texts,
                                       SlotValues& values) const;
    };

    [[nodiscard]] static Edge* follow(Edge& edge, const char*& p, const char* end, JsonTexts& texts,
                                      SlotValues& values);
    [[nodiscard]] static Edge* edgeFor(const Edge& edge, const Token& token);
    [[nodiscard]] bool hasRoom(const std::vector<Token>& tokens) const;
    [[nodiscard]] Edge* addEdge(Edge& behind, const Token& token, std::uint32_t shape);

    Edge root_;              // in front of every event: no text
    std::deque<Edge> edges_; // never move
    Beginning beginning_ = nullptr;
};

} // namespace lanes
