#include "collector/probe/cpython/OwnCode.h"

#include <array>
#include <atomic>
#include <string>

namespace lanes::probe {

namespace {

constexpr std::size_t kMostFolders = 8;

// Filled from the first on; never freed, because a thread may be reading.
constinit std::array<std::atomic<const std::string*>, kMostFolders> folders{};

} // namespace

void addOwnFolder(std::string_view folder) {
    const std::string prefix = std::string(folder) + "/";
    for (std::atomic<const std::string*>& place : folders) {
        const std::string* known = place.load(std::memory_order_acquire);
        if (known == nullptr) {
            place.store(new std::string(prefix), std::memory_order_release);
            return;
        }
        if (*known == prefix) {
            return;
        }
    }
}

bool isOwnFile(std::string_view file) {
    for (const std::atomic<const std::string*>& place : folders) {
        const std::string* known = place.load(std::memory_order_acquire);
        if (known == nullptr) {
            return false;
        }
        if (file.starts_with(*known)) {
            return true;
        }
    }
    return false;
}

} // namespace lanes::probe
