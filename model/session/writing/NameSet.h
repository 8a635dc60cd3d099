// Sets of texts and stacks of a session, by id: the names that a chunk uses, that a file has, or whose ids callers still
// hold.
#pragma once

#include "model/base/Ids.h"
#include "model/trace/args/ArgTable.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace lanes::session {

struct Names {
    std::vector<StringId> texts;
    std::vector<StackId> stacks;
};

// One thread. A bit for each id up to the largest one.
class NameSet {
public:
    // Adds an id; true if it was not in the set.
    bool insert(StringId id) { return insert(texts_, id.value); }
    bool insert(StackId id) { return insert(stacks_, id.value); }
    void erase(StringId id) { texts_[id.value] = false; }
    void erase(StackId id) { stacks_[id.value] = false; }
    [[nodiscard]] const std::vector<bool>& texts() const { return texts_; }
    [[nodiscard]] const std::vector<bool>& stacks() const { return stacks_; }

private:
    static bool insert(std::vector<bool>& bits, std::uint32_t id) {
        if (id >= bits.size()) {
            bits.resize(id + std::size_t{1});
        }
        const bool fresh = !bits[id];
        bits[id] = true;
        return fresh;
    }

    std::vector<bool> texts_;
    std::vector<bool> stacks_;
};

// One thread. Collects each name once, in order of first appearance.
class NameCollector {
public:
    void add(StringId id) {
        if (id.valid() && seen_.insert(id)) {
            names_.texts.push_back(id);
        }
    }
    void add(StackId id) {
        if (id.valid() && seen_.insert(id)) {
            names_.stacks.push_back(id);
        }
    }
    // Adds the text or stack that an argument refers to.
    void addCell(std::int64_t cell) {
        const ArgValue value = ArgValue::decode(cell);
        if (value.type == ArgValue::Type::Text) {
            add(StringId(value.id));
        } else if (value.type == ArgValue::Type::Stack) {
            add(StackId(value.id));
        }
    }
    // Returns the names and empties the collector. O(names).
    [[nodiscard]] Names take() {
        for (const StringId id : names_.texts) {
            seen_.erase(id);
        }
        for (const StackId id : names_.stacks) {
            seen_.erase(id);
        }
        return std::exchange(names_, {});
    }

private:
    NameSet seen_;
    Names names_;
};

} // namespace lanes::session
