#include "app/cli/recording/AttachCommand.h"

#include "app/cli/Analysis.h"
#include "app/cli/InstalledFiles.h"
#include "app/cli/TextTable.h"
#include "app/cli/recording/ProbeSnippet.h"
#include "app/cli/recording/RecordingOptions.h"
#include "app/cli/recording/RecordingReport.h"
#include "collector/attach/PythonPrograms.h"
#include "collector/attach/Refusals.h"
#include "collector/recorder/Recorder.h"
#include "model/base/Utf8.h"

#include <pwd.h>

#include <cstdio>
#include <memory>
#include <string>

namespace lanes::cli {

namespace {

constexpr const char* kFooter =
    "Ctrl-C or 'lanescope detach PID' ends the recording; the program runs on, at its own speed.\n"
    "Operators that were under way when it began are not in it. Processes that the program forks are\n"
    "recorded with it, those that it starts anew are not.";

// Without libraries that a static program would have to load.
std::string userName(uid_t user) {
    const std::unique_ptr<FILE, int (*)(FILE*)> file(
        std::fopen("/etc/passwd", "re"), [](FILE* open) { return open != nullptr ? std::fclose(open) : 0; });
    const passwd* entry = file ? fgetpwent(file.get()) : nullptr;
    while (entry != nullptr && entry->pw_uid != user) {
        entry = fgetpwent(file.get());
    }
    return entry != nullptr ? entry->pw_name : std::to_string(user);
}

int list() {
    TextTable table({"pid", "user", "command"}, 3);
    std::string refusals;
    for (const attach::PythonProgram& program : attach::pythonPrograms()) {
        const bool refused = !program.refusal.empty();
        table.add({std::to_string(program.process), userName(program.user) + (refused ? " *" : ""),
                   CLI::detail::join(program.command, " ")});
        refusals += refused ? "* " + program.refusal + "\n" : "";
    }
    print(forTerminal(table.text() + refusals));
    return kGood;
}

Result<recorder::RecordOutcome> record(recorder::RecordOptions options, pid_t process) {
    options.command = commandOf(process);
    options.freshName = options.output.empty();
    if (options.freshName) {
        options.output = defaultOutput(options.command);
    }
    options.bootFolder = bootFolder();
    options.counterHelper = counterHelper(options.bootFolder);
    options.tell = [](const std::string& line) {
        std::fprintf(stderr, "lanescope: %s\n", forTerminal(line).c_str());
    };
    return recorder::recordAttached(
        options, process,
        {.join = [process](const std::string& folder) { return joinFromOutside(process, folder); },
         .leave = [process] { return leaveFromOutside(process); },
         .begun =
             [process](const std::string& session) {
                 std::fprintf(stderr, "lanescope: recording process %d into %s; Ctrl-C ends it\n",
                              static_cast<int>(process), forTerminal(session).c_str());
             }});
}

} // namespace

int runAttach(int argc, char** argv) {
    CLI::App parser("Records a PyTorch program that runs already", "lanescope attach");
    pid_t process = 0;
    bool listing = false;
    RecordingOptions given;
    parser.add_option("PID", process, "of the program")->option_text("PID")->check(CLI::PositiveNumber);
    parser.add_flag("--list", listing,
                    "lists the programs with torch that run here, and why some cannot be attached to");
    addRecordingOptions(parser, given);
    parser.get_option("--duration")
        ->description("end the recording after so much recorded time; the program runs on");
    parser.footer(kFooter);
    if (const auto code = parseArguments(parser, argc, argv)) {
        return *code;
    }
    if (listing) {
        return list();
    }
    if (process == 0) {
        std::fprintf(stderr, "lanescope attach: which program? Give its PID; --list shows them.\n");
        return kUsage;
    }
    auto options = takeRecordingOptions(given);
    if (!options) {
        std::fprintf(stderr, "lanescope: %s\n", forTerminal(options.error().message).c_str());
        return kUsage;
    }
    if (const auto refused = attach::refusal(process)) {
        return fail(parser, *refused);
    }
    if (!hasProbe(bootFolder())) {
        return kFailed;
    }
    const auto outcome = record(std::move(options).value(), process);
    if (!outcome) {
        return fail(parser, outcome.error());
    }
    reportRecording(outcome.value());
    return outcome.value().writeError ? kFailed : kGood;
}

} // namespace lanes::cli
