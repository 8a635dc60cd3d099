#include "collector/remote/FarEnd.h"

#include "collector/recorder/host/ControlClient.h"
#include "collector/recorder/host/NumberedName.h"
#include "collector/recorder/host/ProcessTree.h"
#include "collector/recorder/host/RecordingStatus.h"
#include "collector/recorder/host/RingFolder.h"
#include "collector/recorder/host/RunningRecordings.h"
#include "collector/remote/Frames.h"
#include "collector/remote/SessionHash.h"
#include "model/base/File.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <thread>

namespace fs = std::filesystem;

namespace lanes::remote {

namespace {

// The far end of a capture as a client of its recording: asks it what the near end asks for, and now and then how it is.
// One thread; waits for nobody.
class FarControl {
public:
    // `folder`: of the capture, where its recorder's pid stands. Requests come on standard input.
    explicit FarControl(std::filesystem::path folder)
        : folder_(std::move(folder)) {}

    // Passes on what has come, and sends what was answered to standard output. False: nobody reads there.
    [[nodiscard]] bool turn();

private:
    using Clock = std::chrono::steady_clock;
    enum class Asked { Request, Status };

    void readRequests();
    // "interrupt" and "terminate" for the program, "kill" for it and all that it has started: no business of the recorder's.
    // One that was attached to is meant with "program " before that: without it, it is let go of.
    [[nodiscard]] bool doItself(const std::string& asked);
    void pass(const std::string& request, Asked kind);
    void connect();
    void answer(bool good, const std::string& text);
    void hear();
    [[nodiscard]] bool recorderRuns() const;

    std::filesystem::path folder_;
    FrameReader requests_;
    bool inputEnded_ = false;
    std::optional<recorder::ControlConnection> recording_;
    std::deque<Asked> asked_; // what the recording has not answered yet
    Clock::time_point lastTry_;
    Clock::time_point lastStatus_;
    pid_t attachedTo_ = 0; // as the recording said; 0: to none
    bool unread_ = false;
};

constexpr auto kStatusEvery = std::chrono::milliseconds(500);
constexpr std::size_t kMostWaitingBytes = 1 << 16; // of several that have come at once

pid_t pidIn(const std::filesystem::path& file) {
    std::ifstream in(file);
    pid_t pid = 0;
    return in >> pid ? pid : 0;
}

bool FarControl::recorderRuns() const {
    std::error_code problem;
    return !std::filesystem::exists(folder_ / "exit", problem);
}

void FarControl::connect() {
    if (recording_ || Clock::now() - lastTry_ < kStatusEvery || !recorderRuns()) {
        return;
    }
    lastTry_ = Clock::now();
    const pid_t pid = pidIn(folder_ / "pid");
    const auto running = recorder::runningRecordings();
    const auto ours = std::ranges::find(running, pid, &recorder::RingFolder::recorderOf);
    if (pid > 1 && ours != running.end()) {
        if (auto made = recorder::ControlConnection::open(*ours)) {
            recording_.emplace(std::move(made).value());
            asked_.clear();
        }
    }
}

void FarControl::answer(bool good, const std::string& text) {
    unread_ = unread_ || !sendFrame(STDOUT_FILENO, Frame::Kind::Answer, (good ? "ok\n" : "error\n") + text);
}

bool FarControl::doItself(const std::string& asked) {
    constexpr std::string_view kProgram = "program ";
    const bool programAlone = asked.starts_with(kProgram);
    const std::string request = programAlone ? asked.substr(kProgram.size()) : asked;
    const bool kill = request == "kill";
    const int signal = request == "interrupt" ? SIGINT : request == "terminate" ? SIGTERM : 0;
    if (!kill && signal == 0) {
        return false;
    }
    const pid_t recorder = pidIn(folder_ / "pid");
    if (recorder <= 1 || !recorderRuns()) {
        answer(false, "The program has ended already.");
        return true;
    }
    if (programAlone && attachedTo_ <= 1) {
        answer(false, "The program is not known yet; try again.");
        return true;
    }
    if (programAlone) {
        if (kill) {
            recorder::killTree(attachedTo_, true, recorder);
        } else {
            ::kill(attachedTo_, signal);
        }
    } else if (kill) {
        recorder::killTree(recorder, false, 0); // the recorder lives, to write what the program left
    } else {
        ::kill(recorder, signal); // it passes signals on
    }
    answer(true, "Done.");
    return true;
}

void FarControl::pass(const std::string& request, Asked kind) {
    if (recording_ && recording_->send(request)) {
        asked_.push_back(kind);
    } else {
        recording_.reset();
        if (kind == Asked::Request) {
            answer(false, recorderRuns() ? "The recording there is only just beginning; try again."
                                         : "The recording there has ended.");
        }
    }
}

void FarControl::readRequests() {
    pollfd wait{STDIN_FILENO, POLLIN, 0};
    if (inputEnded_ || poll(&wait, 1, 0) <= 0) {
        return;
    }
    std::string bytes(kMostWaitingBytes, '\0');
    const ssize_t got = read(STDIN_FILENO, bytes.data(), bytes.size());
    if (got <= 0) {
        inputEnded_ = true; // who reads us may be there still
        return;
    }
    bytes.resize(static_cast<std::size_t>(got));
    requests_.add(bytes);
    while (const std::optional<Frame> frame = requests_.next()) {
        if (frame->kind == Frame::Kind::Request && !doItself(frame->bytes)) {
            connect();
            pass(frame->bytes, Asked::Request);
        }
    }
    inputEnded_ = inputEnded_ || requests_.damaged();
}

void FarControl::hear() {
    for (bool gone = false; recording_ && !gone;) {
        const auto said = recording_->take(gone);
        if (gone) {
            recording_.reset();
            for (const Asked kind : asked_) {
                if (kind == Asked::Request) {
                    answer(false, "The recording there has ended.");
                }
            }
            asked_.clear();
            return;
        }
        if (!said || asked_.empty()) {
            return;
        }
        const Asked kind = asked_.front();
        asked_.pop_front();
        if (kind == Asked::Request) {
            lastStatus_ = {}; // what it has changed is told at once
            answer(said->ok(), said->ok() ? said->value() : said->error().message);
        } else if (said->ok()) {
            const recorder::RecordingStatus heard = recorder::parseStatus(said->value());
            attachedTo_ = heard.attached ? heard.program : 0;
            unread_ = unread_ || !sendFrame(STDOUT_FILENO, Frame::Kind::Status, said->value());
        }
    }
}

bool FarControl::turn() {
    connect();
    readRequests();
    const bool due = Clock::now() - lastStatus_ >= kStatusEvery;
    if (recording_ && due && std::ranges::find(asked_, Asked::Status) == asked_.end()) {
        lastStatus_ = Clock::now();
        pass("status", Asked::Status);
    }
    hear();
    return !unread_;
}

// What a flight recorder has saved beside its session, sent to the near end: the far end of SavedReceiver.
// One thread.
class SavedSender {
public:
    // `session`: path of the recording's own; `known`: number of the last one that the near end has.
    SavedSender(std::filesystem::path session, std::uint64_t known)
        : session_(std::move(session))
        , number_(static_cast<int>(known)) {}

