// The fast path of parsing. The text between the values of an event is the same in all events of its kind, so it is
// compared, not parsed. The tree holds these texts. An edge is the literal bytes up to the next value, and the kind of
// that value; a leaf is a known shape.
#pragma once

#include "model/io/json/SlotReader.h"

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace lanes {

// A value's place in an event, and the literal text [begin, text end) before it.
struct Token {
    const char* begin = nullptr;
    const char* valueAt = nullptr; // the end of the literal and the start of the value
    Slot slot;
};

// A tree of one thread.
class LayoutTree {
    struct Edge;

public:
    // Maximum of different continuations of one text; an event that would need more is parsed every time.
    static constexpr std::size_t kMaxEdges = 64;
    static constexpr std::size_t kMaxInTree = std::size_t{1} << 17;

    // Follows the text of the event at `p`. Returns one past its closing brace and the shape's number, or null if the
    // tree does not know the text. Needs json::kPadding readable bytes after `end`.
    [[nodiscard]] const char* match(const char* p, const char* end, JsonTexts& texts, SlotValues& values,
                                    std::uint32_t& shape);
    // Adds the path of a well-formed event, or nothing if there is no room.
    void add(const std::vector<Token>& tokens, std::uint32_t shape);

    // The first edge of the last matched event; to be tried first for the next event.
    using Beginning = Edge*;
    [[nodiscard]] Beginning beginning() const { return beginning_; }
    void expect(Beginning beginning) { root_.usual = beginning; }

private:
    struct alignas(64) Edge {
        static constexpr std::size_t kInline = 112;
        // The possible next edges, and the one that came the last time. Each edge stores its own, so that following them
        // is one load after the other.
        Edge* usual = nullptr;
        std::vector<Edge*> following;
        std::uint32_t length = 0;
        std::uint32_t shape = 0; // for an End
        SlotReader reader = SlotReader::Other;
        Slot slot;
        std::array<char, kInline + 16> literal{}; // first kInline bytes; reads may go beyond
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

    Edge root_;              // before every event: no text
    std::deque<Edge> edges_; // never move
    Beginning beginning_ = nullptr;
};

} // namespace lanes
