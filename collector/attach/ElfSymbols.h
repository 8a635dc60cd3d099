// A function of a library that is mapped in another process, through the tables that its own loader uses: right for deleted
// files, other roots, and any libc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

namespace lanes::attach {

using ReadMemory = std::function<bool(std::uint64_t at, void* out, std::size_t bytes)>;

struct ElfSymbol {
    std::uint64_t address;
    std::uint64_t bytes;
};

// `base`: where the library's ELF header is. Nothing where the library does not export the name, has no GNU hash table, or is
// damaged. A name has up to 127 bytes.
[[nodiscard]] std::optional<ElfSymbol> findSymbol(const ReadMemory& read, std::uint64_t base,
                                                  const char* name);

} // namespace lanes::attach
