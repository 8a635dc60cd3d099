#include "collector/recorder/RecordingControl.h"

#include "model/base/Utf8.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace lanes::recorder {

namespace {

constexpr std::size_t kMostCommandBytes = 512; // of the program's command line, in the status
constexpr std::string_view kMark = "mark ";
constexpr std::string_view kMarkAgo = "mark-ago ";

std::string good(std::string_view text) {
    return "ok\n" + std::string(text);
}

std::string bad(std::string_view text) {
    return "error\n" + std::string(text);
}

// A value of the status: one line.
std::string lineOf(std::string_view key, std::string value) {
    for (char& character : value) {
        character = character == '\n' ? ' ' : character;
    }
    return std::string(key) + "=" + value + "\n";
}

} // namespace

RecordingControl::RecordingControl(Capture& capture, FlightRecorder& flight)
    : capture_(capture)
    , flight_(flight) {
    auto made = ControlSocket::create(capture.folder());
    if (made) {
        socket_.emplace(std::move(made).value());
    } else {
        capture.addNote("no-control-socket", made.error().message);
    }
}

void RecordingControl::describe(std::string session, pid_t program, const std::vector<std::string>& command) {
    session_ = std::move(session);
    program_ = program;
    for (const std::string& word : command) {
        command_ += (command_.empty() ? "" : " ") + word;
    }
    command_.resize(std::min(command_.size(), kMostCommandBytes));
}

void RecordingControl::turn() {
    if (socket_) {
        socket_->turn([this](std::string_view request) { return answer(request); });
    }
}

std::string RecordingControl::answer(std::string_view request) {
    if (request == "start") {
        return good(capture_.setPaused(false) ? "Recording goes on." : "It is recording already.");
    }
    if (request == "stop") {
        return good(capture_.setPaused(true) ? "Recording is paused." : "It is paused already.");
    }
    if (request == "save") {
        return save();
    }
    if (request == "detach") {
        detachAsked_ = attached_;
        return attached_
                   ? good(session_)
                   : bad("This recording ends with its program: only `lanescope attach` can be detached.");
    }
    if (request == "status") {
        return good(status());
    }
    if (request.starts_with(kMark)) {
        return mark(request.substr(kMark.size()), 0);
    }
    if (request.starts_with(kMarkAgo)) {
        const std::string_view rest = request.substr(kMarkAgo.size());
        TimeNs ago = -1;
        const auto [end, problem] = std::from_chars(rest.data(), rest.data() + rest.size(), ago);
        const auto digits = static_cast<std::size_t>(end - rest.data());
        if (problem != std::errc() || ago < 0 || digits == rest.size() || rest[digits] != ' ') {
            return bad("A mark of a moment ago is: mark-ago NANOSECONDS TEXT.");
        }
        return mark(rest.substr(digits + 1), ago);
    }
    return bad("That is no command: start, stop, mark TEXT, save or status.");
}

std::string RecordingControl::mark(std::string_view words, TimeNs ago) {
    const std::string text = repairUtf8(words);
    if (text.empty()) {
        return bad("A mark needs a text.");
    }
    capture_.mark(text, ago);
    return good("Marked.");
}

std::string RecordingControl::save() {
    if (!flight_.on()) {
        return bad("All of this recording is in its session; only one with --keep has something to save.");
    }
    flight_.save("asked for by lanescope ctl");
    return good("Saving; 'lanescope ctl PID status' says where, and so does the recorder's terminal.");
}

std::string RecordingControl::status() const {
    return lineOf("state", capture_.paused() ? "paused" : "recording") +
           lineOf("program", std::to_string(program_)) +
           lineOf("time_ns", std::to_string(capture_.elapsed())) +
           lineOf("events", std::to_string(capture_.events())) +
           lineOf("lost", std::to_string(capture_.lost())) + lineOf("session", session_) +
           (attached_ ? lineOf("attached", "yes") : "") +
           (flight_.on() ? lineOf("saved", flight_.lastSaved()) : "") + lineOf("command", command_);
}

} // namespace lanes::recorder
