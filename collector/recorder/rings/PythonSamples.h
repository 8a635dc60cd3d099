// Makes slices of the samples of Python's threads: a function lasts from the first sample that it stands in to the first one
// without it, whatever its line is meanwhile. A thread's stand on a track of their own, whose key is the thread's with " python"
// behind it.
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

// Those of one process. One thread.
class PythonSamples {
public:
    // `track`: of a thread's samples, made on first use.
    PythonSamples(const CaptureContext& context, std::function<TrackId(std::uint32_t thread)> track)
        : context_(context)
        , track_(std::move(track))
        , row_(context.sink.writer()) {}

    // The samples of a round, then the round. `definitions`: of their ring.
    void sample(const ring::PythonSample& sample, TimeNs at, const RingDefinitions& definitions);
    void round(const ring::PythonRound& round, TimeNs at);
    // No more come: what is open ends with its last sample.
    void finish();
    // Of the functions that run.
    void holdNames(session::NameCollector& held) const {
        for (const auto& [id, thread] : threads_) {
            for (const Function& function : thread.open) {
                held.add(function.name);
                held.add(function.file);
            }
        }
    }
    // Samples that found no stack because it changed too fast.
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
        TimeNs last = INT64_MIN;    // sample
        std::uint64_t round = 0;    // of it
    };

    void begin(Thread& thread, TimeNs at, StackId stack, const RingDefinitions::Call& call);
    // All but the outermost `kept`.
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
