#include "app/cli/Analysis.h"
#include "app/cli/Commands.h"
#include "app/cli/recording/ProbeSnippet.h"
#include "collector/recorder/host/ControlClient.h"
#include "collector/recorder/host/RunningRecordings.h"
#include "model/base/Utf8.h"

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>

namespace lanes::cli {

namespace {

// Native code may hold the interpreter's lock for as long as attaching waits for it.
constexpr std::chrono::seconds kPatience(60);

// Until its recorder has removed the recording's folder.
bool awaitEnd(const std::string& folder) {
    const auto limit = std::chrono::steady_clock::now() + kPatience;
    std::error_code problem;
    while (std::filesystem::exists(folder, problem)) {
        if (std::chrono::steady_clock::now() > limit) {
            return false;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return true;
}

} // namespace

int runDetach(int argc, char** argv) {
    CLI::App parser("Ends a recording that 'lanescope attach' has begun; the program runs on",
                    "lanescope detach");
    pid_t process = 0;
    parser.add_option("PID", process, "process id of the program or of its recorder")
        ->required()
        ->option_text("PID")
        ->check(CLI::PositiveNumber);
    if (const auto code = parseArguments(parser, argc, argv)) {
        return *code;
    }
    const auto folder = recorder::recordingOf(process);
    if (!folder) {
        if (!hasProbeLoaded(process)) {
            return fail(parser, folder.error());
        }
        // Its recorder has been killed.
        const auto left = leaveFromOutside(process);
        return left ? kGood : fail(parser, left.error());
    }
    const auto answer = recorder::askRecording(folder.value(), "detach");
    if (!answer) {
        return fail(parser, answer.error());
    }
    if (!awaitEnd(folder.value())) {
        return fail(parser,
                    Error{"The recorder, process " + std::to_string(answer.value().recorder) +
                          ", has been asked, and has not ended within a minute; it will as soon as the "
                          "program lets Python run."});
    }
    print(forTerminal(answer.value().text) + "\n");
    return kGood;
}

} // namespace lanes::cli
