// Compares files, by whatever names they are called.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace lanes {

// True if `path` is one of `others`, also through a link: writing it would empty a file that is still to be read.
[[nodiscard]] inline bool isOneOf(const std::string& path, const std::vector<std::string>& others) {
    return std::ranges::any_of(others, [&](const std::string& other) {
        std::error_code unknown;
        return std::filesystem::equivalent(path, other, unknown);
    });
}

} // namespace lanes
