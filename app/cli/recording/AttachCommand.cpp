#include "app/cli/Analysis.h"
#include "app/cli/Commands.h"
#include "app/cli/InstalledFiles.h"
#include "app/cli/recording/ProbeSnippet.h"
#include "app/cli/recording/RecordingOptions.h"
#include "app/cli/recording/RecordingReport.h"
#include "app/cli/recording/RemoteRecord.h"
#include "collector/attach/PythonPrograms.h"
#include "collector/attach/Refusals.h"
#include "collector/recorder/Recorder.h"
#include "collector/remote/Collector.h"
#include "collector/remote/FarPrograms.h"
#include "model/base/Format.h"
#include "model/base/Utf8.h"
#include "model/report/TextTable.h"
#include "model/trace/args/JsonWriter.h"

#include <cstdio>
#include <string>
#include <vector>

namespace lanes::cli {

namespace {

constexpr const char* kFooter =
    "Ctrl-C or 'lanescope detach PID' ends the recording; the program runs on, at its own speed.\n"
    "Operators that were under way when it began are not in it. Processes that the program forks are\n"
    "recorded with it, those that it starts anew are not.";

struct AttachWords {
    pid_t process = 0;
    bool listing = false;
    bool json = false;
    std::string on; // empty: this machine
    RecordingOptions recording;
};

using Programs = std::vector<attach::PythonProgram>;

Result<Programs> programsOf(const std::string& on) {
    if (on.empty()) {
        return attach::pythonPrograms();
    }
    const auto target = remote::CaptureTarget::reach(on);
    if (!target) {
        return Error{"--on: " + target.error().message};
    }
    const auto archive = remote::archiveCollector(collectorFolder(bootFolder()));
    return archive ? remote::programsOn(target.value(), archive.value()) : archive.error();
}

std::string tableOf(const Programs& programs) {
    report::TextTable table({"pid", "user", "command", "GPU memory"}, 3);
    std::string refusals;
    for (const attach::PythonProgram& program : programs) {
        const bool refused = !program.refusal.empty();
        table.add({std::to_string(program.process), program.userName + (refused ? " *" : ""),
                   CLI::detail::join(program.command, " "),
                   program.gpuBytes < 0 ? "-" : formatBytes(program.gpuBytes)});
        refusals += refused ? "* " + program.refusal + "\n" : "";
    }
    return forTerminal(table.text() + refusals);
}

std::string jsonOf(const Programs& programs) {
    JsonWriter json;
    json.beginArray();
    for (const attach::PythonProgram& program : programs) {
        json.beginObject();
        json.field("pid", program.process);
        json.field("user", program.userName);
        json.key("command");
        json.beginArray();
        for (const std::string& word : program.command) {
            json.text(word);
        }
        json.endArray();
        if (program.gpuBytes >= 0) {
            json.field("gpu_bytes", program.gpuBytes);
        }
        json.field("refusal", program.refusal);
        json.endObject();
    }
    json.endArray();
    return json.take();
}

int list(const CLI::App& parser, const AttachWords& given) {
    const auto programs = programsOf(given.on);
    if (!programs) {
        return fail(parser, programs.error());
    }
    print(given.json ? jsonOf(programs.value()) : tableOf(programs.value()));
    return kGood;
}

Result<recorder::RecordOutcome> record(recorder::RecordOptions options, pid_t process, bool fetched) {
    options.command = commandOf(process);
    options.freshName = options.output.empty();
    if (options.freshName) {
        options.output = defaultOutput(options.command);
    }
    options.bootFolder = bootFolder();
    options.counterHelper = counterHelper(options.bootFolder);
    options.tell = tellerOf(options.output, fetched);
    return recorder::recordAttached(
        options, process,
        {.join = [process](const std::string& folder) { return joinFromOutside(process, folder); },
         .leave = [process] { return leaveFromOutside(process); },
         .begun =
             [process, fetched](const std::string& session) {
                 std::fprintf(stderr, "lanescope: recording process %d%s; Ctrl-C ends it\n",
                              static_cast<int>(process),
                              fetched ? "" : (" into " + forTerminal(session)).c_str());
             }});
}

void addOptions(CLI::App& parser, AttachWords& given) {
    parser.add_option("PID", given.process, "process id of the program")
        ->option_text("PID")
        ->check(CLI::PositiveNumber);
    parser.add_flag("--list", given.listing,
                    "lists running programs with torch, their GPU memory, and why some cannot be "
                    "attached to");
    parser.add_flag("--json", given.json, "with --list: prints JSON");
    parser
        .add_option("--on", given.on,
                    "attaches on another host or in a container: ssh:HOST, docker:NAME, podman:NAME or "
                    "kubectl:POD; PID is the process id there, and the session grows here")
        ->option_text("TARGET");
    addRecordingOptions(parser, given.recording);
    parser.get_option("--duration")
        ->description("ends the recording after TIME of recorded time; the program runs on");
    parser.footer(kFooter);
}

int attachHere(const CLI::App& parser, recorder::RecordOptions options, pid_t process) {
    if (const auto refused = attach::refusal(process)) {
        return fail(parser, *refused);
    }
    if (!hasProbe(bootFolder())) {
        return kFailed;
    }
    const bool fetched = sessionIsFetched();
    const auto outcome = record(std::move(options), process, fetched);
    if (!outcome) {
        return fail(parser, outcome.error());
    }
    reportRecording(outcome.value(), fetched);
    return outcome.value().writeError ? kFailed : kGood;
}

int attachThere(const AttachWords& given, const std::vector<std::string>& words) {
    RemoteRecord wish;
    wish.attach = true;
    wish.on = {given.on};
    wish.output = given.recording.output;
    wish.options = optionsForFarEnd(words);
    return recordOn(wish, defaultOutput({"process-" + std::to_string(given.process)}));
}

} // namespace

int runAttach(int argc, char** argv) {
    CLI::App parser("Records a PyTorch program that runs already", "lanescope attach");
    AttachWords given;
    addOptions(parser, given);
    if (const auto code = parseArguments(parser, argc, argv)) {
        return *code;
    }
    if (remote::CaptureTarget::isHere(given.on)) {
        given.on.clear();
    }
    if (given.listing) {
        return list(parser, given);
    }
    if (given.process == 0) {
        std::fprintf(stderr, "lanescope attach: which program? Give its PID; --list shows them.\n");
        return kUsage;
    }
    auto options = takeRecordingOptions(given.recording);
    if (!options) {
        std::fprintf(stderr, "lanescope: %s\n", forTerminal(options.error().message).c_str());
        return kUsage;
    }
    return given.on.empty() ? attachHere(parser, std::move(options).value(), given.process)
                            : attachThere(given, {argv + 1, argv + argc});
}

} // namespace lanes::cli
