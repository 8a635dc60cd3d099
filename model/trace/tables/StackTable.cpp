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
    std::uint64_t h = key.parent * 0x9E3779B97F4A7C15ull;
    for (const std::uint32_t part : {key.frame.function.value, key.frame.file.value,
                                     static_cast<std::uint32_t>(key.frame.line), key.frame.module.value}) {
        h = (h ^ part) * 0xC2B2AE3D27D4EB4Full;
        h ^= h >> 29;
    }
    return h;
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
