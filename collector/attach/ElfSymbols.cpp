#include "collector/attach/ElfSymbols.h"

#include <elf.h>

#include <array>
#include <cstring>
#include <vector>

namespace lanes::attach {

namespace {

constexpr std::uint64_t kMostHeaders = 64;
constexpr std::uint64_t kMostDynamic = 4096;
constexpr int kLongestChain = 10'000;

struct Tables {
    std::uint64_t bias = 0;
    std::uint64_t symbols = 0;
    std::uint64_t strings = 0;
    std::uint64_t hashes = 0;
};

std::optional<std::vector<Elf64_Dyn>> dynamicPart(const ReadMemory& read, std::uint64_t base,
                                                  std::uint64_t& bias) {
    Elf64_Ehdr header{};
    if (!read(base, &header, sizeof header) || header.e_phnum > kMostHeaders) {
        return {};
    }
    std::vector<Elf64_Phdr> parts(header.e_phnum);
    if (!read(base + header.e_phoff, parts.data(), parts.size() * sizeof(Elf64_Phdr))) {
        return {};
    }
    const Elf64_Phdr* dynamic = nullptr;
    bool first = true;
    for (const Elf64_Phdr& part : parts) {
        if (part.p_type == PT_LOAD && first) {
            bias = base - (part.p_vaddr & ~0xfffULL);
            first = false;
        } else if (part.p_type == PT_DYNAMIC) {
            dynamic = &part;
        }
    }
    if (dynamic == nullptr || dynamic->p_memsz > kMostDynamic * sizeof(Elf64_Dyn)) {
        return {};
    }
    std::vector<Elf64_Dyn> entries(dynamic->p_memsz / sizeof(Elf64_Dyn));
    if (!read(bias + dynamic->p_vaddr, entries.data(), entries.size() * sizeof(Elf64_Dyn))) {
        return {};
    }
    return entries;
}

std::optional<Tables> tablesOf(const ReadMemory& read, std::uint64_t base) {
    Tables tables;
    const auto entries = dynamicPart(read, base, tables.bias);
    if (!entries) {
        return {};
    }
    for (const Elf64_Dyn& entry : *entries) {
        // glibc's loader has made addresses of them, others have not.
        const std::uint64_t at =
            entry.d_un.d_ptr < tables.bias ? entry.d_un.d_ptr + tables.bias : entry.d_un.d_ptr;
        switch (entry.d_tag) {
        case DT_SYMTAB:
            tables.symbols = at;
            break;
        case DT_STRTAB:
            tables.strings = at;
            break;
        case DT_GNU_HASH:
            tables.hashes = at;
            break;
        default:
            break;
        }
    }
    if (tables.symbols == 0 || tables.strings == 0 || tables.hashes == 0) {
        return {};
    }
    return tables;
}

std::uint32_t hashOf(const char* name) {
    std::uint32_t hash = 5381;
    for (const char* c = name; *c != 0; ++c) {
        hash = hash * 33 + static_cast<unsigned char>(*c);
    }
    return hash;
}

// The symbol with that index, if it is the one.
std::optional<ElfSymbol> symbolAt(const ReadMemory& read, const Tables& tables, std::uint32_t index,
                                  const char* name) {
    Elf64_Sym symbol{};
    std::array<char, 128> text{};
    const std::size_t length = std::strlen(name) + 1;
    if (length > text.size() || !read(tables.symbols + sizeof symbol * index, &symbol, sizeof symbol) ||
        !read(tables.strings + symbol.st_name, text.data(), length) ||
        std::memcmp(text.data(), name, length) != 0 || symbol.st_shndx == SHN_UNDEF ||
        ELF64_ST_TYPE(symbol.st_info) == STT_GNU_IFUNC) {
        return {};
    }
    return ElfSymbol{tables.bias + symbol.st_value, symbol.st_size};
}

} // namespace

std::optional<ElfSymbol> findSymbol(const ReadMemory& read, std::uint64_t base, const char* name) {
    const auto tables = tablesOf(read, base);
    std::array<std::uint32_t, 4> head{}; // buckets, first symbol, words of the bloom filter, its shift
    if (!tables || !read(tables->hashes, head.data(), sizeof head) || head[0] == 0) {
        return {};
    }
    const std::uint32_t hash = hashOf(name);
    const std::uint64_t buckets = tables->hashes + sizeof head + 8ULL * head[2];
    const std::uint64_t chains = buckets + 4ULL * head[0];
    std::uint32_t index = 0;
    if (!read(buckets + 4ULL * (hash % head[0]), &index, sizeof index) || index < head[1]) {
        return {};
    }
    for (int left = kLongestChain; left > 0; --left, ++index) {
        std::uint32_t found = 0;
        if (!read(chains + 4ULL * (index - head[1]), &found, sizeof found)) {
            return {};
        }
        if ((found | 1U) == (hash | 1U)) {
            if (auto symbol = symbolAt(read, *tables, index, name)) {
                return symbol;
            }
        }
        if ((found & 1U) != 0) {
            return {};
        }
    }
    return {};
}

} // namespace lanes::attach
