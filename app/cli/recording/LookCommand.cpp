#include "app/cli/recording/LookCommand.h"

#include "app/cli/Analysis.h"
#include "app/cli/InstalledFiles.h"
#include "collector/remote/Collector.h"
#include "collector/remote/FarLook.h"
#include "model/base/Utf8.h"
#include "model/trace/JsonWriter.h"

#include <filesystem>

namespace fs = std::filesystem;

namespace lanes::cli {

namespace {

void addList(JsonWriter& json, const char* name, const std::vector<std::string>& words) {
    json.key(name);
    json.beginArray();
    for (const std::string& word : words) {
        json.text(word);
    }
    json.endArray();
}

std::string jsonOf(const remote::FarLook& look) {
    JsonWriter json;
    json.beginObject();
    json.key("folder_there");
    json.boolean(look.folderThere);
    json.field("program", look.program);
    json.key("script_there");
    json.boolean(look.scriptThere);
    json.field("python", look.python);
    json.field("torch", look.torch);
    addList(json, "folders", look.folders);
    addList(json, "interpreters", look.interpreters);
    addList(json, "variables", look.variables);
    addList(json, "missing", look.missing);
    json.endObject();
    return json.take();
}

// A line for each thing, with what is wrong in it.
std::string textOf(const remote::FarLook& look, const remote::FarWish& wish) {
    const std::string folder = wish.folder.empty() ? "the home folder" : wish.folder;
    std::string text =
        "folder   " + folder + (look.folderThere ? "\n" : ": is not there; --folder names another\n");
    if (!wish.command.empty()) {
        text += "program  " +
                (look.program.empty() ? wish.command.front() + ": cannot be run there" : look.program) + "\n";
        text += look.scriptThere ? "" : "script   " + wish.command[1] + ": is not in this folder\n";
        text += look.python.empty() ? "" : "python   " + look.python + "\n";
        text += look.python.empty()
                    ? ""
                    : "torch    " +
                          (look.torch.empty() ? "none: there would be nothing to record" : look.torch) + "\n";
    }
    for (const std::string& missing : look.missing) {
        text += "missing  " + missing + "\n";
    }
    for (const std::string& interpreter : look.interpreters) {
        text += "found    " + interpreter + "\n";
    }
    return forTerminal(text);
}

Result<remote::FarLook> lookAt(const std::string& on, const remote::FarWish& wish) {
    if (remote::CaptureTarget::isHere(on)) {
        return remote::lookHere(wish);
    }
    const auto target = remote::CaptureTarget::parse(on);
    if (!target) {
        return Error{"--on: " + target.error().message};
    }
    const auto archive = remote::archiveCollector(collectorFolder(bootFolder()));
    return archive ? remote::lookOn(target.value(), archive.value(), wish) : archive.error();
}

} // namespace

int runLook(int argc, char** argv) {
    CLI::App parser("Says what a program would find on another host or in a container, and starts nothing",
                    "lanescope look");
    std::string on;
    remote::FarWish wish;
    bool json = false;
    parser
        .add_option("--on", on,
                    "ssh:HOST, docker:NAME, podman:NAME, kubectl:POD or local, as of 'record --on'")
        ->required()
        ->option_text("TARGET");
    parser.add_option("--folder", wish.folder, "where the program would run there; else the home folder")
        ->option_text("FOLDER");
    parser
        .add_option("--env", wish.environment,
                    "a variable of the program's environment, as of 'record'; may be repeated")
        ->option_text("NAME=VALUE")
        ->allow_extra_args(false);
    parser.add_flag("--json", json, "for programs");
    parser.add_option("PROGRAM", wish.command, "the program and its arguments, behind --")
        ->option_text("PROGRAM...");
    parser.footer("Exit code 0: it could be started there; 1: it could not, or it is not known.");
    if (const auto code = parseArguments(parser, argc, argv)) {
        return *code;
    }
    if (remote::CaptureTarget::isHere(on)) {
        std::error_code problem;
        wish.folder = (fs::current_path(problem) / wish.folder).lexically_normal().string();
    }
    const auto look = lookAt(on, wish);
    if (!look) {
        return fail(parser, look.error());
    }
    print(json ? jsonOf(look.value()) : textOf(look.value(), wish));
    const bool good =
        look->folderThere && look->scriptThere && (wish.command.empty() || !look->program.empty());
    return good || json ? kGood : kFailed;
}

} // namespace lanes::cli
