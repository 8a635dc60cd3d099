// What a machine, a container and a user's limits allow. Each reads a few small files; nothing is changed but by disk().
#pragma once

#include "collector/doctor/Finding.h"
#include "collector/doctor/MachineFacts.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lanes::doctor {

// One thread. `root` stands before every path: "" on a machine, a folder in tests.
class SystemChecks {
public:
    explicit SystemChecks(std::string root)
        : root_(std::move(root)) {}

    // The driver that the kernel has loaded. Nothing where there is no device either.
    [[nodiscard]] std::optional<Finding> driver() const;
    // Whether the driver keeps profiling to administrators, and this is one. Nothing without a driver.
    [[nodiscard]] std::optional<Finding> permission() const;
    // Nothing outside of a container.
    [[nodiscard]] std::optional<Finding> container() const;
    [[nodiscard]] Finding perf() const;
    [[nodiscard]] Finding ptrace() const;
    [[nodiscard]] Finding sharedMemory() const;
    [[nodiscard]] Finding clock() const;
    [[nodiscard]] static Finding openFiles();
    // Writes 64 MiB into the folder and takes them away again.
    [[nodiscard]] static Finding disk(const std::string& folder);
    // The same in figures, with the room in the file system of `folder`; nothing is written.
    [[nodiscard]] MachineFacts facts(const std::string& folder) const;

private:
    // Empty if it cannot be read.
    [[nodiscard]] std::string content(const std::string& path) const;
    [[nodiscard]] bool exists(const std::string& path) const;
    // The number in a file of one; `otherwise` if there is none.
    [[nodiscard]] int number(const std::string& path, int otherwise) const;
    [[nodiscard]] bool hasCapability(int which) const;
    // Whether the driver keeps profiling to administrators.
    [[nodiscard]] bool profilingRestricted() const;
    [[nodiscard]] bool isAdministrator() const;
    [[nodiscard]] std::vector<std::string> devices() const;
    // Bytes that a user may still take of the file system that a path is in.
    [[nodiscard]] static std::uint64_t roomOf(const std::string& path);

    std::string root_;
};

} // namespace lanes::doctor
