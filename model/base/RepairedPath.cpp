#include "model/base/RepairedPath.h"

#include "model/base/Utf8.h"

#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

namespace fs = std::filesystem;

namespace lanes {

namespace {

constexpr std::string_view kRepairedByte = "\xEF\xBF\xBD";
constexpr int kMostEntries = 100'000; // of a folder

// The only entry of the folder that is called so once it is repaired.
std::optional<fs::path> entryCalled(const fs::path& folder, const std::string& name) {
    std::optional<fs::path> found;
    std::error_code problem;
    int entries = 0;
    for (fs::directory_iterator at(folder, problem);
         !problem && at != fs::directory_iterator() && entries < kMostEntries; at.increment(problem)) {
        ++entries;
        const fs::path& path = at->path();
        if (repairUtf8(path.filename().string()) != name) {
            continue;
        }
        if (found) {
            return {};
        }
        found = path;
    }
    return found;
}

} // namespace

std::string unrepairedPath(const std::string& path) {
    if (path.find(kRepairedByte) == std::string::npos) {
        return path;
    }
    fs::path found;
    for (const fs::path& part : fs::path(path)) {
        std::error_code problem;
        const fs::path next = found / part;
        if (part.string().find(kRepairedByte) == std::string::npos || fs::exists(next, problem)) {
            found = next;
            continue;
        }
        const auto entry = entryCalled(found.empty() ? fs::path(".") : found, part.string());
        if (!entry) {
            return path;
        }
        found = *entry;
    }
    return found.string();
}

} // namespace lanes
