#include "app/cli/recording/RemoteJob.h"

#include "app/cli/Command.h"
#include "collector/recorder/host/OutputFile.h"
#include "model/analysis/ranks/RankAlignment.h"
#include "model/base/Utf8.h"
#include "model/io/joining/TraceMerge.h"
#include "model/session/writing/WriteTrace.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <filesystem>

namespace fs = std::filesystem;

namespace lanes::cli {

namespace {

constexpr int kMostNodes = 1024;
std::array<volatile pid_t, kMostNodes> nearEnds{}; // for the signal's handler; 0: none

// What a terminal sends reaches every near end by itself.
void passOnToNearEnds(int signal, siginfo_t* about, void* /*context*/) {
    for (const pid_t child : nearEnds) {
        if (child > 0 && about->si_code != SI_KERNEL) {
            kill(child, signal);
        }
    }
}

void passJobSignals() {
    struct sigaction action {};
    action.sa_sigaction = &passOnToNearEnds;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        sigaction(signal, &action, nullptr);
    }
}

int complainOfJob(const Error& error, int code) {
    std::fprintf(stderr, "lanescope: %s\n", forTerminal(error.message).c_str());
    return code;
}

// `record --on` of one target, as a process of its own.
pid_t startNearEnd(const RemoteRecord& wish, std::size_t node, const std::string& part) {
    const std::size_t nodes = wish.on.size();
    std::vector<std::string> words{"lanescope", "record", "--on", wish.on[node], "-o", part};
    if (!wish.folder.empty()) {
        words.insert(words.end(), {"--folder", wish.folder});
    }
    std::vector<std::string> rest = wish.options;
    rest.emplace_back("--");
    rest.insert(rest.end(), wish.command.begin(), wish.command.end());
    rest = withNode(std::move(rest), node, nodes);
    words.insert(words.end(), rest.begin(), rest.end());
    std::vector<char*> argv;
    argv.reserve(words.size() + 1);
    for (std::string& word : words) {
        argv.push_back(word.data());
    }
    argv.push_back(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        execv("/proc/self/exe", argv.data());
        _exit(kFailed);
    }
    return child;
}

int codeOfNearEnd(pid_t child) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

Result<void> joinParts(const std::vector<std::string>& parts, const std::string& output) {
    const auto whole = openAsOne(parts, {}, &alignRanks);
    if (!whole) {
        return whole.error();
    }
    if (const auto written = session::writeTrace(*whole.value(), output); !written) {
        return written.error();
    }
    std::fprintf(stderr, "lanescope: %s: %zu ranks of %zu hosts\n", forTerminal(output).c_str(),
                 ranksOf(*whole.value()).size(), parts.size());
    return {};
}

} // namespace

std::vector<std::string> partsOf(const std::string& output, const std::vector<std::string>& targets) {
    std::vector<std::string> parts;
    const fs::path whole(output);
    for (const std::string& target : targets) {
        std::string name = target.substr(target.find(':') + 1);
        std::ranges::replace_if(
            name, [](unsigned char c) { return std::isalnum(c) == 0 && c != '.' && c != '-' && c != '_'; },
            '_');
        const std::string stem = (whole.parent_path() / (whole.stem().string() + "-" + name)).string();
        std::string part = stem + ".lanes";
        for (int number = 2; std::ranges::find(parts, part) != parts.end(); ++number) {
            part = stem + "-" + std::to_string(number) + ".lanes";
        }
        parts.push_back(part);
    }
    return parts;
}

std::vector<std::string> withNode(std::vector<std::string> words, std::size_t node, std::size_t nodes) {
    const std::array<std::pair<std::string, std::string>, 2> known{
        {{"{node}", std::to_string(node)}, {"{nodes}", std::to_string(nodes)}}};
    for (std::string& word : words) {
        for (const auto& [name, value] : known) {
            for (std::size_t at = 0; (at = word.find(name, at)) != std::string::npos; at += value.size()) {
                word.replace(at, name.size(), value);
            }
        }
    }
    return words;
}

int recordJob(const RemoteRecord& wish, const std::string& output) {
    if (!wish.resume.empty() || wish.on.size() > kMostNodes) {
        return complainOfJob({wish.resume.empty()
                                  ? "--on: more than 1024 targets are no job for one machine."
                                  : "--resume takes up one capture; give the one --on that it is on."},
                             kUsage);
    }
    // refused now rather than after hours
    if (const auto may = recorder::OutputFile::create(output, false); !may) {
        return complainOfJob(may.error(), kFailed);
    }
    const std::vector<std::string> parts = partsOf(output, wish.on);
    std::vector<pid_t> children;
    for (std::size_t node = 0; node < wish.on.size(); ++node) {
        children.push_back(startNearEnd(wish, node, parts[node]));
        nearEnds[node] = children.back();
    }
    passJobSignals();
    int code = kGood;
    for (std::size_t node = 0; node < children.size(); ++node) {
        const int ended = codeOfNearEnd(children[node]);
        nearEnds[node] = 0;
        code = code == kGood ? ended : code;
    }
    std::vector<std::string> there;
    std::ranges::copy_if(parts, std::back_inserter(there), [](const std::string& part) {
        std::error_code problem;
        return fs::exists(part, problem);
    });
    if (there.size() < 2) {
        return code; // what little there is has its own name
    }
    if (const auto joined = joinParts(there, output); !joined) {
        std::fprintf(stderr,
                     "lanescope: what was recorded stands in %s and %zu more, but is no one session: %s\n",
                     forTerminal(there.front()).c_str(), there.size() - 1,
                     forTerminal(joined.error().message).c_str());
        return code == kGood ? kFailed : code;
    }
    return code;
}

} // namespace lanes::cli
