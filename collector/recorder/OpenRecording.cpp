#include "collector/recorder/OpenRecording.h"

#include "collector/recorder/host/ProcessSignals.h"
#include "collector/recorder/host/Secrets.h"
#include "collector/recorder/host/TruncatedFiles.h"
#include "collector/recorder/sink/WriterThread.h"
#include "model/session/writing/SessionWriter.h"

#include <unistd.h>

#include <array>
#include <filesystem>

namespace lanes::recorder {

namespace {

std::string hostName() {
    std::array<char, 256> name{};
    return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

} // namespace

Result<std::unique_ptr<OpenRecording>> OpenRecording::begin(const RecordOptions& options,
                                                            std::vector<std::string> command,
                                                            std::optional<FileUser> user) {
    surviveFileLimit();
    surviveTruncatedFiles();
    RingFolder::removeStale();
    auto output = OutputFile::create(options.output, options.freshName, options.bounds);
    if (!output) {
        return output.error();
    }
    std::unique_ptr<LiveMetrics> metrics;
    if (!options.metrics.empty()) {
        auto begun = LiveMetrics::begin(options.metrics);
        if (!begun) {
            return begun.error();
        }
        metrics = std::move(begun).value();
    }
    auto folder = RingFolder::create(options.sharing, options.sources, options.samplesPerSecond,
                                     options.filter, user.has_value());
    if (!folder) {
        return folder.error();
    }
    std::unique_ptr<OpenRecording> made(
        new OpenRecording(std::move(output).value(), withoutSecrets(std::move(command)), options.freshName));
    made->metrics_ = std::move(metrics);
    auto thread = std::make_unique<WriterThread>(made->output_.takeOutput());
    WriterThread& disk = *thread;
    auto writer = session::SessionWriter::create(std::move(thread));
    if (!writer) {
        return writer.error();
    }
    writer.value().keepNewest(options.bounds);
    SessionInfo info;
    info.producer = "lanescope " LANESCOPE_VERSION;
    info.host = hostName();
    info.command = made->command_;
    made->capture_ =
        std::make_unique<Capture>(std::move(folder).value(), std::move(writer).value(), disk, std::move(info),
                                  options.counterHelper, options.filter, made->metrics_.get());
    if (auto written = disk.sync(); !written) {
        return written.error();
    }
    made->flight_ = std::make_unique<FlightRecorder>(*made->capture_, options.flight, options.tell);
    made->control_ = std::make_unique<RecordingControl>(*made->capture_, *made->flight_);
    made->plan_ = std::make_unique<RecordingPlan>(*made->capture_, options.times);
    if (user) {
        RingFolder::giveTo(made->capture_->folder(), *user);
    }
    return made;
}

void OpenRecording::publish(pid_t program) {
    published_ = output_.publish(freshName_);
    flight_->saveBeside(output_.path());
    control_->describe(std::filesystem::absolute(output_.path()).string(), program, command_);
}

void OpenRecording::turn() {
    control_->turn();
    plan_->turn();
    flight_->turn();
}

RecordOutcome OpenRecording::finish(ExitStatus status) {
    capture_->stop(status.shellCode());
    flight_->atEnd(status);
    capture_->finish();
    RecordOutcome outcome;
    outcome.status = status;
    outcome.output = output_.path();
    outcome.notes = capture_->notes();
    outcome.events = capture_->events();
    outcome.lost = {capture_->lost(), capture_->threadsRefused(), capture_->processesRefused()};
    outcome.writeError = published_ ? capture_->writeError() : published_.error();
    if (flight_->on() && flight_->allSaved()) {
        std::error_code ignored;
        std::filesystem::remove(outcome.output, ignored);
        outcome.kept = false;
        outcome.saved = flight_->lastSaved();
    }
    return outcome;
}

} // namespace lanes::recorder