    enum class Sent { Nothing, Some, Unread }; // Unread: nobody reads standard output any more
    // The next piece of them, in the order in which they were saved.
    [[nodiscard]] Sent send();

private:
    [[nodiscard]] Sent begin();

    std::filesystem::path session_;
    int number_; // of the one that is being sent, or was
    lanes::File file_;
    std::uint64_t from_ = 0;
};

SavedSender::Sent SavedSender::begin() {
    const std::string path = recorder::numbered(session_.string(), number_ + 1);
    std::error_code problem;
    // a name is reserved by an empty file first; then the whole one takes its place
    if (const auto bytes = std::filesystem::file_size(path, problem); problem || bytes == 0) {
        return Sent::Nothing;
    }
    file_ = lanes::File(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file_) {
        return Sent::Nothing;
    }
    ++number_;
    from_ = 0;
    const SessionHash whole = hashOf(path);
    const std::string text =
        std::to_string(number_) + " " + std::to_string(whole.bytes) + " " + std::to_string(whole.hash);
    return sendFrame(STDOUT_FILENO, Frame::Kind::Saved, text) ? Sent::Some : Sent::Unread;
}

SavedSender::Sent SavedSender::send() {
    if (!file_) {
        return begin();
    }
    std::string bytes(Frame::kMostBytes, '\0');
    const ssize_t got = pread(file_.get(), bytes.data(), bytes.size(), static_cast<off_t>(from_));
    if (got <= 0) {
        file_ = {};
        return Sent::Some; // there may be another one
    }
    bytes.resize(static_cast<std::size_t>(got));
    from_ += bytes.size();
    return sendFrame(STDOUT_FILENO, Frame::Kind::SavedBytes, bytes) ? Sent::Some : Sent::Unread;
}

constexpr auto kTurn = std::chrono::milliseconds(50);

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

fs::path capturesFolder() {
    const std::string cache = variable("XDG_CACHE_HOME");
    return fs::path(cache.starts_with('/') ? cache : variable("HOME") + "/.cache") / "lanescope" / "captures";
}

// Its folder, if there is such a capture; a name is made by startCapture() and has nothing but letters and digits.
Result<fs::path> folderOf(const std::string& capture) {
    const bool plain = !capture.empty() &&
                       std::ranges::all_of(capture, [](unsigned char c) { return std::isalnum(c) != 0; });
    const fs::path folder = capturesFolder() / (plain ? capture : "-");
    std::error_code problem;
    if (!fs::is_directory(folder, problem)) {
        std::string others;
        for (fs::directory_iterator at(capturesFolder(), problem); !problem && at != fs::directory_iterator();
             at.increment(problem)) {
            others += (others.empty() ? "; there are: " : ", ") + at->path().filename().string();
        }
        return Error{"there is no capture '" + capture + "' in " + capturesFolder().string() +
                     (others.empty() ? "; was it fetched already?" : others)};
    }
    return folder;
}

std::string textOf(const fs::path& file) {
    std::ifstream in(file);
    std::string text;
    std::getline(in, text);
    return text;
}

// Whole or not at all: others look while we write.
void writeWhole(const fs::path& file, const std::string& text) {
    const fs::path part = file.string() + ".part";
    std::ofstream(part) << text << '\n';
    std::error_code ignored;
    fs::rename(part, file, ignored);
}

void redirect(const fs::path& file, int to) {
    const int fd = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(fd, to);
}

// In a process of its own session: waits for the recorder, says how it ended.
[[noreturn]] void supervise(const fs::path& folder, const std::string& workFolder,
                            const std::vector<std::string>& argv) {
    setsid();
    std::signal(SIGHUP, SIG_IGN);
    const pid_t recorder = fork();
    if (recorder == 0) {
        std::signal(SIGHUP, SIG_DFL);
        setpgid(0, 0);
        redirect("/dev/null", STDIN_FILENO);
        redirect(folder / "output", STDOUT_FILENO);
        redirect(folder / "errors", STDERR_FILENO);
        std::vector<char*> words;
        words.reserve(argv.size() + 1);
        for (const std::string& word : argv) {
            words.push_back(const_cast<char*>(word.c_str()));
        }
        words.push_back(nullptr);
        if (chdir(workFolder.c_str()) == 0) {
            setenv(kFetchedVariable, "1", 1);
            execv(words[0], words.data());
        }
        _exit(126);
    }
    writeWhole(folder / "pid", std::to_string(recorder));
    // the connection that started us is free to end
    redirect("/dev/null", STDIN_FILENO);
    redirect("/dev/null", STDOUT_FILENO);
    redirect("/dev/null", STDERR_FILENO);
    int status = 0;
    while (waitpid(recorder, &status, 0) < 0 && errno == EINTR) {
    }
    writeWhole(folder / "exit",
               std::to_string(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status)));
    _exit(0);
}

// Sends what a file has beyond `from`, one frame's worth. False when there is nothing new; a failed write ends us:
// nobody reads any more, and the next connection goes on from what this one has delivered.
bool sendNew(int file, Frame::Kind kind, std::uint64_t& from) {
    std::string bytes(Frame::kMostBytes, '\0');
    const ssize_t got = pread(file, bytes.data(), bytes.size(), static_cast<off_t>(from));
    if (got <= 0) {
        return false;
    }
    bytes.resize(static_cast<std::size_t>(got));
    if (!sendFrame(STDOUT_FILENO, kind, bytes)) {
        _exit(1);
    }
    from += bytes.size();
    return true;
}

// One file that grows, opened when it is there.
class Growing {
public:
    Growing(fs::path path, Frame::Kind kind, std::uint64_t from)
        : path_(std::move(path))
        , kind_(kind)
        , from_(from) {}

