#include "collector/remote/Origins.h"

#include "model/base/File.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <vector>

namespace fs = std::filesystem;

namespace lanes::remote {

namespace {

constexpr std::size_t kMostOrigins = 1000;
constexpr std::size_t kMostListBytes = 1 << 20;
constexpr char kBetween = '\t';

// "<inode> TAB <path>", which a line ends with; empty: there is no such file, or its name cannot stand in a line.
std::string identityOf(const std::string& session) {
    std::error_code problem;
    const std::string path = fs::absolute(session, problem).lexically_normal().string();
    struct stat facts {};
    const bool plain = std::ranges::none_of(path, [](unsigned char c) { return c < ' '; });
    return plain && stat(path.c_str(), &facts) == 0 ? std::to_string(facts.st_ino) + kBetween + path
                                                    : std::string();
}

std::string stateVariable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

fs::path listPath() {
    const std::string state = stateVariable("XDG_STATE_HOME");
    return fs::path(state.starts_with('/') ? state : stateVariable("HOME") + "/.local/state") / "lanescope" /
           "origins";
}

std::vector<std::string> linesOf(int file) {
    std::string text(kMostListBytes, '\0');
    const ssize_t got = pread(file, text.data(), text.size(), 0);
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(0, got)));
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return lines;
}

} // namespace

void noteOrigin(const std::string& session, const Origin& origin) {
    const std::string identity = identityOf(session);
    const bool plain = std::ranges::none_of(origin.folder, [](unsigned char c) { return c < ' '; });
    if (identity.empty() || !plain) {
        return;
    }
    std::error_code problem;
    const fs::path list = listPath();
    fs::create_directories(list.parent_path(), problem);
    const File file(open(list.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    if (!file || flock(file.get(), LOCK_EX) != 0) { // several captures may begin at once
        return;
    }
    std::vector<std::string> lines = linesOf(file.get());
    const std::string path = identity.substr(identity.find(kBetween));
    std::erase_if(lines, [&](const std::string& line) { return line.ends_with(path); });
    lines.push_back(origin.target + kBetween + origin.folder + kBetween + identity);
    std::string text;
    const std::size_t first = lines.size() - std::min(lines.size(), kMostOrigins);
    for (std::size_t i = first; i < lines.size(); ++i) {
        text += lines[i] + '\n';
    }
    if (pwrite(file.get(), text.data(), text.size(), 0) == static_cast<ssize_t>(text.size())) {
        (void)!ftruncate(file.get(), static_cast<off_t>(text.size()));
    }
}

std::optional<Origin> originOf(const std::string& session) {
    const std::string identity = identityOf(session);
    const File file(open(listPath().c_str(), O_RDONLY | O_CLOEXEC));
    if (identity.empty() || !file || flock(file.get(), LOCK_SH) != 0) {
        return std::nullopt;
    }
    for (const std::string& line : linesOf(file.get())) {
        const std::size_t folder = line.find(kBetween);
        const std::size_t rest = folder == std::string::npos ? folder : line.find(kBetween, folder + 1);
        if (rest != std::string::npos && std::string_view(line).substr(rest + 1) == identity) {
            return Origin{line.substr(0, folder), line.substr(folder + 1, rest - folder - 1)};
        }
    }
    return std::nullopt;
}

} // namespace lanes::remote
