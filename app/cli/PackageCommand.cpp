#include "app/cli/PackageCommand.h"

#include "app/cli/Analysis.h"
#include "app/cli/InstalledFiles.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

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

void addPythonOption(CLI::App& parser, std::string& python, const std::string& package) {
    parser.add_option("--python", python, "the Python that has the package " + package)
        ->option_text("PYTHON");
}

int runPackage(const CLI::App& parser, const std::string& python, const std::string& module,
               const std::vector<std::string>& given) {
    usePackageBeside();
    std::vector<std::string> words{python, "-m", "lanescope." + module};
    words.insert(words.end(), given.begin(), given.end());
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
