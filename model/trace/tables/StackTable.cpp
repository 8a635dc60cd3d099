#include "model/trace/tables/StackTable.h"

namespace lanes {

std::vector<Frame> StackTable::frames(StackId innermost) const {
    std::vector<Frame> frames;
    // Parents always have smaller ids than their children, so this ends even on a damaged table.
    for (StackId at = innermost; has(at);) {
        const Node& n = node(at);
        frames.push_back(n.frame);
        if (n.parent.valid() && n.parent.value >= at.value) {
            break;
        }
        at = n.parent;
    }
    return frames;
}

std::size_t StackInterner::KeyHash::operator()(const Key& key) const noexcept {
    const auto both = [](std::uint32_t a, std::uint32_t b) { return std::uint64_t{a} << 32 | b; };
    const std::uint64_t names = hash.pair(both(key.frame.function.value, key.frame.file.value),
                                          both(key.parent, key.frame.module.value));
    return hash.pair(names, static_cast<std::uint32_t>(key.frame.line));
}

StackId StackInterner::intern(StackId parent, const Frame& frame) {
    const auto [it, fresh] = ids_.try_emplace(Key{parent.value, frame}, StackId(size()));
    if (fresh) {
        // A published snapshot shares the vector: grow a copy rather than move the nodes under a reader.
        if (nodes_.use_count() > 1 && nodes_->size() == nodes_->capacity()) {
            auto larger = std::make_shared<std::vector<StackTable::Node>>();
            larger->reserve(nodes_->size() * 2 + 64);
            larger->assign(nodes_->begin(), nodes_->end());
            nodes_ = std::move(larger);
        }
        nodes_->push_back({parent, frame});
    }
    return it->second;
}

StackTable StackInterner::snapshot() {
    StackTable table;
    table.nodes_ = nodes_;
    table.size_ = nodes_->size();
    return table;
}

} // namespace lanes
