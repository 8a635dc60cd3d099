#include "model/io/json/LayoutTree.h"

#include <algorithm>

namespace lanes {

namespace {

std::string_view literalOf(const Token& token) {
    return {token.begin, static_cast<std::size_t>(token.valueAt - token.begin)};
}

} // namespace

inline bool LayoutTree::Edge::matches(const char* p) const {
    return length <= kInline ? json::sameBytes(p, literal.data(), length)
                             : whole.compare(0, length, p, length) == 0;
}

// One past the edge's literal and value at `p`, or null.
[[gnu::always_inline]] inline const char* LayoutTree::Edge::take(const char* p, const char* end,
                                                                 JsonTexts& texts, SlotValues& values) const {
    if (static_cast<std::size_t>(end - p) < length || !matches(p)) {
        return nullptr;
    }
    const char* after = readSlot(reader, slot, p + length, end, texts, values);
    return after <= end ? after : nullptr;
}

// What follows an edge, other than what usually does; it becomes the usual one.
LayoutTree::Edge* LayoutTree::follow(Edge& edge, const char*& p, const char* end, JsonTexts& texts,
                                     SlotValues& values) {
    const Edge* const usual = edge.usual;
    for (Edge* next : edge.following) {
        const char* after = next != usual ? next->take(p, end, texts, values) : nullptr;
        if (after != nullptr) {
            p = after;
            edge.usual = next;
            return next;
        }
    }
    return nullptr;
}

const char* LayoutTree::match(const char* p, const char* end, JsonTexts& texts, SlotValues& values,
                              std::uint32_t& shape) {
    Beginning beginning = nullptr;
    for (Edge* at = &root_;;) {
        Edge* next = at->usual;
        const char* after = next != nullptr ? next->take(p, end, texts, values) : nullptr;
        if (after != nullptr) [[likely]] {
            p = after;
        } else if (next = follow(*at, p, end, texts, values); next == nullptr) {
            return nullptr;
        }
        beginning = beginning == nullptr ? next : beginning;
        if (next->reader == SlotReader::End) {
            beginning_ = beginning;
            shape = next->shape;
            return p;
        }
        at = next;
    }
}

LayoutTree::Edge* LayoutTree::edgeFor(const Edge& edge, const Token& token) {
    const std::string_view literal = literalOf(token);
    const auto found = std::ranges::find_if(edge.following, [&](const Edge* next) {
        return next->length == literal.size() && next->slot == token.slot && next->matches(literal.data());
    });
    return found != edge.following.end() ? *found : nullptr;
}

bool LayoutTree::hasRoom(const std::vector<Token>& tokens) const {
    if (edges_.size() > kMaxInTree) {
        return false;
    }
    const Edge* at = &root_;
    for (const Token& token : tokens) {
        const Edge* known = edgeFor(*at, token);
        if (known == nullptr) {
            return at->following.size() < kMaxEdges;
        }
        at = known;
    }
    return false; // known already
}

LayoutTree::Edge* LayoutTree::addEdge(Edge& behind, const Token& token, std::uint32_t shape) {
    const std::string_view literal = literalOf(token);
    Edge& edge = edges_.emplace_back();
    edge.length = static_cast<std::uint32_t>(literal.size());
    edge.slot = token.slot;
    edge.reader = readerOf(token.slot);
    edge.shape = shape;
    if (literal.size() <= Edge::kInline) {
        std::ranges::copy(literal, edge.literal.begin());
    } else {
        edge.whole = literal;
    }
    behind.following.push_back(&edge);
    return &edge;
}

void LayoutTree::add(const std::vector<Token>& tokens, std::uint32_t shape) {
    if (!hasRoom(tokens)) {
        return;
    }
    Edge* at = &root_;
    for (const Token& token : tokens) {
        Edge* known = edgeFor(*at, token);
        at = known != nullptr ? known : addEdge(*at, token, shape);
    }
}

} // namespace lanes
