#include "model/io/LayoutTree.h"

#include "model/io/JsonNumber.h"
#include "model/io/JsonScan.h"

#include <algorithm>

namespace lanes {

namespace {

std::string_view literalOf(const Token& token) {
    return {token.begin, static_cast<std::size_t>(token.valueAt - token.begin)};
}

std::int64_t textCell(StringId id) {
    return ArgValue::ofText(id).encode();
}

const char* readNumberCell(const char* p, const char* end, TextPool& texts, std::int64_t& cell) {
    if (const char* after = json::parseCell(p, cell)) [[likely]] {
        return after;
    }
    const char* after = json::startsNumber(p) ? json::numberEnd(p, end) : nullptr;
    if (after != nullptr) {
        cell = textCell(texts.text(p, after));
    }
    return after;
}

// A core value that has no column: it must be one that the model holds exactly.
const char* readExactCore(Core core, const char* p, const char* end, EventValues& values) {
    switch (core) {
    case Core::Time:
        return json::parseExactTime(p, values.time);
    case Core::Duration:
        p = json::parseExactTime(p, values.duration);
        return values.duration >= 0 ? p : nullptr;
    default:
        break;
    }
    std::int64_t cell = 0;
    const char* after = json::parseCell(p, cell);
    if (after == nullptr || ArgValue::decode(cell).type != ArgValue::Type::Integer || after > end) {
        return nullptr;
    }
    (core == Core::Pid ? values.pid : values.tid) = cell;
    return after;
}

// A core value of any spelling, from the text it has in the file.
void readLooseCore(Core core, const char* begin, const char* after, TextPool& texts, EventValues& values) {
    const std::string_view text(begin, static_cast<std::size_t>(after - begin));
    switch (core) {
    case Core::Name:
        values.name = texts.text(begin, after);
        break;
    case Core::Pid:
        values.pid = textCell(texts.text(begin, after));
        break;
    case Core::Tid:
        values.tid = textCell(texts.text(begin, after));
        break;
    case Core::Time:
    case Core::Duration: {
        TimeNs& time = core == Core::Time ? values.time : values.duration;
        if (!json::parseAnyTime(text, time)) {
            time = 0;
        }
        break;
    }
    case Core::None:
        break;
    }
}

const char* readText(const Slot& slot, const char* p, const char* end, TextPool& texts, EventValues& values) {
    bool escaped = false;
    const char* after = json::stringEnd(p, end, escaped);
    if (after == nullptr) {
        return nullptr;
    }
    if (slot.core == Core::None) [[likely]] {
        values.cells[static_cast<std::size_t>(slot.column)] = textCell(texts.text(p, after));
        return after;
    }
    if (slot.column >= 0) {
        values.cells[static_cast<std::size_t>(slot.column)] = textCell(texts.text(p, after));
        readLooseCore(slot.core, p, after, texts, values);
        return after;
    }
    if (slot.core == Core::Name) [[likely]] {
        values.name = texts.plain(p, after, escaped);
        return after;
    }
    if (json::isPlainInteger({p, static_cast<std::size_t>(after - p)})) {
        return nullptr; // would come back as a number
    }
    readLooseCore(slot.core, p, after, texts, values);
    return after;
}

} // namespace

const char* readSlot(const Slot& slot, const char* p, const char* end, TextPool& texts, EventValues& values) {
    switch (slot.kind) {
    case Slot::Kind::Number: {
        if (slot.column < 0) {
            return readExactCore(slot.core, p, end, values);
        }
        const char* after =
            readNumberCell(p, end, texts, values.cells[static_cast<std::size_t>(slot.column)]);
        if (after != nullptr && slot.core != Core::None) {
            readLooseCore(slot.core, p, after, texts, values);
        }
        return after;
    }
    case Slot::Kind::Text:
        return readText(slot, p, end, texts, values);
    case Slot::Kind::Raw: {
        const char* after = *p == '[' || *p == '{' ? json::skipBalanced(p, end) : nullptr;
        const StringId id = after != nullptr ? texts.raw(p, after) : StringId();
        if (!id.valid()) {
            return nullptr;
        }
        values.cells[static_cast<std::size_t>(slot.column)] = textCell(id);
        readLooseCore(slot.core, p, after, texts, values);
        return after;
    }
    case Slot::Kind::End:
        break;
    }
    return p;
}

LayoutTree::LayoutTree()
    : nodes_(1) {}

bool LayoutTree::Edge::matches(const char* p) const {
    return length <= kInline ? json::sameBytes(p, literal.data(), length)
                             : whole.compare(0, length, p, length) == 0;
}

LayoutTree::Edge* LayoutTree::follow(Node& node, const char*& p, const char* end, TextPool& texts,
                                     EventValues& values) {
    const auto tryEdge = [&](Edge& edge) {
        if (static_cast<std::size_t>(end - p) < edge.length || !edge.matches(p)) {
            return false;
        }
        const char* after = readSlot(edge.slot, p + edge.length, end, texts, values);
        if (after == nullptr || after > end) {
            return false;
        }
        p = after;
        return true;
    };
    const auto count = static_cast<std::uint32_t>(node.edges.size());
    const std::uint32_t usual = node.usual;
    if (usual < count && tryEdge(node.edges[usual])) [[likely]] {
        return &node.edges[usual];
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        if (i != usual && tryEdge(node.edges[i])) {
            node.usual = i;
            return &node.edges[i];
        }
    }
    return nullptr;
}

const char* LayoutTree::match(const char* p, const char* end, TextPool& texts, EventValues& values,
                              std::uint32_t& shape) {
    std::uint32_t at = 0;
    for (;;) {
        Edge* edge = follow(nodes_[at], p, end, texts, values);
        if (edge == nullptr) {
            return nullptr;
        }
        if (at == 0) {
            rootEdge_ = static_cast<std::uint32_t>(edge - nodes_[0].edges.data());
        }
        if (edge->slot.kind == Slot::Kind::End) {
            shape = edge->next;
            return p;
        }
        at = edge->next;
    }
}

bool LayoutTree::sameEdge(const Edge& edge, const Token& token) {
    const std::string_view literal = literalOf(token);
    return edge.length == literal.size() && edge.slot == token.slot && edge.matches(literal.data());
}

bool LayoutTree::hasRoom(const std::vector<Token>& tokens) const {
    if (nodes_.size() > kMaxNodes) {
        return false;
    }
    std::uint32_t at = 0;
    for (const Token& token : tokens) {
        const auto& edges = nodes_[at].edges;
        const auto found = std::ranges::find_if(edges, [&](const Edge& e) { return sameEdge(e, token); });
        if (found == edges.end()) {
            return edges.size() < kMaxEdges;
        }
        at = found->next;
    }
    return false; // known already
}

LayoutTree::Edge LayoutTree::makeEdge(const Token& token) {
    const std::string_view literal = literalOf(token);
    Edge edge;
    edge.length = static_cast<std::uint32_t>(literal.size());
    edge.slot = token.slot;
    if (literal.size() <= Edge::kInline) {
        std::ranges::copy(literal, edge.literal.begin());
    } else {
        edge.whole = literal;
    }
    return edge;
}

void LayoutTree::add(const std::vector<Token>& tokens, std::uint32_t shape) {
    if (!hasRoom(tokens)) {
        return;
    }
    std::uint32_t at = 0;
    for (const Token& token : tokens) {
        auto& edges = nodes_[at].edges;
        auto found = std::ranges::find_if(edges, [&](const Edge& e) { return sameEdge(e, token); });
        if (found == edges.end()) {
            Edge edge = makeEdge(token);
            const bool last = token.slot.kind == Slot::Kind::End;
            edge.next = last ? shape : static_cast<std::uint32_t>(nodes_.size());
            nodes_[at].edges.push_back(std::move(edge));
            if (!last) {
                nodes_.emplace_back(); // invalidates `edges`
            }
            found = nodes_[at].edges.end() - 1;
        }
        at = found->next;
    }
}

} // namespace lanes
