// Files that are the same, by whatever names they are called.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace lanes {

// Whether `path` is one of `others`, also by a link: writing it would empty what is still to be read.
[[nodiscard]] inline bool isOneOf(const std::string& path, const std::vector<std::string>& others) {
    return std::ranges::any_of(others, [&](const std::string& other) {
        std::error_code unknown;
        return std::filesystem::equivalent(path, other, unknown);
    });
}

} // namespace lanes
