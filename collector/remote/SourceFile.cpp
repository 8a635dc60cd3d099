#include "collector/remote/SourceFile.h"

#include "collector/remote/ChildStream.h"
#include "collector/remote/Collector.h"
#include "collector/remote/Frames.h"
#include "model/session/File.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>

namespace lanes::remote {

namespace {

using SourceClock = std::chrono::steady_clock;

constexpr auto kWithoutAWord = std::chrono::seconds(60); // then nothing comes any more
constexpr int kSourceTurnMs = 200;

// "~/x", which no shell has seen on its way.
std::string withHome(const std::string& path) {
    const char* home = std::getenv("HOME");
    return path.starts_with("~/") && home != nullptr ? home + path.substr(1) : path;
}

bool refuse(const std::string& why) {
    return sendFrame(STDOUT_FILENO, Frame::Kind::Errors, why);
}

Result<std::string> checked(const std::string& file, std::string text, const std::string& ending) {
    if (ending != std::to_string(text.size())) {
        return Error{file + " did not arrive whole; try again."};
    }
    if (text.find('\0') != std::string::npos) {
        return Error{file + " is no text there."};
    }
    return text;
}

} // namespace

Result<std::string> fetchSource(const CaptureTarget& target, const std::string& archive,
                                const std::string& file) {
    const auto collector = Collector::provide(target, archive, false);
    if (!collector) {
        return collector.error();
    }
    auto stream = ChildStream::start(collector->command({"source", file}), ChildStream::Group::Own);
    if (!stream) {
        return stream.error();
    }
    FrameReader frames;
    std::string text;
    for (auto last = SourceClock::now(); SourceClock::now() - last < kWithoutAWord;) {
        const std::optional<std::string> bytes = stream->read(kSourceTurnMs);
        if (!bytes || frames.damaged()) {
            break;
        }
        last = bytes->empty() ? last : SourceClock::now();
        frames.add(*bytes);
        while (const std::optional<Frame> frame = frames.next()) {
            switch (frame->kind) {
            case Frame::Kind::Output:
                text += frame->bytes;
                break;
            case Frame::Kind::Errors:
                return Error{file + " cannot be had from " + target.text() + ": " + frame->bytes};
            case Frame::Kind::End:
                return checked(file, std::move(text), frame->bytes);
            default:
                return Error{target.text() + " sends what is no source file."};
            }
            if (text.size() > kMostSourceBytes) {
                return Error{target.text() + " sends more than a source file has."};
            }
        }
    }
    return Error{file + " did not arrive from " + target.text() + "; try '" + target.program() +
                 "' by hand."};
}

Result<void> sendSource(const std::string& file) {
    const std::string path = withHome(file);
    // not waiting: a pipe has nobody at its other end
    const session::File source(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat facts {};
    bool sent = true;
    if (!source) {
        sent = refuse(std::strerror(errno));
    } else if (fstat(source.get(), &facts) != 0 || !S_ISREG(facts.st_mode)) {
        sent = refuse("it is no file");
    } else if (static_cast<std::size_t>(facts.st_size) > kMostSourceBytes) {
        sent = refuse("it is larger than 4 MiB");
    } else {
        std::size_t size = 0;
        std::string piece(Frame::kMostBytes, '\0');
        for (ssize_t got = 0; sent && size <= kMostSourceBytes &&
                              (got = read(source.get(), piece.data(), piece.size())) > 0;) {
            sent = sendFrame(STDOUT_FILENO, Frame::Kind::Output,
                             std::string_view(piece).substr(0, static_cast<std::size_t>(got)));
            size += static_cast<std::size_t>(got);
        }
        sent = sent && sendFrame(STDOUT_FILENO, Frame::Kind::End, std::to_string(size));
    }
    return sent ? Result<void>() : Error{"nobody reads " + file};
}

} // namespace lanes::remote
