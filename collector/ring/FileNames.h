// Names of the files in the ring folder (RingLayout.h lists them).
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
    std::uint64_t birth; // start ticks of the process; differ for a reused pid and after exec
    std::uint32_t index; // of the ring, 0 for Process

    bool operator==(const FileName&) const = default;
};

[[nodiscard]] std::string toText(const FileName& name);
// Returns nothing for any text that toText() does not write, such as "*.new", the name of an unfinished file.
[[nodiscard]] std::optional<FileName> parseFileName(std::string_view text);

} // namespace lanes::ring
