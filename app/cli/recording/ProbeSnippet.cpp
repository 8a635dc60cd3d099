#include "app/cli/recording/ProbeSnippet.h"

#include "app/cli/InstalledFiles.h"
#include "collector/attach/PythonInjector.h"

#include <array>
#include <cstdio>
#include <fstream>
#include <string_view>

namespace lanes::cli {

namespace {

// Our package, found by its path: the program's own list of paths stays as it is.
constexpr std::string_view kSnippet = R"(
def run():
    try:
        import sys
        if 'lanescope_probe' not in sys.modules:
            from _frozen_importlib import module_from_spec
            from _frozen_importlib_external import spec_from_file_location
            folder = BOOT + '/lanescope_probe'
            spec = spec_from_file_location('lanescope_probe', folder + '/__init__.py', submodule_search_locations=[folder])
            module = module_from_spec(spec)
            spec.loader.exec_module(module)
            sys.modules['lanescope_probe'] = module
        from lanescope_probe.own_imports import load
        attached = load('lanescope_probe.attached')
        CALL
        return 'ok'
    except BaseException as problem:
        return f'{type(problem).__name__}: {problem}'
REPLY = run()
)";

// A literal of any bytes but NUL.
std::string pythonText(std::string_view text) {
    std::string literal = "__import__('os').fsdecode(b'";
    for (const char byte : text) {
        std::array<char, 8> code{};
        std::snprintf(code.data(), code.size(), "\\x%02x", static_cast<unsigned char>(byte));
        literal += code.data();
    }
    return literal + "')";
}

std::string replaced(std::string text, std::string_view what, std::string_view with) {
    return text.replace(text.find(what), what.size(), with);
}

Result<void> run(pid_t process, const std::string& call) {
    const std::string snippet =
        replaced(replaced(std::string(kSnippet), "BOOT", pythonText(bootFolder())), "CALL", call);
    const auto done = attach::runPython(process, snippet);
    if (!done) {
        return done.error();
    }
    constexpr std::string_view kExpected = "Uncalibrated: "; // a sentence for the user
    std::string reply = done.value().reply;
    if (reply == "ok") {
        return {};
    }
    if (reply.starts_with(kExpected)) {
        reply.erase(0, kExpected.size());
    }
    if (reply.find("No such file or directory") != std::string::npos) {
        reply += "; the program must see this folder: in a container, attach from within it";
    }
    if (reply == "it is being recorded already") {
        reply += "; `lanescope ctl` steers that recording, `lanescope detach` ends one that was attached";
    }
    return Error{"Process " + std::to_string(process) + " cannot be recorded: " + reply + "."};
}

} // namespace

Result<void> joinFromOutside(pid_t process, const std::string& folder) {
    return run(process, "attached.join(" + pythonText(folder) + ")");
}

Result<void> leaveFromOutside(pid_t process) {
    return run(process, "attached.leave()");
}

bool hasProbeLoaded(pid_t process) {
    std::ifstream maps("/proc/" + std::to_string(process) + "/maps");
    for (std::string line; std::getline(maps, line);) {
        if (line.find("/liblanescope_probe.so") != std::string::npos) {
            return true;
        }
    }
    return false;
}

} // namespace lanes::cli
