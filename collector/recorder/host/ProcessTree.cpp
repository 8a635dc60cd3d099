#include "collector/recorder/host/ProcessTree.h"

#include "model/base/WholeFile.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

namespace fs = std::filesystem;

namespace lanes::recorder {

namespace {

constexpr int kDeepest = 1000; // parents of parents

std::string placeOf(pid_t process) {
    return "/proc/" + std::to_string(process);
}

// The processes that `parent` has started itself.
void addChildren(pid_t parent, pid_t spared, std::vector<pid_t>& into) {
    std::error_code gone;
    for (fs::directory_iterator at(placeOf(parent) + "/task", gone); !gone && at != fs::directory_iterator();
         at.increment(gone)) {
        std::ifstream file(at->path() / "children");
        for (pid_t child = 0; file >> child;) {
            if (child > 0 && child != spared) {
                into.push_back(child);
            }
        }
    }
}

// 0 if there is none that can be known.
pid_t parentOf(pid_t process) {
    const std::string stat = wholeFile(placeOf(process) + "/stat");
    // the name before it may hold anything, also parentheses
    const std::size_t name = stat.rfind(')');
    std::istringstream fields(name == std::string::npos ? "" : stat.substr(name + 1));
    std::string state;
    pid_t parent = 0;
    return fields >> state >> parent ? parent : 0;
}

} // namespace

void killTree(pid_t root, bool rootToo, pid_t spared) {
    if (rootToo) {
        ::kill(root, SIGSTOP);
    }
    // each is stopped before its children are listed, so that it starts no more of them, and nobody is left without a
    // parent before the last one is known
    std::vector<pid_t> found;
    addChildren(root, spared, found);
    for (std::size_t i = 0; i < found.size(); ++i) {
        ::kill(found[i], SIGSTOP);
        addChildren(found[i], spared, found);
    }
    if (rootToo) {
        found.insert(found.begin(), root);
    }
    for (const pid_t process : found) {
        ::kill(process, SIGKILL);
    }
}

bool isBelow(pid_t process, pid_t ancestor) {
    for (int i = 0; i < kDeepest && process > 1; ++i) {
        process = parentOf(process);
        if (process == ancestor) {
            return true;
        }
    }
    return false;
}

bool sharesPids(pid_t process) {
    const auto space = [](const std::string& who) {
        std::error_code problem;
        return fs::read_symlink("/proc/" + who + "/ns/pid", problem).string();
    };
    const std::string theirs = space(std::to_string(process));
    return !theirs.empty() && theirs == space("self");
}

} // namespace lanes::recorder
