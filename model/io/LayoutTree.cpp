#include "model/io/LayoutTree.h"

#include <algorithm>

namespace lanes {

namespace {

std::string_view literalOf(const Token& token) {
    return {token.begin, static_cast<std::size_t>(token.valueAt - token.begin)};
}

} // namespace

LayoutTree::LayoutTree()
    : nodes_(1) {}

inline bool LayoutTree::Edge::matches(const char* p) const {
    return length <= kInline ? json::sameBytes(p, literal.data(), length)
                             : whole.compare(0, length, p, length) == 0;
}

// One past the edge's literal and value at `p`, or null.
[[gnu::always_inline]] inline const char* LayoutTree::Edge::take(const char* p, const char* end,
                                                                 TextPool& texts, EventValues& values) const {
    if (static_cast<std::size_t>(end - p) < length || !matches(p)) {
        return nullptr;
    }
    const char* after = readSlot(reader, slot, p + length, end, texts, values);
    return after <= end ? after : nullptr;
}

// Any edge of the node but the usual one, which then becomes the usual one.
const LayoutTree::Edge* LayoutTree::follow(Node& node, const char*& p, const char* end, TextPool& texts,
                                           EventValues& values) {
    const Edge* usual = node.usual;
    for (const Edge* edge : node.edges) {
        const char* after = edge != usual ? edge->take(p, end, texts, values) : nullptr;
        if (after != nullptr) {
            p = after;
            node.usual = edge;
            return edge;
        }
    }
    return nullptr;
}

const char* LayoutTree::match(const char* p, const char* end, TextPool& texts, EventValues& values,
                              std::uint32_t& shape) {
    Beginning beginning = nullptr;
    Node* node = &nodes_.front();
    for (;;) {
        const Edge* edge = node->usual;
        const char* after = edge != nullptr ? edge->take(p, end, texts, values) : nullptr;
        if (after != nullptr) [[likely]] {
            p = after;
        } else if (edge = follow(*node, p, end, texts, values); edge == nullptr) {
            return nullptr;
        }
        beginning = beginning == nullptr ? edge : beginning;
        if (edge->reader == SlotReader::End) {
            beginning_ = beginning;
            shape = edge->next;
            return p;
        }
        node = &nodes_[edge->next];
    }
}

const LayoutTree::Edge* LayoutTree::edgeFor(const Node& node, const Token& token) {
    const std::string_view literal = literalOf(token);
    const auto found = std::ranges::find_if(node.edges, [&](const Edge* edge) {
        return edge->length == literal.size() && edge->slot == token.slot && edge->matches(literal.data());
    });
    return found != node.edges.end() ? *found : nullptr;
}

bool LayoutTree::hasRoom(const std::vector<Token>& tokens) const {
    if (nodes_.size() > kMaxNodes) {
        return false;
    }
    std::uint32_t at = 0;
    for (const Token& token : tokens) {
        const Edge* known = edgeFor(nodes_[at], token);
        if (known == nullptr) {
            return nodes_[at].edges.size() < kMaxEdges;
        }
        at = known->next;
    }
    return false; // known already
}

const LayoutTree::Edge* LayoutTree::addEdge(std::uint32_t node, const Token& token, std::uint32_t shape) {
    const std::string_view literal = literalOf(token);
    Edge& edge = edges_.emplace_back();
    edge.length = static_cast<std::uint32_t>(literal.size());
    edge.slot = token.slot;
    edge.reader = readerOf(token.slot);
    if (literal.size() <= Edge::kInline) {
        std::ranges::copy(literal, edge.literal.begin());
    } else {
        edge.whole = literal;
    }
    const bool last = token.slot.kind == Slot::Kind::End;
    edge.next = last ? shape : static_cast<std::uint32_t>(nodes_.size());
    if (!last) {
        nodes_.emplace_back();
    }
    nodes_[node].edges.push_back(&edge);
    return &edge;
}

void LayoutTree::add(const std::vector<Token>& tokens, std::uint32_t shape) {
    if (!hasRoom(tokens)) {
        return;
    }
    std::uint32_t at = 0;
    for (const Token& token : tokens) {
        const Edge* known = edgeFor(nodes_[at], token);
        at = (known != nullptr ? known : addEdge(at, token, shape))->next;
    }
}

} // namespace lanes
