// What recording costs a step of the program: steps that were recorded against those of the same run that were not, which a
// schedule leaves out.
#pragma once

#include "model/base/Ids.h"
#include "model/base/Time.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lanes::recorder {

// One thread.
class StepCost {
public:
    // Of the thread that has had most steps of either kind. Times are medians.
    struct Found {
        std::size_t recordedSteps = 0;
        std::size_t otherSteps = 0;
        TimeNs recorded = 0;
        TimeNs other = 0;
        TimeNs error = 0; // of the difference: 19 of 20 differences of two such samples lie within
    };

    // From that moment on the program is recorded, or is not but for the ends of its steps.
    void changed(TimeNs at, bool recorded);
    // A step of a thread; one during which something changed is neither. O(1).
    void ended(TrackId thread, TimeNs begin, TimeNs end);
    // What has ended so far were no steps.
    void forget() { threads_.clear(); }
    // Nothing where there were fewer than kLeast steps of either kind. O(steps that are remembered).
    [[nodiscard]] std::optional<Found> found() const;
    // The same as "cost.*" of a session (FORMAT.md).
    void addTo(std::vector<std::pair<std::string, std::string>>& properties) const;

    static constexpr std::size_t kLeast = 5;

private:
    struct Change {
        TimeNs at;
        bool recorded;
    };
    struct Steps {
        std::deque<TimeNs> recorded;
        std::deque<TimeNs> other;
    };

    [[nodiscard]] std::optional<bool> wasRecorded(TimeNs begin, TimeNs end) const;

    std::deque<Change> changes_{{INT64_MIN, true}}; // the last ones, in order
    std::map<TrackId, Steps> threads_;
};

} // namespace lanes::recorder
