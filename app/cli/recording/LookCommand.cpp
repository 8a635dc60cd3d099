#include "app/cli/Analysis.h"
#include "app/cli/Commands.h"
#include "app/cli/InstalledFiles.h"
#include "collector/remote/Collector.h"
#include "collector/remote/FarLook.h"
#include "model/base/Format.h"
#include "model/base/Utf8.h"
#include "model/trace/args/JsonWriter.h"

#include <filesystem>
#include <optional>
#include <utility>

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

// What came from the target, and for a target how it was reached.
struct Seen {
    remote::FarLook look;
    std::optional<remote::FarWay> way;
};

void addMachine(JsonWriter& json, const doctor::MachineFacts& machine) {
    json.key("machine");
    json.beginObject();
    addList(json, "devices", machine.devices);
    json.field("driver", machine.driver);
    json.key("profiling_restricted");
    json.boolean(machine.profilingRestricted);
    json.field("shared_memory_bytes", static_cast<std::int64_t>(machine.sharedMemory));
    json.key("shared_memory_roomy");
    json.boolean(machine.sharedMemoryRoomy);
    json.field("disk_bytes", static_cast<std::int64_t>(machine.disk));
    json.endObject();
}

void addWay(JsonWriter& json, const remote::FarWay& way) {
    json.key("way");
    json.beginObject();
    json.field("through", way.through);
    json.field("answers_in_ms", way.answersInMs);
    json.field("collector_bytes", static_cast<std::int64_t>(way.collectorBytes));
    json.key("collector_copied");
    json.boolean(way.copied);
    json.endObject();
}

std::string jsonOf(const Seen& seen) {
    const remote::FarLook& look = seen.look;
    JsonWriter json;
    json.beginObject();
    json.key("folder_there");
    json.boolean(look.folderThere);
    json.field("program", look.program);
    json.key("script_there");
    json.boolean(look.scriptThere);
    json.field("python", look.python);
    json.field("torch", look.torch);
    json.field("cupti", look.cupti);
    addList(json, "folders", look.folders);
    addList(json, "interpreters", look.interpreters);
    addList(json, "variables", look.variables);
    addList(json, "missing", look.missing);
    addMachine(json, look.machine);
    if (seen.way) {
        addWay(json, *seen.way);
    }
    json.endObject();
    return json.take();
}

std::string bytesText(std::uint64_t bytes) {
    return formatBytes(static_cast<std::int64_t>(bytes));
}

std::string machineText(const doctor::MachineFacts& machine) {
    std::string text;
    for (const std::string& device : machine.devices) {
        text += "gpu      " + device + ", driver " + machine.driver + "\n";
    }
    text += machine.devices.empty() ? "gpu      none\n" : "";
    text += machine.profilingRestricted
                ? "gpu      profiling is for administrators only; lanescope doctor there has "
                  "the remedy\n"
                : "";
    text += "shm      " + bytesText(machine.sharedMemory) + " free in /dev/shm" +
            (machine.sharedMemoryRoomy ? "" : ": busy threads may lose records") + "\n";
    return text + "disk     " + bytesText(machine.disk) + " free in the home folder\n";
}

// A line for each thing, with what is wrong in it.
std::string textOf(const Seen& seen, const remote::FarWish& wish) {
    const remote::FarLook& look = seen.look;
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
    text += machineText(look.machine);
    for (const std::string& missing : look.missing) {
        text += "missing  " + missing + "\n";
    }
    for (const std::string& interpreter : look.interpreters) {
        text += "found    " + interpreter + "\n";
    }
    return forTerminal(text);
}

Result<Seen> lookAt(const std::string& on, const remote::FarWish& wish) {
    if (remote::CaptureTarget::isHere(on)) {
        return Seen{remote::lookHere(wish), std::nullopt};
    }
    const auto target = remote::CaptureTarget::reach(on);
    if (!target) {
        return Error{"--on: " + target.error().message};
    }
    const auto archive = remote::archiveCollector(collectorFolder(bootFolder()));
    if (!archive) {
        return archive.error();
    }
    remote::FarWay way;
    auto look = remote::lookOn(target.value(), archive.value(), wish, &way);
    return look ? Result<Seen>(Seen{std::move(look).value(), way}) : look.error();
}

} // namespace

int runLook(int argc, char** argv) {
    CLI::App parser("Says what a program would find on another host or in a container, and starts nothing",
                    "lanescope look");
    std::string on;
    remote::FarWish wish;
    bool json = false;
    parser.add_option("--on", on, "ssh:HOST, docker:NAME, podman:NAME, kubectl:POD or local")
        ->required()
        ->option_text("TARGET");
    parser
        .add_option("--folder", wish.folder,
                    "folder in which the program would run; without it, the home folder there")
        ->option_text("FOLDER");
    parser.add_option("--env", wish.environment, "variable of the program's environment; may be repeated")
        ->option_text("NAME=VALUE")
        ->allow_extra_args(false);
    parser.add_flag("--json", json, "prints JSON");
    parser.add_option("PROGRAM", wish.command, "program and arguments, after --")->option_text("PROGRAM...");
    parser.footer("Exit code 0: it could be started there; 1: it could not, or it is not known.");
    if (const auto code = parseArguments(parser, argc, argv)) {
        return *code;
    }
    if (remote::CaptureTarget::isHere(on)) {
        std::error_code problem;
        wish.folder = (fs::current_path(problem) / wish.folder).lexically_normal().string();
    }
    const auto seen = lookAt(on, wish);
    if (!seen) {
        return fail(parser, seen.error());
    }
    print(json ? jsonOf(seen.value()) : textOf(seen.value(), wish));
    const remote::FarLook& look = seen->look;
    const bool good = look.folderThere && look.scriptThere && (wish.command.empty() || !look.program.empty());
    return good || json ? kGood : kFailed;
}

} // namespace lanes::cli
