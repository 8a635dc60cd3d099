// Curves of samples for the session. Each has an owner: a process, or a device, which sessions number like processes.
#pragma once

#include "collector/recorder/CaptureContext.h"
#include "model/base/Ids.h"
#include "model/base/Time.h"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lanes::recorder {

// One thread.
class CounterCurves {
public:
    struct Shown {
        std::string name;
        std::string unit; // "bytes", "%"; empty: a plain number
    };

    // `mostCurves`: the limit of curves per owner.
    CounterCurves(const CaptureContext& context, std::size_t mostCurves)
        : context_(context)
        , mostCurves_(mostCurves) {}

    [[nodiscard]] bool has(ProcessId owner, std::string_view key) const;
    // Adds a sample of the owner's curve `key`; the first one makes the curve. `time`: CLOCK_MONOTONIC, in
    // nanoseconds. A sample that is not later than the one before is left out. O(log curves).
    void add(ProcessId owner, std::string_view key, const Shown& shown, TimeNs time, double value);
    void holdNames(session::NameCollector& held) const {
        for (const auto& [owner, curves] : owners_) {
            for (const auto& [key, curve] : curves) {
                held.add(curve.name);
                held.add(curve.unit);
            }
        }
    }
    // Writes the samples since the last call to the session.
    void flush();

private:
    struct Curve {
        TrackId track;
        StringId name;
        StringId unit;             // the curve's key in the session
        std::vector<TimeNs> times; // not in the session yet
        std::vector<double> values;
        TimeNs last = INT64_MIN;
    };

    CaptureContext context_;
    std::size_t mostCurves_;
    std::map<ProcessId, std::map<std::string, Curve, std::less<>>> owners_; // by key
};

} // namespace lanes::recorder
