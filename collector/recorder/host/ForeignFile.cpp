#include "collector/recorder/host/ForeignFile.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lanes::recorder {

std::string readForeignFile(const std::string& path, std::uint64_t offset, std::size_t most) {
    // Without waiting: it may be a pipe.
    const int file = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    std::string text;
    struct stat facts {};
    if (file >= 0 && fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) &&
        static_cast<std::uint64_t>(facts.st_size) > offset) {
        text.resize(std::min<std::uint64_t>(static_cast<std::uint64_t>(facts.st_size) - offset, most));
        const ssize_t got = pread(file, text.data(), text.size(), static_cast<off_t>(offset));
        text.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    }
    if (file >= 0) {
        close(file);
    }
    return text;
}

std::string ForeignLines::whole() {
    if (path_.empty() || read_ >= most_) {
        return {};
    }
    std::string news = readForeignFile(path_, read_, most_);
    news.resize(news.rfind('\n') + 1); // npos + 1 is 0
    read_ += news.size();
    return news;
}

} // namespace lanes::recorder
