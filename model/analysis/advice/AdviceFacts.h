// Facts about a range of a session for the rules of advice: its steps, and the causes that delayed its devices.
#pragma once

#include "model/analysis/advice/AdviceData.h"
#include "model/analysis/advice/Finding.h"
#include "model/base/ChainMemo.h"

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanes {

// The thresholds of one rule.
using Limits = std::map<std::string_view, double>;

// Time for which some calls delayed the device; without a device, the time that they took.
struct HeldUp {
    TimeNs direct = 0; // during the calls
    TimeNs after = 0;  // from their end to the next launch: the queue had run dry
    TimeNs host = 0;   // time that the host spent in the calls
    IntervalSet time;  // of direct and after

    // Without the wait, the host would have run ahead, but would be no faster: host time bounds the best estimate.
    [[nodiscard]] Saving saving() const;
};

// The slices of one line of the program, or of one operator if lines are not known.
struct LineGroup {
    std::string name; // "step (train.py:27)", "aten::item"
    bool isLine = false;
    std::int64_t calls = 0;
    TimeNs cost = 0;
    std::vector<SliceId> slices; // the longest, at most ten
};

struct PythonLoop;

// Any thread. Keeps a reference to its data.
class AdviceFacts {
public:
    // `range`: nothing for the whole session.
    AdviceFacts(const AdviceData& data, std::optional<TimeRange> range, const std::stop_token& stop);

    [[nodiscard]] const AdviceData& data() const { return data_; }
    [[nodiscard]] const Trace& trace() const { return data_.trace(); }
    // From the first to the last of the steps that lie entirely in the range; without steps the range.
    [[nodiscard]] TimeRange focus() const { return focus_; }
    [[nodiscard]] const std::vector<Step>& steps() const { return steps_; }
    [[nodiscard]] std::int64_t perStep() const { return perStep_; } // number of steps; 1 if there are none
    [[nodiscard]] TimeNs step() const { return step_; }             // mean length of a step
    [[nodiscard]] const std::stop_token& stop() const { return stop_; }

    [[nodiscard]] std::span<const MarkedSlice> marked(Mark mark) const {
        return data_.marks().of(mark, focus_);
    }
    // Delays caused by calls of a thread, which must be outermost and sorted by start. Counts gaps of the device in which
    // the calls show one of `causes`.
    [[nodiscard]] HeldUp heldUp(std::span<const MarkedSlice> calls,
                                std::initializer_list<WaitCause> causes) const;
    [[nodiscard]] EventKind kindOf(SliceId slice) const;
    // Idle time of the device of a slice's rank; null without a device.
    [[nodiscard]] const IntervalSet* idleOf(SliceId slice) const;
    [[nodiscard]] const IntervalSet& idleOf(const WorkTimeline::Whole& whole) const {
        return idle_.at(&whole);
    }
    // Parts of all devices' gaps that have this cause. O(slices of the launching threads within the gaps).
    [[nodiscard]] IntervalSet idleBecauseOf(WaitCause cause) const;
    // Part of `ranges` in which the device of the slice's rank was idle; all of it without a device.
    [[nodiscard]] IntervalSet exposed(const IntervalSet& ranges, SliceId of) const;
    // Device time of kernels and copies, each up to `longest`, that the calls launched. `calls` by start. O(device work).
    [[nodiscard]] TimeNs launchedIn(std::span<const MarkedSlice> calls, TimeNs longest) const;
    // Operators that start in `range` and whose names are wanted, by start; each name is tested once. O(operators in the
    // range).
    [[nodiscard]] std::vector<MarkedSlice> operatorsNamed(const std::function<bool(std::string_view)>& wanted,
                                                          TimeRange range) const;
    // Python loops that repeat at least so often, from pythonLoops(); computed once.
    [[nodiscard]] const std::vector<PythonLoop>& loops(std::int64_t repeats) const;
    // True if a process that fetches data started this process, so that it loads data for it.
    [[nodiscard]] bool isWorker(ProcessId process) const;
    // Groups slices by line, else by the outermost operator; the group with the most time first.
    [[nodiscard]] std::vector<LineGroup> byLine(std::span<const MarkedSlice> slices) const;
    // "step (train.py:27)" or "aten::item", for the slice alone.
    [[nodiscard]] LineGroup placeOf(SliceId slice) const;

    // True if a time over all steps is at least `percent` of the steps.
    [[nodiscard]] bool isShare(TimeNs time, double percent) const;
    // A sum over all steps as text, per step if there are steps: "4.2 ms per step".
    [[nodiscard]] std::string each(TimeNs time) const;
    [[nodiscard]] std::string eachCount(std::int64_t count, std::string_view one,
                                        std::string_view many) const;
    // A finding from sums over all steps: per step, with its share.
    [[nodiscard]] Finding finding(std::string title, const Saving& total, IntervalSet time,
                                  double confidence) const;

private:
    // Idle time of a device in the range, including the time before its first work, and after its last in a step.
    [[nodiscard]] IntervalSet idleIn(const WorkTimeline::Whole& whole) const;
    [[nodiscard]] const WorkTimeline::Whole* wholeOf(SliceId slice) const;
    [[nodiscard]] std::string ownFunctionAround(SliceId slice) const;

    const AdviceData& data_;
    std::stop_token stop_;
    TimeRange focus_;
    std::vector<Step> steps_;
    std::int64_t perStep_ = 1;
    TimeNs step_ = 0;
    std::map<const WorkTimeline::Whole*, IntervalSet> idle_;
    mutable std::mutex loopsMutex_;
    mutable std::map<std::int64_t, std::shared_ptr<const std::vector<PythonLoop>>> loops_; // by repeats
    mutable std::mutex outermostMutex_;
    mutable ChainMemo<std::uint32_t> outermost_{OperatorForest::kNone}; // operator at or around a node
};

// The slices of the groups, taking one of each group in turn; at most ten.
[[nodiscard]] std::vector<SliceId> placesOf(const std::vector<LineGroup>& groups);
[[nodiscard]] std::vector<SliceId> placesOf(std::span<const MarkedSlice> marked);
// ", most at step (train.py:27)"; empty where lines are not known.
[[nodiscard]] std::string mostAt(const std::vector<LineGroup>& groups);

} // namespace lanes
