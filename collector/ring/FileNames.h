// Names in the ring folder (RingLayout.h says what lies there).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lanes::ring {

struct FileName {
    enum class Kind { Process, Ring };
    Kind kind;
    std::uint32_t pid;
    std::uint64_t birth; // start ticks of the process: a reused pid, and one after exec, have another
    std::uint32_t index; // of the ring, 0 for Process

    bool operator==(const FileName&) const = default;
};

[[nodiscard]] std::string toText(const FileName& name);
// Anything that toText() would not have written (also "*.new", a file in the making) is nothing.
[[nodiscard]] std::optional<FileName> parseFileName(std::string_view text);

} // namespace lanes::ring
