// The cost of recording for a step of the program: recorded steps against steps of the same run that were not
// recorded. A schedule provides both kinds.
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
    // The result, for the thread that has most steps of either kind. Times are medians.
    struct Found {
        std::size_t recordedSteps = 0;
        std::size_t otherSteps = 0;
        TimeNs recorded = 0;
        TimeNs other = 0;
        TimeNs error = 0; // of the difference: 19 of 20 differences of two such samples are within it
    };

    // From that moment on the program is recorded, or only the ends of its steps are.
    void changed(TimeNs at, bool recorded);
    // Adds a step of a thread. A step during which the recording changed counts as neither kind. O(1).
    void ended(TrackId thread, TimeNs begin, TimeNs end);
    // Forgets the steps so far, which were none.
    void forget() { threads_.clear(); }
    // Returns nothing if there were fewer than kLeast steps of either kind. O(steps that are remembered).
    [[nodiscard]] std::optional<Found> found() const;
    // Adds the result as "cost.*" of a session (FORMAT.md).
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