    bool send() {
        if (!file_) {
            file_ = File(open(path_.c_str(), O_RDONLY | O_CLOEXEC));
        }
        return file_ && sendNew(file_.get(), kind_, from_);
    }

private:
    fs::path path_;
    Frame::Kind kind_;
    std::uint64_t from_;
    File file_;
};

// The session's file: a recorder that keeps the newest stretch puts another one in its place.
class GrowingSession {
public:
    GrowingSession(fs::path path, std::uint64_t inode, std::uint64_t from)
        : path_(std::move(path))
        , inode_(inode)
        , from_(from) {}

    bool send() {
        struct stat facts {};
        if (stat(path_.c_str(), &facts) != 0) {
            return false;
        }
        const auto size = static_cast<std::uint64_t>(facts.st_size);
        if (!file_ || facts.st_ino != opened_ || size < from_) {
            file_ = File(open(path_.c_str(), O_RDONLY | O_CLOEXEC));
            opened_ = facts.st_ino;
        }
        if (opened_ != inode_ || size < from_) {
            inode_ = opened_;
            from_ = 0;
            if (!sendFrame(STDOUT_FILENO, Frame::Kind::Anew, std::to_string(inode_))) {
                _exit(1);
            }
        }
        return file_ && sendNew(file_.get(), Frame::Kind::Session, from_);
    }

private:
    fs::path path_;
    std::uint64_t inode_;
    std::uint64_t from_;
    std::uint64_t opened_ = 0;
    File file_;
};

// "~/x" of a folder or program, which no shell has seen on its way.
std::string expandHome(const std::string& path) {
    return path == "~" || path.starts_with("~/") ? variable("HOME") + path.substr(1) : path;
}

} // namespace

