#include "model/base/MemoryLimit.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <fstream>
#include <string_view>

namespace lanes {

namespace {

// The number that a file holds; SIZE_MAX for "max", or when there is no such file.
std::size_t limitIn(const std::string& path) {
    std::ifstream file(path);
    std::string text;
    std::size_t limit = SIZE_MAX;
    if (std::getline(file, text)) {
        std::from_chars(text.data(), text.data() + text.size(), limit);
    }
    return limit;
}

// Of a group and all around it. In a container the group's own path may be the host's: then only the top is there.
std::size_t leastUpTo(const std::string& top, std::string group, std::string_view file) {
    std::size_t least = limitIn(top + "/" + std::string(file));
    while (!group.empty() && group != "/") {
        least = std::min(least, limitIn(top + group + "/" + std::string(file)));
        group.resize(group.rfind('/') == std::string::npos ? 0 : group.rfind('/'));
    }
    return least;
}

bool hasMemory(std::string_view controllers) {
    while (!controllers.empty()) {
        const std::string_view one = controllers.substr(0, controllers.find(','));
        if (one == "memory") {
            return true;
        }
        controllers.remove_prefix(std::min(one.size() + 1, controllers.size()));
    }
    return false;
}

} // namespace

std::size_t controlGroupLimit(const std::string& root) {
    std::size_t least = SIZE_MAX;
    std::ifstream groups(root + "/proc/self/cgroup");
    for (std::string line;
         std::getline(groups, line);) { // "number:controllers:path"; of v2 there are no controllers
        const std::size_t first = line.find(':');
        const std::size_t second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) {
            continue;
        }
        const std::string path = line.substr(second + 1);
        if (second == first + 1) {
            least = std::min(least, leastUpTo(root + "/sys/fs/cgroup", path, "memory.max"));
        } else if (hasMemory(std::string_view(line).substr(first + 1, second - first - 1))) {
            least = std::min(least, leastUpTo(root + "/sys/fs/cgroup/memory", path, "memory.limit_in_bytes"));
        }
    }
    return least;
}

std::size_t usualMemoryLimit() {
    const auto pages = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES));
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return std::min(pages * page, controlGroupLimit("")) / 4 * 3;
}

} // namespace lanes
