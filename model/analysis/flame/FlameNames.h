// Converts names of slices and frames to names in a flame graph: selects those that are part of it, and names modules.
#pragma once

#include "model/analysis/flame/FlameIndex.h"
#include "model/base/SecretHash.h"

#include <array>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lanes {

// Each name is converted once. One thread.
class FlameNames {
public:
    struct Name {
        std::uint32_t key = 0; // key of its nodes
        std::string_view text;
        bool takesPart = true;
    };

    // `classes` owns the names that are made here.
    FlameNames(const Trace& trace, const FlameKind& kind, std::shared_ptr<std::set<std::string>> classes)
        : trace_(trace)
        , kind_(kind)
        , made_(std::move(classes)) {}

    [[nodiscard]] const Name& of(StringId id, EventKind kind);
    // The name of a recorded stack's frame, by its text's number in the CallContext.
    [[nodiscard]] Name ofFrame(std::uint32_t number, std::string_view text);
    // True if a slice is part of the flame graph.
    [[nodiscard]] bool takesPart(StringId id, EventKind kind);

private:
    [[nodiscard]] std::uint32_t& numberOf(StringId id, EventKind kind);
    [[nodiscard]] Name tidied(Name name, EventKind kind);

    const Trace& trace_;
    FlameKind kind_;
    std::shared_ptr<std::set<std::string>> made_;
    std::array<std::vector<std::uint32_t>, kEventKinds> numbers_; // kind, text -> number in known_
    std::vector<Name> known_;
    std::unordered_map<std::string_view, std::uint32_t, SecretHash> classes_; // of modules -> number
};

} // namespace lanes
