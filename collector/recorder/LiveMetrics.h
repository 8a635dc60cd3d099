// The main figures of a running recording, in a file that is rewritten for scrapers. They are updated as records
// arrive; the session is not read.
#pragma once

#include "collector/recorder/flight/StepWatch.h"
#include "collector/recorder/sink/SessionSink.h"
#include "model/base/OpenMetrics.h"

#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <vector>

namespace lanes::recorder {

// Used by one thread; a second one, of its own, writes the file. While the disk hangs figures are lost; the recorder
// waits for it only at the end.
class LiveMetrics {
public:
    static constexpr TimeNs kEvery = 10'000'000'000;
    // Devices report late. Figures of devices cover a stretch that ended this long ago.
    static constexpr TimeNs kDevicesAreLate = 2'000'000'000;

    enum class Work : std::uint8_t { Compute, Communication, Other, Fetch };

    // The state of the recording.
    struct Standing {
        TimeNs now = 0; // since the session's time 0
        std::uint64_t lost = 0;
        bool goesOn = true;
        const StepWatch& steps;
        const session::SessionWriter& session;
    };

    // Writes the file for the first time. An error is why it cannot be written.
    static Result<std::unique_ptr<LiveMetrics>> begin(const std::string& path);
    ~LiveMetrics();
    LiveMetrics(const LiveMetrics&) = delete;
    LiveMetrics& operator=(const LiveMetrics&) = delete;

    // The events of the recording. Each call costs O(log devices).
    void work(ProcessId device, TimeRange range, Work kind);
    void fetch(ProcessId process, TimeRange range); // of a batch
    void memory(ProcessId process, const MemoryChange& change);
    // The newest sample of a curve, under DeviceCounters' key.
    void counter(ProcessId device, std::string_view key, double value);

    [[nodiscard]] bool due(TimeNs now) const { return now >= next_; }
    // O(n log n) for the work since the last call.
    void write(const Standing& standing);
    // Returns why the file could not be written, once.
    [[nodiscard]] std::optional<std::string> takeProblem();

private:
    struct Interval {
        TimeRange range;
        Work kind = Work::Compute;
    };
    using Intervals = std::vector<Interval>;
    struct Allocated {
        std::int64_t now = 0;
        std::int64_t most = 0;
    };
    using Allocator = std::tuple<ProcessId, std::int8_t, std::int8_t>; // type and index of the device

    explicit LiveMetrics(std::string path)
        : path_(std::move(path)) {}

    void addSteps(OpenMetrics& metrics, const Standing& standing) const;
    void addWaits(OpenMetrics& metrics, const session::SessionWriter& session, TimeRange window) const;
    void addDevices(OpenMetrics& metrics, const session::SessionWriter& session, TimeRange window) const;
    void addCounters(OpenMetrics& metrics, const session::SessionWriter& session) const;
    void addMemory(OpenMetrics& metrics, const session::SessionWriter& session) const;
    void startWriting(std::string text);
    void finishWriting(); // waits for the writing thread

    std::string path_;
    std::map<ProcessId, Intervals> devices_;
    std::map<ProcessId, Intervals> fetches_;
    std::map<Allocator, Allocated> memory_;
    std::map<std::pair<ProcessId, std::string>, double> counters_;
    TimeNs from_ = 0; // begin of the next stretch of devices
    TimeNs next_ = kEvery;
    std::atomic<bool> writing_ = false;
    std::mutex mutex_; // guards what follows
    std::optional<std::string> problem_;
    std::thread writer_;
};

} // namespace lanes::recorder
