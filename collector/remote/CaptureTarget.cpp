#include "collector/remote/CaptureTarget.h"

#include "collector/remote/ChildStream.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <sstream>

namespace lanes::remote {

namespace {

constexpr std::size_t kMostFolderBytes = 40; // of the path of a socket, of which ssh wants the rest
constexpr std::array<std::string_view, 6> kPrograms{"ssh",     "docker",       "podman",
                                                    "kubectl", "docker-image", "podman-image"};

bool isPlainWord(std::string_view word) {
    return !word.empty() && std::ranges::all_of(word, [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '-' || c == '.';
    });
}

// One connection for all that follows, so that a password is asked for once; %C is ssh's hash of it. Without a folder
// that is the user's alone each asks for itself. A connection that the user has open to be shared serves us, too.
std::vector<std::string> sshArgv(bool sharesUsers) {
    std::vector<std::string> argv{"ssh", "-T", "-o", "ServerAliveInterval=5", "-o", "ServerAliveCountMax=3"};
    const char* folder = std::getenv("XDG_RUNTIME_DIR");
    if (!sharesUsers && folder != nullptr && *folder == '/' && std::strlen(folder) <= kMostFolderBytes) {
        argv.insert(argv.end(), {"-o", "ControlMaster=auto", "-o", "ControlPersist=60", "-o",
                                 "ControlPath=" + std::string(folder) + "/lanescope-ssh-%C"});
    }
    return argv;
}

} // namespace

Result<CaptureTarget> CaptureTarget::parse(std::string_view text) {
    const std::size_t colon = text.find(':');
    CaptureTarget target;
    target.text_ = text;
    target.program_ = text.substr(0, colon);
    target.name_ = colon == std::string_view::npos ? "" : text.substr(colon + 1);
    if (std::ranges::find(kPrograms, target.program_) == kPrograms.end() || target.name_.empty()) {
        return Error{"'" + target.text_ +
                     "' is no target; write ssh:HOST, docker:NAME, podman:NAME, kubectl:POD, "
                     "docker-image:IMAGE or local."};
    }
    const bool control = std::ranges::any_of(target.name_, [](unsigned char c) { return c < ' '; });
    if (target.name_.front() == '-' || control) {
        return Error{"'" + target.name_ + "' cannot be the name of a host or container."};
    }
    return target;
}

Result<CaptureTarget> CaptureTarget::reach(std::string_view text) {
    auto target = parse(text);
    if (!target || target->program_ != "ssh") {
        return target;
    }
    const auto said = ChildStream::run({"ssh", "-G", "--", target->name_}, "", ChildStream::Group::Own);
    std::istringstream lines(said ? said->text : std::string());
    for (std::string option, value; lines >> option && std::getline(lines >> std::ws, value);) {
        if (option == "proxyjump") {
            target->through_ = value;
        }
    }
    const auto open =
        ChildStream::run({"ssh", "-q", "-O", "check", "--", target->name_}, "", ChildStream::Group::Own);
    target->sharesUsers_ = open && open->code == 0;
    return target;
}

std::vector<std::string> CaptureTarget::command(const std::string& script,
                                                const std::vector<std::string>& words) const {
    std::vector<std::string> argv{program_};
    if (program_ == "ssh") {
        argv = sshArgv(sharesUsers_);
        // ssh joins its words with spaces and gives them to whatever shell the user has there
        std::string line = "sh -c '" + script + "' sh";
        for (const std::string& word : words) {
            line += " " + (isPlainWord(word) ? word : std::string("-"));
        }
        argv.insert(argv.end(), {"--", name_, line});
        return argv;
    }
    argv.insert(argv.end(), {"exec", "-i"});
    const std::size_t slash = program_ == "kubectl" ? name_.find('/') : std::string::npos;
    if (slash != std::string::npos) {
        argv.push_back("--namespace=" + name_.substr(0, slash));
    }
    argv.push_back(slash == std::string::npos ? name_ : name_.substr(slash + 1));
    if (program_ == "kubectl") {
        argv.emplace_back("--");
    }
    argv.insert(argv.end(), {"sh", "-c", script, "sh"});
    argv.insert(argv.end(), words.begin(), words.end());
    return argv;
}

std::vector<std::string> CaptureTarget::closing() const {
    if (program_ != "ssh" || sharesUsers_) {
        return {};
    }
    std::vector<std::string> argv = sshArgv(false);
    argv.insert(argv.end(), {"-q", "-O", "exit", "--", name_});
    return argv;
}

} // namespace lanes::remote
