#include "collector/remote/SourceFile.h"

#include "collector/remote/FarAnswer.h"
#include "collector/remote/Frames.h"
#include "model/base/File.h"
#include "model/base/RepairedPath.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace lanes::remote {

namespace {

// "~/x", which no shell has seen on its way.
std::string withHome(const std::string& path) {
    const char* home = std::getenv("HOME");
    return path.starts_with("~/") && home != nullptr ? home + path.substr(1) : path;
}

} // namespace

Result<std::string> fetchSource(const CaptureTarget& target, const std::string& archive,
                                const std::string& file) {
    auto text =
        askFarEnd(target, archive,
                  {.words = {"source", file}, .what = file, .mostBytes = kMostSourceBytes, .first = false});
    if (text && text->find('\0') != std::string::npos) {
        return Error{file + " is no text there."};
    }
    return text;
}

Result<void> sendSource(const std::string& file) {
    const std::string path = unrepairedPath(withHome(file));
    // not waiting: a pipe has nobody at its other end
    const File source(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat facts {};
    bool sent = true;
    if (!source) {
        sent = refuseAnswer(std::strerror(errno));
    } else if (fstat(source.get(), &facts) != 0 || !S_ISREG(facts.st_mode)) {
        sent = refuseAnswer("it is no file");
    } else if (static_cast<std::size_t>(facts.st_size) > kMostSourceBytes) {
        sent = refuseAnswer("it is larger than 4 MiB");
    } else {
        std::size_t size = 0;
        std::string piece(Frame::kMostBytes, '\0');
        for (ssize_t got = 0; sent && size <= kMostSourceBytes &&
                              (got = read(source.get(), piece.data(), piece.size())) > 0;) {
            sent = sendAnswerPart(std::string_view(piece).substr(0, static_cast<std::size_t>(got)));
            size += static_cast<std::size_t>(got);
        }
        sent = sent && endAnswer(size);
    }
    return sent ? Result<void>() : Error{"nobody reads " + file};
}

} // namespace lanes::remote
