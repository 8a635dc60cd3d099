#include "collector/attach/TargetImage.h"

#include "collector/attach/ProcessStatus.h"
#include "collector/attach/Refusals.h"
#include "model/base/WholeFile.h"

#include <elf.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

namespace lanes::attach {

namespace {

using ReadMemory = std::function<bool(std::uint64_t at, void* out, std::size_t bytes)>;

// A function of a library that is mapped in another process, through the tables that its own loader uses: right for deleted
// files, other roots, and any libc.
struct ElfSymbol {
    std::uint64_t address;
    std::uint64_t bytes;
};

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

// `base`: where the library's ELF header is. Nothing where the library does not export the name, has no GNU hash table, or is
// damaged. A name has up to 127 bytes.
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

std::string_view fileName(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

bool isLibc(const Module& module) {
    static constexpr std::array<std::string_view, 4> kNames{"libc.so", "libc-2.", "ld-musl", "libc.musl"};
    return std::ranges::any_of(
        kNames, [&](std::string_view name) { return fileName(module.path).starts_with(name); });
}

} // namespace

Result<TargetImage> TargetImage::open(pid_t process) {
    const int memory = ::open(procPath(process, "mem").c_str(), O_RDWR | O_CLOEXEC);
    if (memory < 0) {
        return errno == EACCES || errno == EPERM
                   ? denied(process)
                   : Error{"Process " + std::to_string(process) +
                           " cannot be attached to: " + std::strerror(errno) + "."};
    }
    TargetImage image(process, memory);
    if (auto problem = image.readModules()) {
        return *std::move(problem);
    }
    if (auto problem = image.findLibraries()) {
        return *std::move(problem);
    }
    return image;
}

TargetImage::TargetImage(TargetImage&& other) noexcept
    : process_(other.process_)
    , memory_(std::exchange(other.memory_, -1))
    , mappings_(std::move(other.mappings_))
    , modules_(std::move(other.modules_))
    , python_(other.python_)
    , libc_(other.libc_) {}

TargetImage::~TargetImage() {
    if (memory_ >= 0) {
        close(memory_);
    }
}

bool TargetImage::read(std::uint64_t at, void* out, std::size_t bytes) const {
    return pread(memory_, out, bytes, static_cast<off_t>(at)) == static_cast<ssize_t>(bytes);
}

bool TargetImage::write(std::uint64_t at, const void* bytes, std::size_t count) const {
    return pwrite(memory_, bytes, count, static_cast<off_t>(at)) == static_cast<ssize_t>(count);
}

const Mapping* TargetImage::mappingAt(std::uint64_t address) const {
    const auto after = std::ranges::upper_bound(mappings_, address, {}, &Mapping::begin);
    return after != mappings_.begin() && address < (after - 1)->end ? &*(after - 1) : nullptr;
}

void TargetImage::refreshMappings() {
    mappings_.clear();
    std::istringstream maps(wholeFile(procPath(process_, "maps")));
    for (std::string line; std::getline(maps, line);) {
        Mapping mapping;
        std::array<char, 5> rights{};
        if (std::sscanf(line.c_str(), "%lx-%lx %4s", &mapping.begin, &mapping.end, rights.data()) == 3) {
            mapping.writable = rights[1] == 'w';
            mapping.executable = rights[2] == 'x';
            mappings_.push_back(mapping);
        }
    }
}

std::optional<Error> TargetImage::readModules() {
    refreshMappings();
    std::istringstream maps(wholeFile(procPath(process_, "maps")));
    for (std::string line; std::getline(maps, line);) {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
        std::uint64_t offset = 0;
        const std::size_t path = line.find('/');
        if (path == std::string::npos ||
            std::sscanf(line.c_str(), "%lx-%lx %*s %lx", &begin, &end, &offset) != 3) {
            continue;
        }
        std::array<char, SELFMAG> magic{};
        if (!modules_.empty() && modules_.back().path == line.substr(path)) {
            modules_.back().end = end;
        } else if (offset == 0 && read(begin, magic.data(), magic.size()) &&
                   std::memcmp(magic.data(), ELFMAG, SELFMAG) == 0) {
            modules_.push_back({begin, end, line.substr(path)});
        }
    }
    Elf64_Ehdr header{};
    if (modules_.empty() || !read(modules_.front().base, &header, sizeof header) ||
        header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_machine != EM_X86_64) {
        return Error{"Process " + std::to_string(process_) +
                     " is no 64-bit x86 program. Record it from its start with `lanescope record`."};
    }
    return {};
}

std::optional<Error> TargetImage::findLibraries() {
    const auto exportsPython = [&](const Module& module) {
        return find(module, "PyGILState_Ensure").address != 0;
    };
    auto python = std::ranges::find_if(modules_, [&](const Module& module) {
        return fileName(module.path).starts_with("libpython") && exportsPython(module);
    });
    if (python ==
        modules_.end()) { // in the program itself, whatever that is called, or in a library that embeds it
        python = std::ranges::find_if(modules_, exportsPython);
    }
    if (python == modules_.end()) {
        return Error{
            "Process " + std::to_string(process_) +
            " runs no Python whose C functions can be found. If it is a launcher (a shell, torchrun), "
            "attach to the processes that it has started: `lanescope attach --list`."};
    }
    const auto libc = std::ranges::find_if(modules_, &isLibc);
    if (libc == modules_.end()) {
        return Error{"Process " + std::to_string(process_) +
                     " has no shared libc. Record it from its start with `lanescope record`."};
    }
    python_ = static_cast<std::size_t>(python - modules_.begin());
    libc_ = static_cast<std::size_t>(libc - modules_.begin());
    return {};
}

Symbol TargetImage::find(const Module& module, const char* name) const {
    const auto found =
        findSymbol([this](std::uint64_t at, void* out, std::size_t bytes) { return read(at, out, bytes); },
                   module.base, name);
    return found ? Symbol{found->address, found->bytes} : Symbol{};
}

Result<Symbol> TargetImage::python(const char* name) const {
    if (const Symbol found = find(pythonModule(), name); found.address != 0) {
        return found;
    }
    return Error{pythonModule().path + " of process " + std::to_string(process_) + " does not export " +
                 name + ". Record the program from its start with `lanescope record`."};
}

Result<Symbol> TargetImage::libc(const char* name) const {
    for (const Module& module : modules_) {
        if (isLibc(module) || fileName(module.path).starts_with("libpthread")) {
            if (const Symbol found = find(module, name); found.address != 0) {
                return found;
            }
        }
    }
    return Error{libcModule().path + " of process " + std::to_string(process_) + " does not export " + name +
                 ". Record the program from its start with `lanescope record`."};
}

bool TargetImage::inLibc(std::uint64_t at) const {
    return std::ranges::any_of(modules_, [at](const Module& module) {
        return module.holds(at) && (isLibc(module) || fileName(module.path).starts_with("libpthread"));
    });
}

} // namespace lanes::attach
