// A session that only counters write into, and what a reader finds in it.
#pragma once

#include "collector/recorder/CaptureContext.h"
#include "model/session/reading/SessionReader.h"
#include "tests/support/SessionOutput.h"

#include <QTemporaryDir>

#include <cmath>
#include <memory>
#include <string>

namespace lanes::test {

class CounterRecording {
public:
    static constexpr TimeNs kOrigin = 1000; // CLOCK_MONOTONIC at the session's time 0

    explicit CounterRecording(const QTemporaryDir& folder)
        : path_(folder.filePath(QStringLiteral("a.lanes")).toStdString())
        , thread_(std::make_unique<recorder::WriterThread>(test::outputAt(path_)))
        , disk_(*thread_)
        , sink_(session::SessionWriter::create(std::move(thread_)).value(), disk_)
        , rows_(sink_.writer())
        , ranges_(sink_.writer())
        , tracks_(sink_.writer())
        , devices_(sink_.writer(), tracks_)
        , context_{sink_, rows_, ranges_, tracks_, devices_, pump_, clock_, steps_, kOrigin} {}

    [[nodiscard]] const recorder::CaptureContext& context() const { return context_; }
    ProcessId addProcess(const std::string& key) { return sink_.writer().addProcess({.key = key}); }

    // Ends the session. Per curve its owner, name, unit and samples, rounded: "GPU-50 Power [W] 1000:70 2000:80".
    std::string curves() {
        sink_.flushAll();
        sink_.finish();
        if (!disk_.sync()) {
            return "not written";
        }
        auto reader = session::SessionReader::open(path_);
        const auto trace = reader.value().poll().value();
        std::string text;
        for (const CounterSeries& series : trace->counters()) {
            const Process& owner = trace->processes()[trace->tracks()[series.track.value].process.value];
            text += (owner.deviceUuid.empty() ? owner.key : owner.deviceUuid.substr(0, 6)) + " " +
                    std::string(trace->text(series.name)) + " [" + std::string(trace->text(series.key)) + "]";
            for (std::size_t i = 0; i < series.time.size(); ++i) {
                text += " " + std::to_string(series.time[i]) + ":" +
                        std::to_string(std::llround(series.value[i]));
            }
            text += "\n";
        }
        return text;
    }

private:
    std::string path_;
    std::unique_ptr<recorder::WriterThread> thread_;
    recorder::WriterThread& disk_;
    recorder::SessionSink sink_;
    recorder::OperatorRows rows_;
    recorder::RangeRows ranges_;
    recorder::TrackTable tracks_;
    recorder::DeviceTable devices_;
    recorder::RingPump pump_;
    recorder::StepWatch steps_;
    ring::TickClock clock_{ring::ClockKind::MonotonicNs};
    recorder::CaptureContext context_;
};

} // namespace lanes::test
