#include "collector/remote/RemoteCapture.h"

#include "collector/recorder/host/NumberedName.h"
#include "collector/recorder/host/OutputFile.h"
#include "collector/remote/ChildStream.h"
#include "collector/remote/Collector.h"
#include "collector/remote/NearControl.h"
#include "collector/remote/Origins.h"
#include "collector/remote/SessionHash.h"
#include "model/base/Result.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <thread>

namespace lanes::remote {

namespace {

// What a flight recorder of another host has saved, as files beside the session here.
// One thread.
class SavedReceiver {
public:
    // "NUMBER SIZE HASH" of one whose bytes come next. `session`: path of the recording's own here; it gets that name with
    // the next number that is free. One that was fetched before (by a near end that was killed) is not kept twice.
    [[nodiscard]] Result<void> begin(const std::string& words, const std::string& session);
    // The path of the session that is whole with these; nothing while more is to come.
    [[nodiscard]] Result<std::optional<std::string>> append(const std::string& bytes);
    // What is half here is begun anew by the next connection.
    void drop();
    // Number of the last one that is whole.
    [[nodiscard]] std::uint64_t known() const { return known_; }

private:
    [[nodiscard]] Result<std::optional<std::string>> finish();

    std::uint64_t known_ = 0;
    std::uint64_t number_ = 0; // of the one that comes
    SessionHash announced_;
    std::uint64_t got_ = 0;
    std::string had_;            // a file here that is the same
    std::set<std::string> ours_; // each stands for one that was saved, however alike they are
    std::optional<recorder::OutputFile> file_;
    std::unique_ptr<session::Output> output_;
};

constexpr int kMostSavedNumbers = 1000;

void SavedReceiver::drop() {
    file_.reset();
    output_.reset();
    number_ = 0;
}

Result<void> SavedReceiver::begin(const std::string& words, const std::string& session) {
    drop();
    std::istringstream text(words);
    std::uint64_t number = 0;
    if (!(text >> number >> announced_.bytes >> announced_.hash) || announced_.bytes == 0) {
        return Error{"what is said of a saved session makes no sense."};
    }
    number_ = number;
    got_ = 0;
    had_.clear();
    int free = 1;
    std::error_code problem;
    for (; free < kMostSavedNumbers; ++free) {
        const std::string there = recorder::numbered(session, free);
        const auto bytes = std::filesystem::file_size(there, problem);
        if (problem) {
            break;
        }
        if (bytes == announced_.bytes && !ours_.contains(there) && hashOf(there) == announced_) {
            had_ = there;
            return {};
        }
    }
    auto made = recorder::OutputFile::create(recorder::numbered(session, free), true);
    if (!made) {
        return made.error();
    }
    file_.emplace(std::move(made).value());
    output_ = file_->takeOutput();
    return {};
}

Result<std::optional<std::string>> SavedReceiver::append(const std::string& bytes) {
    if (number_ == 0) {
        return Error{"bytes of no saved session came."};
    }
    got_ += bytes.size();
    if (output_) {
        if (const auto written = output_->append(bytes); !written) {
            return written.error();
        }
    }
    return got_ < announced_.bytes ? Result<std::optional<std::string>>(std::nullopt) : finish();
}

Result<std::optional<std::string>> SavedReceiver::finish() {
    std::string path = had_;
    if (file_) {
        if (const auto published = file_->publish(true); !published) {
            return published.error();
        }
        path = file_->path();
        output_.reset();
        if (hashOf(path) != announced_) {
            unlink(path.c_str());
            return Error{path + " did not arrive whole."};
        }
    }
    ours_.insert(path);
    known_ = number_;
    drop();
    return std::optional(path);
}

using Clock = std::chrono::steady_clock;

constexpr int kTurnMs = 50;                          // what is asked for goes out so soon
constexpr auto kPatience = std::chrono::minutes(10); // without any connection
constexpr std::array kPauses{std::chrono::milliseconds(500), std::chrono::milliseconds(1000),
                             std::chrono::milliseconds(2000), std::chrono::milliseconds(5000)};

volatile std::sig_atomic_t interrupts = 0;
volatile std::sig_atomic_t wanted = 0; // SIGTERM or SIGHUP

// Signals are flags while this lives: the program that they are meant for is elsewhere.
class SignalFlags {
public:
    SignalFlags() {
        interrupts = 0;
        wanted = 0;
        struct sigaction action {};
        action.sa_handler = [](int signal) {
            if (signal == SIGINT) {
                interrupts = interrupts + 1;
            } else {
                wanted = signal;
            }
        };
        for (std::size_t i = 0; i < kSignals.size(); ++i) {
            sigaction(kSignals[i], &action, &before_[i]);
        }
    }
    ~SignalFlags() {
        for (std::size_t i = 0; i < kSignals.size(); ++i) {
            sigaction(kSignals[i], &before_[i], nullptr);
        }
    }
    SignalFlags(const SignalFlags&) = delete;
    SignalFlags& operator=(const SignalFlags&) = delete;

private:
    static constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};
    std::array<struct sigaction, kSignals.size()> before_{};
};

// Ends the connection that commands share, however we leave.
class SharedConnection {
public:
    explicit SharedConnection(const CaptureTarget& target)
        : closing_(target.closing()) {}
    ~SharedConnection() {
        if (!closing_.empty()) {
            (void)ChildStream::run(closing_, "", ChildStream::Group::Own);
        }
    }
    SharedConnection(const SharedConnection&) = delete;
    SharedConnection& operator=(const SharedConnection&) = delete;

private:
    std::vector<std::string> closing_;
};

struct Ending {
    int status = 0;
    SessionHash session;
};

std::optional<Ending> endingOf(const std::string& text) {
    Ending ending;
    const char* at = text.data();
    const char* end = at + text.size();
    const auto number = [&](auto& value) {
        at += at != end && *at == ' ' ? 1 : 0;
        const auto [next, error] = std::from_chars(at, end, value);
        at = next;
        return error == std::errc();
    };
    return number(ending.status) && number(ending.session.bytes) && number(ending.session.hash)
               ? std::optional(ending)
               : std::nullopt;
}

// One capture from here: what has arrived of it, and where it goes.
class Capture {
public:
    Capture(const CaptureTarget& target, const RemoteOptions& options)
        : target_(target)
        , options_(options)
        , control_(target.text()) {}

