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
    if (!fresh) {
        return it->second;
    }
    const auto gap = parent.valid() ? free_.upper_bound(parent.value) : free_.begin();
    if (gap == free_.end()) {
        append({parent, frame});
    } else {
        it->second = StackId(free_.extract(gap).value());
        put(it->second.value, {parent, frame});
    }
    return it->second;
}

void StackInterner::append(const StackTable::Node& node) {
    // A published snapshot shares the vector: grow a copy rather than move the nodes under a reader.
    if (nodes_.use_count() > 1 && nodes_->size() == nodes_->capacity()) {
        auto larger = std::make_shared<std::vector<StackTable::Node>>();
        larger->reserve(nodes_->size() * 2 + 64);
        larger->assign(nodes_->begin(), nodes_->end());
        nodes_ = std::move(larger);
    }
    nodes_->push_back(node);
}

void StackInterner::put(std::uint32_t id, const StackTable::Node& node) {
    if (nodes_.use_count() > 1) { // a snapshot has it
        nodes_ = std::make_shared<std::vector<StackTable::Node>>(*nodes_);
    }
    (*nodes_)[id] = node;
}

bool StackInterner::define(StackId id, StackId parent, const Frame& frame) {
    const bool taken = id.value < size() && !free_.contains(id.value);
    if (taken || (parent.valid() && parent.value >= id.value) ||
        !ids_.try_emplace(Key{parent.value, frame}, id).second) {
        return false;
    }
    while (size() <= id.value) {
        free_.insert(free_.end(), size());
        append({});
    }
    free_.erase(id.value);
    put(id.value, {parent, frame});
    return true;
}

void StackInterner::keepOnly(const std::vector<bool>& kept) {
    const auto stays = [&](std::uint32_t id) { return id < kept.size() && kept[id] && !free_.contains(id); };
    std::uint32_t end = size();
    while (end > 0 && !stays(end - 1)) {
        --end;
    }
    std::erase_if(ids_, [&](const auto& entry) { return !stays(entry.second.value); });
    ids_.rehash(0);
    auto left = std::make_shared<std::vector<StackTable::Node>>(nodes_->begin(), nodes_->begin() + end);
    std::set<std::uint32_t> free;
    for (std::uint32_t id = 0; id < end; ++id) {
        if (!stays(id)) {
            (*left)[id] = {};
            free.insert(free.end(), id);
        }
    }
    nodes_ = std::move(left);
    free_ = std::move(free);
}

StackTable StackInterner::snapshot() {
    StackTable table;
    table.nodes_ = nodes_;
    table.size_ = nodes_->size();
    return table;
}

} // namespace lanes
