#include "collector/recorder/Recorder.h"

#include "collector/recorder/Capture.h"
#include "collector/recorder/RingFolder.h"
#include "collector/ring/RingLayout.h"
#include "model/session/SessionWriter.h"

#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>

namespace lanes::recorder {

namespace {

// Children that outlive the program are recorded until they have been quiet for so long: one that works on is worth
// waiting for, an idle daemon must not keep the user's prompt away. Ctrl-C ends the wait at once.
constexpr TimeNs kQuietAfterTheEnd = 3'000'000'000;

std::string hostName() {
    std::array<char, 256> name{};
    return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

std::vector<std::pair<std::string, std::string>> environmentFor(const RecordOptions& options,
                                                                const std::string& folder) {
    std::string path = options.bootFolder;
    if (const char* before = std::getenv("PYTHONPATH"); before != nullptr && *before != 0) {
        path += std::string(":") + before;
    }
    return {{"PYTHONPATH", path}, {ring::kFolderVariable, folder}};
}

// Runs until the program has ended, and its children within reason.
ExitStatus runToTheEnd(TargetProcess& target, Capture& capture) {
    std::optional<ExitStatus> status;
    while (!status) {
        status = target.wait(capture.turn());
    }
    int pause = capture.turn();
    while (capture.alive() && capture.quietFor() < kQuietAfterTheEnd && !target.interrupted(pause)) {
        pause = capture.turn();
    }
    return *status;
}

} // namespace

Result<RecordOutcome> record(const RecordOptions& options, StartFailure& failure) {
    failure = StartFailure::Output;
    signal(SIGXFSZ, SIG_IGN); // a session that grows beyond the user's limit is a full disk, no reason to die
    RingFolder::removeStale();
    auto writer = session::SessionWriter::create(options.output);
    if (!writer) {
        return writer.error();
    }
    auto folder = RingFolder::create();
    if (!folder) {
        unlink(options.output.c_str());
        return folder.error();
    }
    SessionInfo info;
    info.producer = "lanescope " LANESCOPE_VERSION;
    info.host = hostName();
    info.command = options.command;
    Capture capture(std::move(folder).value(), std::move(writer).value(), std::move(info));
    bool missing = false;
    auto target = TargetProcess::start(options.command, environmentFor(options, capture.folder()), &missing);
    if (!target) {
        failure = missing ? StartFailure::NoSuchProgram : StartFailure::Program;
        unlink(options.output.c_str());
        return target.error();
    }
    failure = StartFailure::None;
    RecordOutcome outcome;
    outcome.status = runToTheEnd(target.value(), capture);
    capture.finish(outcome.status.shellCode());
    outcome.events = capture.events();
    outcome.lost = capture.lost();
    outcome.writeError = capture.writeError();
    return outcome;
}

} // namespace lanes::recorder
