#include "app/cli/recording/RecordingReport.h"

#include "collector/remote/FarEnd.h"
#include "model/base/Format.h"
#include "model/base/Utf8.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>

namespace fs = std::filesystem;

namespace lanes::cli {

namespace {

// "9,290 records and 47 threads lost", or "0 lost".
std::string lossText(const recorder::Losses& lost) {
    std::string text;
    const auto add = [&](std::uint64_t count, const char* one, const char* many) {
        if (count > 0) {
            text += (text.empty() ? "" : ", ") + formatCount(static_cast<std::int64_t>(count)) + " " +
                    (count == 1 ? one : many);
        }
    };
    add(lost.records, "record", "records");
    add(lost.threads, "thread", "threads");
    add(lost.processes, "process", "processes");
    return (lost.any() ? text : "0") + " lost";
}

} // namespace

std::string defaultOutput(const std::vector<std::string>& command) {
    fs::path name = fs::path(command.front()).filename();
    for (const std::string& word : command) {
        if (word.ends_with(".py")) {
            name = fs::path(word).stem();
            break;
        }
    }
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    std::array<char, 32> stamp{};
    std::strftime(stamp.data(), stamp.size(), "-%Y%m%d-%H%M%S", &local);
    return name.string() + stamp.data() + ".lanes";
}

bool sessionIsFetched() {
    const bool fetched = std::getenv(remote::kFetchedVariable) != nullptr;
    unsetenv(remote::kFetchedVariable); // it is not the program's
    return fetched;
}

std::function<void(const std::string& line)> tellerOf(const std::string& output, bool fetched) {
    const std::string folder = fetched ? fs::path(output).parent_path().string() + "/" : std::string();
    return [folder](const std::string& line) {
        std::string told = line;
        for (std::size_t at = 0; !folder.empty() && (at = told.find(folder, at)) != std::string::npos;) {
            told.erase(at, folder.size());
        }
        std::fprintf(stderr, "lanescope: %s\n", forTerminal(told).c_str());
    };
}

void reportRecording(const recorder::RecordOutcome& outcome, bool fetched) {
    if (outcome.writeError) {
        std::fprintf(stderr,
                     "lanescope: %s. The program ran on, the session ends there and opens; make room or "
                     "choose another "
                     "place with -o, and record again.\n",
                     outcome.writeError->message.c_str());
        return;
    }
    if (!outcome.kept) {
        std::fprintf(stderr, "lanescope: %s\n",
                     outcome.saved.empty()
                         ? "nothing happened that was to be saved: there is no session"
                         : ("the last of what was saved is " +
                            (fetched ? fs::path(outcome.saved).filename().string() : outcome.saved))
                               .c_str());
        return;
    }
    std::fprintf(
        stderr, "lanescope: %s: %s events, %s\n", fetched ? "recorded there" : outcome.output.c_str(),
        formatCount(static_cast<std::int64_t>(outcome.events)).c_str(), lossText(outcome.lost).c_str());
    for (const std::string& reason : outcome.reasons) {
        std::fprintf(stderr, "lanescope: not recorded: %s\n", reason.c_str());
    }
    for (const std::string& note : outcome.notes) {
        std::fprintf(stderr, "lanescope: %s\n", forTerminal(note).c_str());
    }
}

std::vector<std::string> commandOf(pid_t process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/cmdline", std::ios::binary);
    std::vector<std::string> words;
    for (std::string word; std::getline(file, word, '\0');) {
        words.push_back(word);
    }
    return words.empty() ? std::vector<std::string>{"process-" + std::to_string(process)} : words;
}

} // namespace lanes::cli
