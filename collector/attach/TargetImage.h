// A process seen from outside: its memory, its libraries, and the addresses of their functions. Needs no file of the
// process's root, which may differ from ours: symbols come from the memory that its loader has mapped.
#pragma once

#include "model/base/Result.h"

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lanes::attach {

struct Module {
    std::uint64_t base = 0; // address of its ELF header
    std::uint64_t end = 0;
    std::string path;
    [[nodiscard]] bool holds(std::uint64_t at) const { return at >= base && at < end; }
};

struct Symbol {
    std::uint64_t address = 0; // 0: not found
    std::uint64_t bytes = 0;
    [[nodiscard]] bool holds(std::uint64_t at) const { return at >= address && at < address + bytes; }
};

struct Mapping {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    bool writable = false;
    bool executable = false;
};

// One thread. All data read is checked against bounds before use.
class TargetImage {
public:
    // An error is why the process cannot be attached to, with the remedy.
    static Result<TargetImage> open(pid_t process);
    TargetImage(TargetImage&& other) noexcept;
    TargetImage& operator=(TargetImage&&) = delete;
    ~TargetImage();

    [[nodiscard]] pid_t process() const { return process_; }
    [[nodiscard]] bool read(std::uint64_t at, void* out, std::size_t bytes) const;
    [[nodiscard]] bool write(std::uint64_t at, const void* bytes, std::size_t count) const;
    // Returns the mapping as of open(), or of the last refreshMappings().
    [[nodiscard]] const Mapping* mappingAt(std::uint64_t address) const;
    [[nodiscard]] const std::vector<Mapping>& mappings() const { return mappings_; }
    void refreshMappings();

    // Finds a function of the interpreter; an error names what the interpreter does not export.
    [[nodiscard]] Result<Symbol> python(const char* name) const;
    // Finds a function of libc, which was two libraries before glibc 2.34.
    [[nodiscard]] Result<Symbol> libc(const char* name) const;
    [[nodiscard]] const Module& pythonModule() const { return modules_[python_]; }
    [[nodiscard]] const Module& libcModule() const { return modules_[libc_]; }
    // True if the address is in libc's code: a thread there may hold one of libc's locks.
    [[nodiscard]] bool inLibc(std::uint64_t at) const;

private:
    TargetImage(pid_t process, int memory)
        : process_(process)
        , memory_(memory) {}
    [[nodiscard]] std::optional<Error> readModules();
    [[nodiscard]] std::optional<Error> findLibraries();
    [[nodiscard]] Symbol find(const Module& module, const char* name) const;

    pid_t process_;
    int memory_;
    std::vector<Mapping> mappings_;
    std::vector<Module> modules_;
    std::size_t python_ = 0;
    std::size_t libc_ = 0;
};

} // namespace lanes::attach
