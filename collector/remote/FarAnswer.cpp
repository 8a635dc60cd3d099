#include "collector/remote/FarAnswer.h"

#include "collector/remote/ChildStream.h"
#include "collector/remote/Collector.h"
#include "collector/remote/Frames.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <optional>

namespace lanes::remote {

namespace {

using AnswerClock = std::chrono::steady_clock;

constexpr auto kWithoutAWord = std::chrono::seconds(60); // then nothing comes any more
constexpr int kAnswerTurnMs = 200;

} // namespace

Result<std::string> askFarEnd(const CaptureTarget& target, const std::string& archive,
                              const FarQuestion& question, FarWay* way) {
    if (target.isImage()) {
        return Error{
            target.text() +
            " is an image, and nothing runs in it yet; name a container, docker:NAME or podman:NAME."};
    }
    std::signal(SIGPIPE,
                SIG_IGN); // where there is no room what takes the collector ends before it has read it
    const auto collector = Collector::provide(target, archive, question.first);
    if (!collector) {
        return collector.error();
    }
    if (way != nullptr) {
        *way = {.through = target.through(),
                .collectorBytes = archive.size(),
                .copied = collector->copied(),
                .answersInMs = collector->answersIn().count()};
    }
    auto stream = ChildStream::start(collector->command(question.words), ChildStream::Group::Own);
    if (!stream) {
        return stream.error();
    }
    FrameReader frames;
    std::string text;
    for (auto last = AnswerClock::now(); AnswerClock::now() - last < kWithoutAWord;) {
        const std::optional<std::string> bytes = stream->read(kAnswerTurnMs);
        if (!bytes || frames.damaged()) {
            break;
        }
        last = bytes->empty() ? last : AnswerClock::now();
        frames.add(*bytes);
        while (const std::optional<Frame> frame = frames.next()) {
            switch (frame->kind) {
            case Frame::Kind::Output:
                text += frame->bytes;
                break;
            case Frame::Kind::Errors:
                return Error{question.what + " cannot be had from " + target.text() + ": " + frame->bytes};
            case Frame::Kind::End:
                return frame->bytes == std::to_string(text.size())
                           ? Result<std::string>(std::move(text))
                           : Error{question.what + " did not arrive whole; try again."};
            default:
                return Error{
                    target.text() +
                    " sends an answer that cannot be read. See that its login scripts print nothing."};
            }
            if (text.size() > question.mostBytes) {
                return Error{target.text() + " sends more than was asked for."};
            }
        }
    }
    return Error{question.what + " did not arrive from " + target.text() + "; try '" + target.program() +
                 "' by hand."};
}

bool refuseAnswer(std::string_view why) {
    return sendFrame(STDOUT_FILENO, Frame::Kind::Errors, why);
}

bool sendAnswerPart(std::string_view bytes) {
    for (std::size_t at = 0; at < bytes.size(); at += Frame::kMostBytes) {
        if (!sendFrame(STDOUT_FILENO, Frame::Kind::Output, bytes.substr(at, Frame::kMostBytes))) {
            return false;
        }
    }
    return true;
}

bool endAnswer(std::size_t bytes) {
    return sendFrame(STDOUT_FILENO, Frame::Kind::End, std::to_string(bytes));
}

} // namespace lanes::remote
