#include "model/io/TracePaths.h"

#include "model/io/OpenTrace.h"
#include "model/io/containers/ByteStream.h"
#include "model/io/containers/ZipArchive.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>

namespace lanes {

namespace {

// Endings of names that most files have which are no traces: their content tells.
constexpr std::array<std::string_view, 2> kNamesOfOthersToo{".log", ".jsonl"};
constexpr std::string_view kTorchTrace = ".pt.trace.json";

// "host_7" and when of a trace of torch's handler; the whole name where it tells no time.
std::pair<std::string, std::string> workerAndTime(const std::string& path) {
    const std::string worker = path.substr(0, path.rfind(kTorchTrace));
    const std::size_t dot = worker.rfind('.');
    const bool timed = dot != std::string::npos && dot + 1 < worker.size() &&
                       worker.find_first_not_of("0123456789", dot + 1) == std::string::npos;
    return timed ? std::pair(worker.substr(0, dot), worker.substr(dot + 1)) : std::pair(path, std::string());
}

// Of each worker the newest; times have as many digits for centuries.
void keepNewest(std::vector<std::string>& paths) {
    std::map<std::string, std::pair<std::string, std::string>> newest; // by worker: time and path
    for (const std::string& path : paths) {
        auto [worker, time] = workerAndTime(path);
        auto& kept = newest[std::move(worker)];
        kept = std::max(kept, std::pair(std::move(time), path));
    }
    paths.clear();
    for (const auto& [worker, kept] : newest) {
        paths.push_back(kept.second);
    }
    std::ranges::sort(paths);
}

Result<std::vector<std::string>> tracesInFolder(const std::string& folder) {
    constexpr int kDeepest = 4; // folders in folders
    const std::vector<std::string> endings = traceEndings();
    const auto isNamedLikeTrace = [&](const std::string& name) {
        return std::ranges::any_of(endings, [&](const std::string& end) { return name.ends_with(end); });
    };
    const auto isOfOthersToo = [](const std::string& path) {
        return std::ranges::any_of(kNamesOfOthersToo,
                                   [&](std::string_view end) { return path.find(end) != path.npos; });
    };
    std::vector<std::string> paths;
    std::error_code error;
    const auto options = std::filesystem::directory_options::skip_permission_denied;
    for (auto at = std::filesystem::recursive_directory_iterator(folder, options, error);
         !error && at != std::filesystem::recursive_directory_iterator(); at.increment(error)) {
        if (at.depth() >= kDeepest) {
            at.disable_recursion_pending();
        }
        std::error_code unknown;
        const std::string name = at->path().filename().native();
        if (at->is_regular_file(unknown) && isNamedLikeTrace(name) &&
            (!isOfOthersToo(name) || holdsTrace(at->path().native()))) {
            paths.push_back(at->path().native());
        }
    }
    const auto isTorchs = [](const std::string& path) { return path.find(kTorchTrace) != std::string::npos; };
    if (std::ranges::any_of(paths, isTorchs)) {
        std::erase_if(paths, [&](const std::string& path) { return !isTorchs(path); });
        keepNewest(paths);
    }
    std::ranges::sort(paths);
    if (paths.empty()) {
        return Error{folder + ": is a folder without sessions or traces; name the file itself."};
    }
    return paths;
}

} // namespace

Result<std::vector<std::string>> tracePaths(const std::string& path) {
    std::error_code unknown;
    if (std::filesystem::is_directory(path, unknown)) {
        return tracesInFolder(path);
    }
    std::vector<std::string> paths{path};
    if (!std::filesystem::is_regular_file(path, unknown)) {
        return paths;
    }
    const auto file = InputFile::open(path);
    if (file && isZip(*file.value())) {
        std::vector<std::string> entries = zipEntries(*file.value());
        if (entries.size() > 1) {
            std::ranges::sort(entries);
            paths.clear();
            for (const std::string& entry : entries) {
                paths.push_back(path + "/" + entry);
            }
        }
    }
    return paths;
}

} // namespace lanes
