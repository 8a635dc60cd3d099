#include "app/cli/Analysis.h"
#include "app/cli/Commands.h"
#include "collector/recorder/host/ControlClient.h"
#include "collector/recorder/host/RecordingStatus.h"
#include "collector/recorder/host/RingFolder.h"
#include "collector/recorder/host/RunningRecordings.h"
#include "model/base/Format.h"
#include "model/base/Utf8.h"
#include "model/report/TextTable.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>

namespace lanes::cli {

namespace {

constexpr const char* kCtlFooter =
    "  start       goes on recording after a stop\n"
    "  stop        pauses: nothing is recorded, until start\n"
    "  mark TEXT   puts a mark at this moment into the session\n"
    "  save        saves what a recording with --keep holds, as a session of its own\n"
    "  status      says what is being recorded, and for how long\n"
    "  list        lists this user's recordings; needs no PID\n"
    "PID is the recorder's, or that of any process that it records. For a program on another host\n"
    "it is the PID of its 'record --on'.";

std::int64_t numberOf(const std::string& text) {
    std::int64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

const char* stateText(const recorder::RecordingStatus& status) {
    return !status.away.empty() ? "no connection" : status.paused ? "paused" : "recording";
}

// Its pid, or where it is one.
std::string programText(const recorder::RecordingStatus& status) {
    return status.target.empty() ? std::to_string(status.program) : status.target;
}

std::string statusText(const recorder::ControlAnswer& answer) {
    const recorder::RecordingStatus status = recorder::parseStatus(answer.text);
    return forTerminal(std::string("state    ") + stateText(status) + "\ntime     " +
                       formatDuration(status.time) + "\nevents   " + formatCount(status.events) + ", " +
                       formatCount(status.lost) + " lost\nsession  " + status.session +
                       (status.saved.empty() ? "" : "\nsaved    " + status.saved) + "\nrecorder " +
                       std::to_string(answer.recorder) + "\nprogram  " + programText(status) + ": " +
                       status.command + (status.away.empty() ? "" : "\naway     " + status.away) + "\n");
}

int listRecordings() {
    report::TextTable table({"recorder", "program", "state", "session", "time", "events"}, 4);
    int failures = 0;
    for (const std::string& folder : recorder::runningRecordings()) {
        const auto answer = recorder::askRecording(folder, "status");
        if (!answer && recorder::RingFolder::stateOf(folder) != recorder::RingFolder::State::Running) {
            continue; // it has just ended
        }
        if (!answer) {
            std::fprintf(stderr, "lanescope: %s\n", forTerminal(answer.error().message).c_str());
            ++failures;
            continue;
        }
        const recorder::RecordingStatus status = recorder::parseStatus(answer.value().text);
        table.add({std::to_string(answer.value().recorder), programText(status), stateText(status),
                   status.session, formatDuration(status.time), formatCount(status.events)});
    }
    print(forTerminal(table.text()));
    return failures == 0 ? kGood : kFailed;
}

// 0 for what is no pid.
pid_t pidOf(const std::string& text) {
    const std::int64_t number = numberOf(text);
    return std::to_string(number) == text && number > 0 && number <= INT32_MAX ? static_cast<pid_t>(number)
                                                                               : 0;
}

} // namespace

int runCtl(int argc, char** argv) {
    CLI::App parser("Commands for a recording that is running", "lanescope ctl");
    std::string pid;
    std::string what;
    std::vector<std::string> text;
    parser.add_option("PID", pid, "process id of the recorder or of a recorded process; or the word list")
        ->required()
        ->option_text("PID");
    parser.add_option("COMMAND", what, "start, stop, mark, save, status or list")->option_text("COMMAND");
    parser.add_option("TEXT", text, "text of the mark")->option_text("TEXT");
    parser.footer(kCtlFooter);
    if (const auto code = parseArguments(parser, argc, argv)) {
        return *code;
    }
    if ((what == "list" || (pid == "list" && what.empty())) && text.empty()) {
        return listRecordings();
    }
    static constexpr std::array kPlain{"start", "stop", "save", "status"};
    const bool plain = std::ranges::find(kPlain, what) != kPlain.end() && text.empty();
    const bool mark = what == "mark" && !text.empty();
    const pid_t process = pidOf(pid);
    if (process == 0 || (!plain && !mark)) {
        std::fprintf(stderr, "lanescope ctl: '%s' is no command; --help lists them.\n",
                     forTerminal(pid + " " + what + " " + CLI::detail::join(text, " ")).c_str());
        return kUsage;
    }
    const auto folder = recorder::recordingOf(process);
    if (!folder) {
        return fail(parser, folder.error());
    }
    const auto answer =
        recorder::askRecording(folder.value(), mark ? "mark " + CLI::detail::join(text, " ") : what);
    if (!answer) {
        return fail(parser, answer.error());
    }
    print(what == "status" ? statusText(answer.value()) : forTerminal(answer.value().text) + "\n");
    return kGood;
}

} // namespace lanes::cli
