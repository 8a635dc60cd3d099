// The limits of a machine, a container and a user. Each check reads a few small files; only disk() writes.
#pragma once

#include "collector/doctor/Finding.h"
#include "collector/doctor/MachineFacts.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lanes::doctor {

// One thread. `root` is the prefix of every path: "" on a machine, a folder in tests.
class SystemChecks {
public:
    explicit SystemChecks(std::string root)
        : root_(std::move(root)) {}

    // Checks the driver that the kernel has loaded. Nothing if there is no device either.
    [[nodiscard]] std::optional<Finding> driver() const;
    // Checks if the driver restricts profiling to administrators, and if this user is one. Nothing without a driver.
    [[nodiscard]] std::optional<Finding> permission() const;
    // Returns nothing outside of a container.
    [[nodiscard]] std::optional<Finding> container() const;
    [[nodiscard]] Finding perf() const;
    [[nodiscard]] Finding ptrace() const;
    [[nodiscard]] Finding sharedMemory() const;
    [[nodiscard]] Finding clock() const;
    [[nodiscard]] static Finding openFiles();
    // Writes 64 MiB into the folder and removes them again.
    [[nodiscard]] static Finding disk(const std::string& folder);
    // Returns the same facts as values, with the free space in the file system of `folder`; writes nothing.
    [[nodiscard]] MachineFacts facts(const std::string& folder) const;

private:
    // Returns an empty text if the file cannot be read.
    [[nodiscard]] std::string content(const std::string& path) const;
    [[nodiscard]] bool exists(const std::string& path) const;
    // Returns the number that the file holds; `otherwise` if there is none.
    [[nodiscard]] int number(const std::string& path, int otherwise) const;
    [[nodiscard]] bool hasCapability(int which) const;
    // True if the driver restricts profiling to administrators.
    [[nodiscard]] bool profilingRestricted() const;
    [[nodiscard]] bool isAdministrator() const;
    [[nodiscard]] std::vector<std::string> devices() const;
    // Returns the bytes that a user may still take of the path's file system.
    [[nodiscard]] static std::uint64_t roomOf(const std::string& path);

    std::string root_;
};

} // namespace lanes::doctor
