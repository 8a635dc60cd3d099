#include "app/cli/Analysis.h"
#include "app/cli/Commands.h"
#include "app/cli/InstalledFiles.h"
#include "collector/doctor/Doctor.h"
#include "model/base/Utf8.h"
#include "model/trace/args/JsonWriter.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace fs = std::filesystem;

namespace lanes::cli {

namespace {

using doctor::Finding;
using doctor::State;

// "env A=B python3" of "env A=B python3 -u train.py": as far as the interpreter. Python from the PATH if there is none.
std::vector<std::string> interpreterOf(const std::vector<std::string>& command) {
    const auto found = std::ranges::find_if(command, [](const std::string& word) {
        return fs::path(word).filename().string().starts_with("python");
    });
    return found != command.end() ? std::vector<std::string>(command.begin(), found + 1)
                                  : std::vector<std::string>{"python3"};
}

std::size_t count(const std::vector<Finding>& findings, State state) {
    return static_cast<std::size_t>(std::ranges::count(findings, state, &Finding::state));
}

std::string sums(const std::vector<Finding>& findings) {
    std::string text;
    for (const State state : {State::Good, State::Limited, State::Broken}) {
        text += (text.empty() ? "" : ", ") + std::to_string(count(findings, state)) + " " +
                std::string(stateName(state));
    }
    return text;
}

std::string doctorText(const std::vector<Finding>& findings) {
    std::size_t name = 0;
    for (const Finding& finding : findings) {
        name = std::max(name, finding.name.size());
    }
    std::string text;
    std::string_view group;
    for (const Finding& finding : findings) {
        if (groupName(finding.group) != group) {
            group = groupName(finding.group);
            text += (text.empty() ? "" : "\n") + std::string(group) + "\n";
        }
        std::string state(stateName(finding.state));
        state.resize(9, ' ');
        text += "  " + state + finding.name + std::string(name + 2 - finding.name.size(), ' ') +
                finding.found + "\n";
        if (!finding.why.empty()) {
            text += "           " + finding.why + "\n";
        }
        for (const std::string& fix : finding.fix) {
            text += "           fix: " + fix + "\n";
        }
    }
    return text + "\n" + sums(findings) + "\n";
}

std::string doctorJson(const std::vector<Finding>& findings) {
    JsonWriter json;
    json.beginObject();
    for (const State state : {State::Good, State::Limited, State::Broken}) {
        json.field(stateName(state), static_cast<std::int64_t>(count(findings, state)));
    }
    json.key("findings");
    json.beginArray();
    for (const Finding& finding : findings) {
        json.beginObject();
        json.field("group", groupName(finding.group));
        json.field("name", finding.name);
        json.field("state", stateName(finding.state));
        json.field("found", finding.found);
        json.field("why", finding.why);
        json.key("fix");
        json.beginArray();
        for (const std::string& fix : finding.fix) {
            json.text(fix);
        }
        json.endArray();
        json.endObject();
    }
    json.endArray();
    json.endObject();
    return json.take();
}

} // namespace

int runDoctor(int argc, char** argv) {
    CLI::App parser("Says what this machine and a program can record, and what stands in the way",
                    "lanescope doctor");
    std::string folder = ".";
    bool json = false;
    parser.add_option("-o,--output", folder, "the folder that sessions go to")->check(CLI::ExistingDirectory);
    parser.add_flag("--json", json, "print one JSON object");
    parser.footer("Records a moment of torch with that Python, or with python3.\n"
                  "Exit code: 1 if something is broken.");
    char** const end = argv + argc;
    char** const split =
        std::find_if(argv + 1, end, [](const char* word) { return std::string_view(word) == "--"; });
    if (const auto code = parseArguments(parser, static_cast<int>(split - argv), argv)) {
        return *code;
    }
    doctor::DoctorOptions options;
    options.trial.bootFolder = bootFolder();
    options.trial.counterHelper = counterHelper(options.trial.bootFolder);
    options.trial.interpreter = interpreterOf({split == end ? end : split + 1, end});
    options.folder = folder;
    if (!hasProbe(options.trial.bootFolder)) {
        return kFailed;
    }
    const std::vector<Finding> findings = doctor::examine(options);
    print(json ? doctorJson(findings) : forTerminal(doctorText(findings)));
    return count(findings, State::Broken) > 0 ? kFailed : kGood;
}

} // namespace lanes::cli
