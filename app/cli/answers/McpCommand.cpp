#include "app/cli/Analysis.h"
#include "app/cli/Commands.h"
#include "app/cli/InstalledFiles.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

namespace lanes::cli {

namespace {

// The package `lanescope` that came with this program, in front of what PYTHONPATH names.
void usePackageBeside() {
    const std::string folder = std::filesystem::path(bootFolder()).parent_path() / "python";
    const char* const others = std::getenv("PYTHONPATH");
    const std::string path = folder + (others != nullptr && *others != '\0' ? ":" + std::string(others) : "");
    setenv("PYTHONPATH", path.c_str(), 1);
}

} // namespace

int runMcp(int argc, char** argv) {
    CLI::App parser(
        "Answers an agent about sessions, over standard input and output, by the Model Context Protocol",
        "lanescope mcp");
    std::vector<std::string> files;
    std::string python = "python3";
    parser.add_option("FILE", files, "a session (.lanes) or a trace; no other file is read")->required();
    parser.add_option("--python", python, "the Python that has the package mcp")->option_text("PYTHON");
    if (const auto code = parseArguments(parser, argc, argv)) {
        return *code;
    }
    usePackageBeside();
    std::vector<std::string> words{python, "-m", "lanescope.agents"};
    words.insert(words.end(), files.begin(), files.end());
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    execvp(python.c_str(), arguments.data());
    return fail(parser, Error{python + " could not be started: " + std::strerror(errno) +
                              "; --python names another"});
}

} // namespace lanes::cli
