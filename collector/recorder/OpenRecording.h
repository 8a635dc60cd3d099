// A recording that has begun: its folder, its file and who looks after them; whatever is recorded, and whoever started it.
#pragma once

#include "collector/recorder/Capture.h"
#include "collector/recorder/Recorder.h"
#include "collector/recorder/RecordingControl.h"
#include "collector/recorder/flight/FlightRecorder.h"
#include "collector/recorder/host/OutputFile.h"
#include "collector/recorder/host/RingFolder.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lanes::recorder {

// One thread. Not moved: parts refer to one another.
class OpenRecording {
public:
    // Makes the folder and the file; `command` is what the session says of the program. An error names the file and the
    // remedy; nothing is left behind then. `user`: as whom the program opens files, if not as we do.
    static Result<std::unique_ptr<OpenRecording>>
    begin(const RecordOptions& options, std::vector<std::string> command, std::optional<FileUser> user = {});

    [[nodiscard]] Capture& capture() { return *capture_; }
    // Of the session.
    [[nodiscard]] const std::string& path() const { return output_.path(); }
    // The program runs: the file gets its name, and commands of `lanescope ctl` find the recording.
    void publish(pid_t program);
    // Does what commands ask and what it is time for.
    void turn();
    // These times instead of the options', from now on.
    void follow(const RecordingTimes& times) { plan_ = std::make_unique<RecordingPlan>(*capture_, times); }
    // Of a program that has been attached to: it may be let go, and is to be, by a command or because its time is over.
    void allowDetach() { control_->allowDetach(); }
    [[nodiscard]] bool detachIsDue() const { return control_->detachAsked() || plan_->over(); }
    // Ends the session, and removes a flight recorder's that has saved what was to be saved. `status`: of the program. What it says of reasons is for the caller to add.
    RecordOutcome finish(ExitStatus status);

private:
    OpenRecording(OutputFile output, std::vector<std::string> command, bool freshName)
        : output_(std::move(output))
        , command_(std::move(command))
        , freshName_(freshName) {}

    OutputFile output_;
    std::vector<std::string> command_; // without secrets
    bool freshName_;
    std::unique_ptr<LiveMetrics> metrics_; // of record --metrics; null: none
    std::unique_ptr<Capture> capture_;
    std::unique_ptr<FlightRecorder> flight_;
    std::unique_ptr<RecordingControl> control_;
    std::unique_ptr<RecordingPlan> plan_;
    Result<void> published_;
};

} // namespace lanes::recorder
