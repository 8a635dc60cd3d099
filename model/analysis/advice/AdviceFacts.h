// A range of a session as the rules of advice see it: its steps, and what held its devices up.
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

// How long something held the device up; without a device, how long it took.
struct HeldUp {
    TimeNs direct = 0; // while it lasted
    TimeNs after = 0;  // from its end to the next launch: the queue had run dry
    TimeNs host = 0;   // that the host was in it
    IntervalSet time;  // of direct and after

    // A host that had not waited would have run ahead, but is no faster than it is.
    [[nodiscard]] Saving saving() const;
};

// What belongs to one line of the program, or to one operator where lines are not known.
struct LineGroup {
    std::string name; // "step (train.py:27)", "aten::item"
    bool isLine = false;
    std::int64_t calls = 0;
    TimeNs cost = 0;
    std::vector<SliceId> slices; // the longest, at most ten
};

struct PythonLoop;

// Any thread. Refers to its data.
class AdviceFacts {
public:
    // `range`: nothing for the whole session.
    AdviceFacts(const AdviceData& data, std::optional<TimeRange> range, const std::stop_token& stop);

    [[nodiscard]] const AdviceData& data() const { return data_; }
    [[nodiscard]] const Trace& trace() const { return data_.trace(); }
    // All steps that lie in the range whole, from the first to the last; without steps the range.
    [[nodiscard]] TimeRange focus() const { return focus_; }
    [[nodiscard]] const std::vector<Step>& steps() const { return steps_; }
    [[nodiscard]] std::int64_t perStep() const { return perStep_; } // how many steps; 1 where there are none
    [[nodiscard]] TimeNs step() const { return step_; }             // mean length of one
    [[nodiscard]] const std::stop_token& stop() const { return stop_; }

    [[nodiscard]] std::span<const MarkedSlice> marked(Mark mark) const {
        return data_.marks().of(mark, focus_);
    }
    // What calls of a thread, outermost and by start, held up: gaps of the device in which they show one of `causes`.
    [[nodiscard]] HeldUp heldUp(std::span<const MarkedSlice> calls,
                                std::initializer_list<WaitCause> causes) const;
    [[nodiscard]] EventKind kindOf(SliceId slice) const;
    // Where the device of a slice's rank stood still; null without one.
    [[nodiscard]] const IntervalSet* idleOf(SliceId slice) const;
    [[nodiscard]] const IntervalSet& idleOf(const WorkTimeline::Whole& whole) const {
        return idle_.at(&whole);
    }
    // Stretches of all devices' gaps that have that cause. O(slices of the launching threads within the gaps).
    [[nodiscard]] IntervalSet idleBecauseOf(WaitCause cause) const;
    // Time of `ranges` in which the device stood still; without a device all of it.
    [[nodiscard]] IntervalSet exposed(const IntervalSet& ranges, SliceId of) const;
    // Device time of the kernels and copies up to that long that calls of threads launched. Calls by start. O(device work).
    [[nodiscard]] TimeNs launchedIn(std::span<const MarkedSlice> calls, TimeNs longest) const;
    // Operators that start in `range` and are called so, by start; each name is looked at once. O(operators in the range).
    [[nodiscard]] std::vector<MarkedSlice> operatorsNamed(const std::function<bool(std::string_view)>& wanted,
                                                          TimeRange range) const;
    // Loops of Python that repeat at least so often, as pythonLoops() finds them; found once.
    [[nodiscard]] const std::vector<PythonLoop>& loops(std::int64_t repeats) const;
    // Whether a process was started by one that fetches data: it loads data for it.
    [[nodiscard]] bool isWorker(ProcessId process) const;
    // By line, else by the outermost operator; what costs most first.
    [[nodiscard]] std::vector<LineGroup> byLine(std::span<const MarkedSlice> slices) const;
    // "step (train.py:27)" or "aten::item", by the slice alone.
    [[nodiscard]] LineGroup placeOf(SliceId slice) const;

    // Whether so much time, over all steps, is at least `percent` of them.
    [[nodiscard]] bool isShare(TimeNs time, double percent) const;
    // A sum over all steps as text, per step where there are some: "4.2 ms per step".
    [[nodiscard]] std::string each(TimeNs time) const;
    [[nodiscard]] std::string eachCount(std::int64_t count, std::string_view one,
                                        std::string_view many) const;
    // A finding from sums over all steps: divided by them, with its share.
    [[nodiscard]] Finding finding(std::string title, const Saving& total, IntervalSet time,
                                  double confidence) const;

private:
    // Also before its first work, and after its last in a step.
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

// The slices of the groups, one of each in turn, at most ten.
[[nodiscard]] std::vector<SliceId> placesOf(const std::vector<LineGroup>& groups);
[[nodiscard]] std::vector<SliceId> placesOf(std::span<const MarkedSlice> marked);
// ", most at step (train.py:27)"; empty where lines are not known.
[[nodiscard]] std::string mostAt(const std::vector<LineGroup>& groups);

} // namespace lanes
