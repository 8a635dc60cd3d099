#include "collector/remote/FarLook.h"

#include "collector/doctor/SystemChecks.h"
#include "collector/remote/ChildStream.h"
#include "collector/remote/FarAnswer.h"
#include "collector/remote/WordList.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <sstream>

namespace fs = std::filesystem;

namespace lanes::remote {

const char* const kInterpreterQuestion = "import sys, importlib.util as u\n"
                                         "v = '%d.%d' % sys.version_info[:2]\n"
                                         "t = ''\n"
                                         "try:\n"
                                         "    from importlib.metadata import version\n"
                                         "    t = version('torch')\n"
                                         "except Exception:\n"
                                         "    t = '?' if u.find_spec('torch') else ''\n"
                                         "c = ''\n"
                                         "for n in ('', '-cu13', '-cu12', '-cu11') if t else ():\n"
                                         "    try:\n"
                                         "        c = c or version('nvidia-cuda-cupti' + n)\n"
                                         "    except Exception:\n"
                                         "        pass\n"
                                         "print(v, t, c)\n";

namespace {

constexpr std::size_t kMostLookBytes = 1 << 20;
constexpr std::size_t kMostFolders = 64;
constexpr std::size_t kMostVariables = 1024;

std::string homeThere() {
    const char* home = std::getenv("HOME");
    return home == nullptr ? "/" : home;
}

std::string expanded(const std::string& path) {
    return path == "~" || path.starts_with("~/") ? homeThere() + path.substr(1) : path;
}

// A relative one is below the home, where a program without a folder runs.
fs::path placeOf(const std::string& typed) {
    return fs::path(homeThere()) / expanded(typed);
}

bool isProgram(const fs::path& path) {
    std::error_code problem;
    return fs::is_regular_file(path, problem) && access(path.c_str(), X_OK) == 0;
}

std::string foundProgram(const std::string& typed, const fs::path& folder) {
    const std::string name = expanded(typed);
    if (name.find('/') != std::string::npos) {
        const fs::path path = folder / name;
        return isProgram(path) ? path.lexically_normal().string() : std::string();
    }
    const char* variable = std::getenv("PATH");
    std::istringstream places(variable == nullptr ? "/usr/bin:/bin" : variable);
    for (std::string place; !name.empty() && std::getline(places, place, ':');) {
        if (isProgram(fs::path(place) / name)) {
            return (fs::path(place) / name).string();
        }
    }
    return {};
}

void askInterpreter(FarLook& look) {
    const auto said = ChildStream::run({"timeout", "10", look.program, "-c", kInterpreterQuestion}, "",
                                       ChildStream::Group::Own);
    if (said && said->code == 0) {
        std::istringstream(said->text) >> look.python >> look.torch >> look.cupti;
    }
}

// Of "~/pro": "~/projects", "~/prose"; as it was typed up to the last '/'.
std::vector<std::string> foldersLike(const std::string& typed) {
    const std::size_t slash = typed.rfind('/');
    const std::string before = slash == std::string::npos ? "" : typed.substr(0, slash + 1);
    const std::string begin = slash == std::string::npos ? typed : typed.substr(slash + 1);
    std::vector<std::string> folders;
    std::error_code problem;
    for (fs::directory_iterator at(placeOf(before), problem);
         !problem && at != fs::directory_iterator() && folders.size() < kMostFolders; at.increment(problem)) {
        const std::string name = at->path().filename().string();
        std::error_code ignored;
        if (name.starts_with(begin) && name.starts_with('.') == begin.starts_with('.') &&
            at->is_directory(ignored)) {
            folders.push_back(before + name);
        }
    }
    std::ranges::sort(folders);
    return folders;
}

std::vector<std::string> interpretersOf(const fs::path& folder) {
    std::vector<std::string> found;
    for (const char* environment : {".venv", "venv", "env"}) {
        const fs::path python = folder / environment / "bin" / "python";
        if (isProgram(python)) {
            found.push_back(python.string());
        }
    }
    for (const std::string& path : {foundProgram("python3", folder), foundProgram("python", folder)}) {
        if (!path.empty()) {
            found.push_back(path);
        }
    }
    return found;
}

std::vector<std::string> variablesHere() {
    std::vector<std::string> names;
    for (char** variable = environ; *variable != nullptr && names.size() < kMostVariables; ++variable) {
        const std::string_view text = *variable;
        names.emplace_back(text.substr(0, text.find('=')));
    }
    std::ranges::sort(names);
    return names;
}

// Into our own environment, by which programs are found and interpreters answer; what is a path, or several, and leads nowhere
// is remembered.
void takeVariables(const std::vector<std::string>& environment, FarLook& look) {
    for (const std::string& variable : environment) {
        const std::size_t at = variable.find('=');
        if (at == std::string::npos) {
            continue;
        }
        const std::string name = variable.substr(0, at);
        const std::string value = variable.substr(at + 1);
        setenv(name.c_str(), value.c_str(), 1);
        std::istringstream paths(value.starts_with('/') ? value : std::string());
        std::error_code problem;
        for (std::string path; std::getline(paths, path, ':');) {
            if (path.starts_with('/') && !fs::exists(path, problem)) {
                look.missing.push_back(name + "=" + path);
            }
        }
    }
}

} // namespace

FarLook lookHere(const FarWish& wish) {
    FarLook look;
    const std::vector<std::string>& command = wish.command;
    const fs::path folder = placeOf(wish.folder);
    std::error_code problem;
    look.folderThere = fs::is_directory(folder, problem);
    look.folders = foldersLike(wish.folder);
    look.variables = variablesHere();
    look.machine = doctor::SystemChecks("").facts(homeThere());
    takeVariables(wish.environment, look);
    look.interpreters = interpretersOf(folder);
    if (command.empty()) {
        return look;
    }
    look.program = foundProgram(command.front(), folder);
    if (!fs::path(command.front()).filename().string().starts_with("python") || look.program.empty()) {
        return look;
    }
    if (command.size() > 1 && command[1].ends_with(".py")) {
        look.scriptThere = fs::exists(folder / expanded(command[1]), problem);
    }
    askInterpreter(look);
    return look;
}

std::string encodedLook(const FarLook& look) {
    WordWriter words;
    for (const bool there : {look.folderThere, look.scriptThere}) {
        words.add(there ? "1" : "0");
    }
    const doctor::MachineFacts& machine = look.machine;
    for (const std::string& word : {look.program, look.python, look.torch, look.cupti, machine.driver}) {
        words.add(word);
    }
    for (const bool is : {machine.profilingRestricted, machine.sharedMemoryRoomy}) {
        words.add(is ? "1" : "0");
    }
    for (const std::uint64_t bytes : {machine.sharedMemory, machine.disk}) {
        words.add(std::to_string(bytes));
    }
    words.addList(machine.devices);
    words.addList(look.folders);
    words.addList(look.interpreters);
    words.addList(look.variables);
    words.addList(look.missing);
    return words.take();
}

Result<FarLook> decodedLook(std::string_view text) {
    WordReader words(text);
    FarLook look;
    look.folderThere = words.number<int>() == 1;
    look.scriptThere = words.number<int>() == 1;
    doctor::MachineFacts& machine = look.machine;
    for (std::string* word : {&look.program, &look.python, &look.torch, &look.cupti, &machine.driver}) {
        *word = words.word();
    }
    machine.profilingRestricted = words.number<int>() == 1;
    machine.sharedMemoryRoomy = words.number<int>() == 1;
    machine.sharedMemory = words.number<std::uint64_t>();
    machine.disk = words.number<std::uint64_t>();
    machine.devices = words.list();
    look.folders = words.list();
    look.interpreters = words.list();
    look.variables = words.list();
    look.missing = words.list();
    return words.good() && !words.more() ? Result<FarLook>(std::move(look))
                                         : Error{"what came is no answer."};
}

Result<FarLook> lookOn(const CaptureTarget& target, const std::string& archive, const FarWish& wish,
                       FarWay* way) {
    std::vector<std::string> words{"look", wish.folder, std::to_string(wish.environment.size())};
    words.insert(words.end(), wish.environment.begin(), wish.environment.end());
    words.insert(words.end(), wish.command.begin(), wish.command.end());
    const auto text = askFarEnd(
        target, archive,
        {.words = std::move(words), .what = "what is there", .mostBytes = kMostLookBytes, .first = true},
        way);
    if (!text) {
        return text.error();
    }
    auto look = decodedLook(text.value());
    return look ? std::move(look) : Error{target.text() + ": " + look.error().message};
}

Result<void> sendLook(const std::vector<std::string>& words) {
    std::size_t count = 0;
    std::from_chars(words[1].data(), words[1].data() + words[1].size(), count);
    if (count > words.size() - 2) {
        return Error{"look: the words are not those that lookOn() gives."};
    }
    const auto variables = words.begin() + 2;
    const auto command = variables + static_cast<std::ptrdiff_t>(count);
    const std::string text = encodedLook(lookHere(
        {.folder = words[0], .command = {command, words.end()}, .environment = {variables, command}}));
    return sendAnswerPart(text) && endAnswer(text.size()) ? Result<void>() : Error{"nobody reads the answer"};
}

} // namespace lanes::remote
