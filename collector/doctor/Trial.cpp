#include "collector/doctor/Trial.h"

#include "collector/recorder/Recorder.h"
#include "model/session/reading/SessionReader.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace fs = std::filesystem;

namespace lanes::doctor {

namespace {

// A folder below $TMPDIR that goes with this.
class TemporaryFolder {
public:
    TemporaryFolder() {
        std::error_code ignored;
        path_ = (fs::temp_directory_path(ignored) / "lanescope-doctor-XXXXXX").string();
        if (mkdtemp(path_.data()) == nullptr) {
            path_.clear();
        }
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        if (!path_.empty()) {
            fs::remove_all(path_, ignored);
        }
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    [[nodiscard]] const std::string& path() const { return path_; } // empty: there is none

private:
    std::string path_;
};

std::string valueOf(const std::map<std::string, std::string>& map, const std::string& key) {
    const auto found = map.find(key);
    return found != map.end() ? found->second : std::string();
}

void readFacts(const std::string& path, Trial& trial) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (const std::size_t split = line.find('='); split != std::string::npos) {
            trial.facts[line.substr(0, split)] = line.substr(split + 1);
        }
    }
}

// The properties "process.<pid>.<key>" of the first process.
Result<void> readSession(const std::string& path, Trial& trial) {
    auto reader = session::SessionReader::open(path);
    if (!reader) {
        return reader.error();
    }
    auto trace = reader.value().read();
    if (!trace) {
        return trace.error();
    }
    for (const auto& [key, value] : trace.value()->info().properties) {
        if (key.starts_with("process.")) {
            trial.session.emplace(key.substr(key.rfind('.') + 1), value);
        }
    }
    return {};
}

} // namespace

std::string Trial::fact(const std::string& key) const {
    return valueOf(facts, key);
}

std::string Trial::said(const std::string& key) const {
    return valueOf(session, key);
}

Result<Trial> tryRecording(const TrialOptions& options) {
    const TemporaryFolder folder;
    if (folder.path().empty()) {
        return Error{"No folder can be made below $TMPDIR or /tmp; set TMPDIR to one that is writable."};
    }
    const std::string facts = folder.path() + "/facts";
    recorder::RecordOptions record;
    record.command = options.interpreter;
    record.command.push_back(options.bootFolder + "/lanescope_probe/doctor_trial.py");
    record.command.push_back(facts);
    record.output = folder.path() + "/trial.lanes";
    record.bootFolder = options.bootFolder;
    record.counterHelper = options.counterHelper;
    recorder::StartFailure failure{};
    auto outcome = recorder::record(record, failure);
    if (!outcome) {
        return outcome.error();
    }
    Trial trial;
    trial.exitCode = outcome.value().status.shellCode();
    readFacts(facts, trial);
    if (auto read = readSession(outcome.value().output, trial); !read) {
        return read.error();
    }
    return trial;
}

} // namespace lanes::doctor