Result<std::string> startCapture(const std::string& recorder, const std::string& command,
                                 const std::string& folder, const std::vector<std::string>& words) {
    const std::string work = folder.empty() ? variable("HOME") : expandHome(folder);
    std::error_code problem;
    if (!fs::is_directory(work, problem)) {
        return Error{"there is no folder " + work + " there; --folder names another"};
    }
    fs::create_directories(capturesFolder(), problem);
    std::string place = (capturesFolder() / "XXXXXX").string();
    if (mkdtemp(place.data()) == nullptr) { // 0700
        return Error{capturesFolder().string() + " cannot be written: " + std::strerror(errno)};
    }
    std::vector<std::string> argv{recorder, command, "-o", place + "/session.lanes"};
    argv.insert(argv.end(), words.begin(), words.end());
    const auto program = std::ranges::find(argv, "--");
    if (argv.end() - program > 1) {
        program[1] = expandHome(program[1]);
    }
    const pid_t supervisor = fork();
    if (supervisor == 0) {
        supervise(place, work, argv);
    }
    if (supervisor < 0) {
        return Error{std::string("no process can be started there: ") + std::strerror(errno)};
    }
    return fs::path(place).filename().string();
}

Result<void> followCapture(const std::string& capture, Progress known) {
    std::signal(SIGPIPE, SIG_IGN);
    const auto folder = folderOf(capture);
    if (!folder) {
        (void)sendFrame(STDOUT_FILENO, Frame::Kind::Gone, folder.error().message);
        return {};
    }
    const fs::path session = folder.value() / "session.lanes";
    Growing output(folder.value() / "output", Frame::Kind::Output, known.output);
    Growing errors(folder.value() / "errors", Frame::Kind::Errors, known.errors);
    GrowingSession growing(session, known.inode, known.session);
    SavedSender saves(session, known.saved);
    FarControl control(folder.value());
    for (;;) {
        // asked before: what it wrote last stands in its files once it has ended
        const std::string ended = textOf(folder.value() / "exit");
        bool more = output.send();
        more = errors.send() || more;
        more = growing.send() || more;
        const SavedSender::Sent saved = saves.send();
        if (saved == SavedSender::Sent::Unread || !control.turn()) {
            _exit(1);
        }
        more = more || saved == SavedSender::Sent::Some;
        if (!more && !ended.empty()) {
            const SessionHash whole = hashOf(session.string());
            const std::string text =
                ended + " " + std::to_string(whole.bytes) + " " + std::to_string(whole.hash);
            (void)sendFrame(STDOUT_FILENO, Frame::Kind::End, text);
            return {};
        }
        if (!more) {
            std::this_thread::sleep_for(kTurn);
        }
    }
}

Result<void> removeCapture(const std::string& capture) {
    const auto folder = folderOf(capture);
    if (!folder) {
        return folder.error();
    }
    if (textOf(folder.value() / "exit").empty()) {
        return Error{"the capture '" + capture + "' is running; stop it first"};
    }
    std::error_code problem;
    fs::remove_all(folder.value(), problem);
    return problem ? Error{folder->string() + " cannot be removed: " + problem.message()} : Result<void>();
}

} // namespace lanes::remote
