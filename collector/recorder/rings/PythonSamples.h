// Makes slices of the samples of Python threads. A function lasts from the first sample that contains it to the first
// one without it; its line may change meanwhile. A thread's slices are on a track of their own, whose key is the
// thread's key with " python" appended.
#pragma once

#include "collector/recorder/CaptureContext.h"
#include "collector/recorder/rings/RingDefinitions.h"
#include "collector/ring/Records.h"
#include "model/base/Time.h"

#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace lanes::recorder {

// The samples of one process. One thread.
class PythonSamples {
public:
    // `track`: returns the track of a thread's samples, made on first use.
    PythonSamples(const CaptureContext& context, std::function<TrackId(std::uint32_t thread)> track)
        : context_(context)
        , track_(std::move(track))
        , row_(context.sink.writer()) {}

    // Take the samples of a round, then the round. `definitions`: of the ring of the samples.
    void sample(const ring::PythonSample& sample, TimeNs at, const RingDefinitions& definitions);
    void round(const ring::PythonRound& round, TimeNs at);
    // No more samples will come: open functions end with their last sample.
    void finish();
    // Adds the names of the running functions.
    void holdNames(session::NameCollector& held) const {
        for (const auto& [id, thread] : threads_) {
            for (const Function& function : thread.open) {
                held.add(function.name);
                held.add(function.file);
            }
        }
    }
    // Returns the samples without a stack, because the stack changed too fast.
    [[nodiscard]] std::uint64_t unknown() const { return unknown_; }

private:
    struct Function {
        StringId name;
        StringId file;
        SliceHandle slice;
    };
    struct Thread {
        TrackId track;
        std::vector<Function> open; // outermost first
        TimeNs last = INT64_MIN;    // time of the last sample
        std::uint64_t round = 0;    // round of the last sample
    };

    void begin(Thread& thread, TimeNs at, StackId stack, const RingDefinitions::Call& call);
    // Ends all functions except the outermost `kept`.
    void end(Thread& thread, std::size_t kept, TimeNs at);

    CaptureContext context_;
    std::function<TrackId(std::uint32_t)> track_;
    RowBuilder row_;
    std::map<std::uint32_t, Thread> threads_;                      // by the kernel's id
    std::vector<std::pair<StackId, RingDefinitions::Call>> stack_; // outermost first
    std::vector<std::int64_t> cells_;
    std::uint64_t round_ = 0;
    TimeNs period_ = 10'000'000;
    std::uint64_t unknown_ = 0;
};

} // namespace lanes::recorder
