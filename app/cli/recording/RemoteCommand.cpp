#include "app/cli/Analysis.h"
#include "app/cli/Commands.h"
#include "collector/remote/FarEnd.h"
#include "collector/remote/FarLook.h"
#include "collector/remote/FarPrograms.h"
#include "collector/remote/SourceFile.h"

#include <filesystem>
#include <functional>
#include <map>

namespace lanes::cli {

namespace {

// "6869007900": "hi", "y". Words come as digits, which no shell on the way takes for anything else.
std::optional<std::vector<std::string>> wordsOfHex(const std::string& hex) {
    std::vector<std::string> words;
    std::string word;
    for (std::size_t at = 0; at + 1 < hex.size(); at += 2) {
        int value = 0;
        const auto [end, error] = std::from_chars(hex.data() + at, hex.data() + at + 2, value, 16);
        if (error != std::errc() || end != hex.data() + at + 2) {
            return std::nullopt;
        }
        if (value == 0) {
            words.push_back(std::exchange(word, {}));
        } else {
            word += static_cast<char>(value);
        }
    }
    return words;
}

std::uint64_t countOf(const std::string& text) {
    std::uint64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

// `words`: the folder, then what the command is told.
Result<void> begin(const std::string& command, const std::vector<std::string>& words) {
    std::error_code problem;
    const std::string self = std::filesystem::read_symlink("/proc/self/exe", problem).string();
    const auto capture = remote::startCapture(self, command, words[0], {words.begin() + 1, words.end()});
    if (!capture) {
        return capture.error();
    }
    print("capture:" + capture.value() + "\n");
    return {};
}

Result<void> start(const std::vector<std::string>& words) {
    return begin("record", words);
}

Result<void> attach(const std::vector<std::string>& words) {
    return begin("attach", words);
}

Result<void> programs(const std::vector<std::string>& /*words*/) {
    return remote::sendPrograms();
}

Result<void> look(const std::vector<std::string>& words) {
    return remote::sendLook(words);
}

Result<void> follow(const std::vector<std::string>& words) {
    return remote::followCapture(words[0], {countOf(words[1]), countOf(words[2]), countOf(words[3]),
                                            countOf(words[4]), countOf(words[5])});
}

Result<void> remove(const std::vector<std::string>& words) {
    return remote::removeCapture(words[0]);
}

Result<void> source(const std::vector<std::string>& words) {
    return remote::sendSource(words[0]);
}

struct Task {
    std::size_t fewestWords;
    Result<void> (*run)(const std::vector<std::string>& words);
};

} // namespace

int runRemote(int argc, char** argv) {
    static const std::map<std::string, Task> kTasks{
        {"start", {2, start}},   {"attach", {2, attach}}, {"programs", {0, programs}}, {"look", {2, look}},
        {"follow", {6, follow}}, {"remove", {1, remove}}, {"source", {1, source}}};
    CLI::App parser("The far end of 'record --on': runs on the host of the program, called by its near end",
                    "lanescope remote");
    std::string task;
    std::string hex;
    parser.add_option("TASK", task, "start, attach, programs, look, follow, remove or source")
        ->required()
        ->option_text("TASK");
    parser.add_option("WORDS", hex, "what it is about, in hexadecimal digits")
        ->required()
        ->option_text("WORDS");
    if (const auto code = parseArguments(parser, argc, argv)) {
        return *code;
    }
    const auto found = kTasks.find(task);
    const auto words = wordsOfHex(hex);
    if (found == kTasks.end() || !words || words->size() < found->second.fewestWords) {
        return fail(parser,
                    Error{"'" + task + "' with these words is nothing; 'record --on' knows how to ask."},
                    kUsage);
    }
    const auto done = found->second.run(*words);
    return done ? kGood : fail(parser, done.error());
}

} // namespace lanes::cli