    Result<RemoteOutcome> run();

private:
    Result<void> begin(const Collector& collector);
    // Follows until the connection ends; an ending when the capture has.
    Result<std::optional<Ending>> follow(const Collector& collector);
    Result<void> take(const Frame& frame, std::optional<Ending>& ending);
    Result<void> beginFile(const std::string& inode);
    // What has come while the connection lived; an ending when the capture has.
    Result<void> takeAll(FrameReader& frames, std::optional<Ending>& ending);
    Result<void> takeSaved(const std::string& bytes);
    void passSignals();
    // False: the connection takes nothing more.
    [[nodiscard]] bool sendRequests(const ChildStream& stream);
    // Whether all of it is here.
    [[nodiscard]] bool arrived(const Ending& ending);
    [[nodiscard]] std::string goingOn() const;
    // Sleeps before the next try; false when it is time to give up.
    bool waitForConnection(std::size_t tries, Clock::time_point since) const;

    CaptureTarget target_;
    const RemoteOptions& options_;
    std::string name_;
    std::string path_;
    Progress have_;
    std::unique_ptr<session::Output> file_;
    // Its lock tells that it is being written, however long nothing comes.
    std::optional<recorder::OutputFile> held_;
    SavedReceiver saved_;
    NearControl control_;
    bool gone_ = false; // there is no such capture there
    int passed_ = 0;    // interrupts that were passed on
};

// "the capture goes on there; ..." for messages that leave it alone.
std::string Capture::goingOn() const {
    return "The capture goes on there; 'lanescope record --on " + target_.text() + " --resume " + name_ +
           "' takes it up again.";
}

Result<void> Capture::begin(const Collector& collector) {
    if (!options_.resume.empty()) {
        name_ = options_.resume;
        return {};
    }
    std::vector<std::string> words{options_.attach ? "attach" : "start", options_.folder};
    words.insert(words.end(), options_.words.begin(), options_.words.end());
    const auto said = ChildStream::run(collector.command(words), "", ChildStream::Group::Own);
    if (!said) {
        return said.error();
    }
    const std::string& text = said.value().text;
    const std::size_t at = text.rfind("capture:");
    if (said.value().code != 0 || at == std::string::npos) {
        return Error{
            (options_.attach ? "nothing could be recorded on " : "the program could not be started on ") +
            target_.text() + "; the reason is above."};
    }
    name_ = text.substr(at + 8, text.find('\n', at) - at - 8);
    return {};
}

// The first file takes the place of what stands under its name, as a local recording's does; one that comes anew takes
// the first one's.
Result<void> Capture::beginFile(const std::string& inode) {
    const bool first = path_.empty();
    const bool fresh = first && options_.freshName;
    file_.reset();
    held_.reset();
    auto created = recorder::OutputFile::create(first ? options_.output : path_, fresh);
    if (!created) {
        return created.error();
    }
    file_ = created->takeOutput();
    if (const auto published = created->publish(fresh); !published) {
        return published.error();
    }
    path_ = created->path();
    held_.emplace(std::move(created).value());
    noteOrigin(path_, {target_.text(), options_.folder});
    have_.session = 0;
    if (first) {
        std::fprintf(
            stderr,
            "lanescope: recording on %s into %s, which can be opened while it grows; should this end be "
            "killed, --resume %s takes it up again\n",
            target_.text().c_str(), path_.c_str(), name_.c_str());
        std::error_code ignored;
        const auto steered = control_.open(std::filesystem::absolute(path_, ignored).string(), name_);
        if (!steered) {
            std::fprintf(stderr, "lanescope: %s\n", steered.error().message.c_str());
        }
    }
    const auto [end, error] = std::from_chars(inode.data(), inode.data() + inode.size(), have_.inode);
    return error == std::errc()
               ? Result<void>()
               : Error{target_.text() +
                       " sends a capture that cannot be read. See that its login scripts print nothing."};
}

Result<void> Capture::take(const Frame& frame, std::optional<Ending>& ending) {
    switch (frame.kind) {
    case Frame::Kind::Output:
        have_.output += frame.bytes.size();
        std::fwrite(frame.bytes.data(), 1, frame.bytes.size(), stdout);
        std::fflush(stdout);
        return {};
    case Frame::Kind::Errors:
        have_.errors += frame.bytes.size();
        std::fwrite(frame.bytes.data(), 1, frame.bytes.size(), stderr);
        return {};
    case Frame::Kind::Anew:
        return beginFile(frame.bytes);
    case Frame::Kind::Session:
        if (file_ == nullptr) {
            return Error{target_.text() +
                         " sends a capture that cannot be read. See that its login scripts print nothing."};
        }
        have_.session += frame.bytes.size();
        return file_->append(frame.bytes);
    case Frame::Kind::Saved:
        return saved_.begin(frame.bytes, path_.empty() ? options_.output : path_);
    case Frame::Kind::SavedBytes:
        return takeSaved(frame.bytes);
    case Frame::Kind::Status:
        control_.setStatus(frame.bytes);
        return {};
    case Frame::Kind::Answer:
        control_.answered(frame.bytes);
        return {};
    case Frame::Kind::End:
        ending = endingOf(frame.bytes);
        return {};
    case Frame::Kind::Gone:
        gone_ = true;
        return Error{target_.text() + ": " + frame.bytes + "."};
    case Frame::Kind::Request:
        break;
    }
    return Error{target_.text() +
                 " sends a capture that cannot be read. See that its login scripts print nothing."};
}

Result<void> Capture::takeSaved(const std::string& bytes) {
    const auto whole = saved_.append(bytes);
    if (!whole) {
        return whole.error();
    }
    if (whole.value()) {
        noteOrigin(*whole.value(), {target_.text(), options_.folder});
        control_.setSaved(*whole.value());
        std::fprintf(stderr, "lanescope: %s: fetched from %s\n", whole.value()->c_str(),
                     target_.text().c_str());
    }
    return {};
}

void Capture::passSignals() {
    if (interrupts > passed_) {
        control_.post("interrupt");
    } else if (wanted == SIGTERM) {
        control_.post("terminate");
    } else {
        return;
    }
    passed_ = interrupts;
    wanted = 0;
}

bool Capture::sendRequests(const ChildStream& stream) {
    bool good = true;
    for (const std::string& request : control_.takeRequests()) {
        good = good && stream.write(encoded(Frame::Kind::Request, request));
    }
    return good;
}

Result<void> Capture::takeAll(FrameReader& frames, std::optional<Ending>& ending) {
    while (const std::optional<Frame> frame = frames.next()) {
        if (const auto taken = take(*frame, ending); !taken) {
            return gone_ ? taken : Result<void>(Error{taken.error().message + " " + goingOn()});
        }
    }
    return frames.damaged() ? Error{target_.text() +
                                    " sends more than the capture; does its shell print something for "
                                    "every command? " +
                                    goingOn()}
                            : Result<void>();
}

Result<std::optional<Ending>> Capture::follow(const Collector& collector) {
    auto stream =
        ChildStream::start(collector.command({"follow", name_, std::to_string(have_.inode),
                                              std::to_string(have_.session), std::to_string(have_.output),
                                              std::to_string(have_.errors), std::to_string(saved_.known())}),
                           ChildStream::Group::Own);
    if (!stream) {
        return stream.error();
    }
    FrameReader frames;
    std::optional<Ending> ending;
    while (!ending && wanted != SIGHUP) {
        passSignals();
        const std::optional<std::string> bytes =
            sendRequests(stream.value()) ? stream->read(kTurnMs) : std::nullopt;
        if (!bytes) {
            break;
        }
        frames.add(*bytes);
        if (const auto taken = takeAll(frames, ending); !taken) {
            return taken.error();
        }
    }
    control_.setAway();
    saved_.drop();
    return ending;
}

bool Capture::arrived(const Ending& ending) {
    if (ending.session.bytes > 0) {
        return hashOf(path_) == ending.session;
    }
    // there is none, or none any more: a flight recorder takes its own away after a good end
    if (!path_.empty()) {
        file_.reset();
        held_.reset();
        unlink(path_.c_str());
        path_.clear();
    }
    return true;
}

bool Capture::waitForConnection(std::size_t tries, Clock::time_point since) const {
    const auto until = Clock::now() + kPauses[std::min(tries, kPauses.size() - 1)];
    while (Clock::now() < until) {
        if (wanted != 0 || interrupts > passed_) {
            return false; // there is no connection to pass it on
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    return Clock::now() - since < kPatience;
}

Result<RemoteOutcome> Capture::run() {
    const SharedConnection shared(target_);
    auto collector = Collector::provide(target_, options_.archive, true);
    if (!collector) {
        return collector.error();
    }
    if (const auto begun = begin(collector.value()); !begun) {
        return begun.error();
    }
    const SignalFlags flags;
    std::size_t tries = 0;
    bool again = false;
    Clock::time_point since = Clock::now();
    for (;;) {
        const std::uint64_t before = have_.session + have_.output + have_.errors;
        const auto ending =
            collector ? follow(collector.value()) : Result<std::optional<Ending>>(std::nullopt);
        if (!ending) {
            return ending.error();
        }
        if (const std::optional<Ending>& end = ending.value()) {
            if (arrived(*end)) {
                (void)ChildStream::run(collector->command({"remove", name_}), "", ChildStream::Group::Own);
                return RemoteOutcome{end->status, path_, name_};
            }
            if (again) {
                return Error{path_ + " did not arrive whole. " + goingOn()};
            }
            again = true;
            have_.inode = 0; // all of it once more
            continue;
        }
        if (have_.session + have_.output + have_.errors > before) {
            tries = 0;
            since = Clock::now();
        }
        if (tries == 0) {
            std::fprintf(
                stderr,
                "lanescope: the connection to %s is gone. The capture goes on there; trying to reach it "
                "again (Ctrl-C leaves it alone).\n",
                target_.text().c_str());
        }
        if (wanted == SIGHUP || !waitForConnection(tries++, since)) {
            return Error{"the connection to " + target_.text() + " is gone. " + goingOn()};
        }
        collector = Collector::provide(target_, options_.archive, false);
    }
}

} // namespace

Result<RemoteOutcome> recordRemotely(const CaptureTarget& target, const RemoteOptions& options) {
    std::signal(SIGPIPE, SIG_IGN); // programs may end before they have read all that is for them
    return Capture(target, options).run();
}

} // namespace lanes::remote
