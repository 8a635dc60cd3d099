#include "collector/remote/FarControl.h"

#include "collector/recorder/host/ProcessTree.h"
#include "collector/recorder/host/RecordingStatus.h"
#include "collector/recorder/host/RingFolder.h"
#include "collector/recorder/host/RunningRecordings.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <fstream>

namespace lanes::remote {

namespace {

constexpr auto kStatusEvery = std::chrono::milliseconds(500);
constexpr std::size_t kMostWaitingBytes = 1 << 16; // of several that have come at once

pid_t pidIn(const std::filesystem::path& file) {
    std::ifstream in(file);
    pid_t pid = 0;
    return in >> pid ? pid : 0;
}

} // namespace

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

} // namespace lanes::remote
