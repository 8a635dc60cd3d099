#include "model/analysis/advice/AdviceFacts.h"

#include "model/analysis/advice/PythonLoops.h"
#include "model/analysis/operators/OwnFrame.h"
#include "model/base/Format.h"

#include <algorithm>
#include <utility>

namespace lanes {

namespace {

constexpr std::size_t kPlaces = 10;

TimeRange clipped(TimeRange range, TimeRange to) {
    return {std::max(range.begin, to.begin), std::min(range.end, to.end)};
}

IntervalSet setOf(HugeVector<TimeRange> ranges) {
    std::ranges::sort(ranges, {}, &TimeRange::begin);
    return IntervalSet(std::move(ranges));
}

} // namespace

Saving HeldUp::saving() const {
    const TimeNs all = direct + after;
    const TimeNs best = std::min(all, std::max(direct, host));
    return {std::min(direct, best), best, all};
}

AdviceFacts::AdviceFacts(const AdviceData& data, std::optional<TimeRange> range, const std::stop_token& stop)
    : data_(data)
    , stop_(stop)
    , focus_(range ? clipped(*range, data.trace().work()) : data.trace().work()) {
    for (const Step& step : data.operators().steps.all()) {
        if (step.ended && (!range || (step.range.begin >= range->begin && step.range.end <= range->end))) {
            steps_.push_back(step);
        }
    }
    if (!steps_.empty()) {
        TimeNs sum = 0;
        focus_ = steps_.front().range;
        for (const Step& step : steps_) {
            focus_ = {std::min(focus_.begin, step.range.begin), std::max(focus_.end, step.range.end)};
            sum += step.range.length();
        }
        perStep_ = static_cast<std::int64_t>(steps_.size());
        step_ = sum / perStep_;
    } else {
        step_ = focus_.length();
    }
    for (const WorkTimeline::Whole& whole : data.gaps().work().wholes()) {
        idle_.emplace(&whole, idleIn(whole));
    }
}

IntervalSet AdviceFacts::idleIn(const WorkTimeline::Whole& whole) const {
    const WorkTimeline& work = data_.gaps().work();
    TimeRange worked{focus_.end, focus_.begin}; // from the first to the last work
    for (const std::uint32_t stream : work.streamsOf(whole.device)) {
        for (const WorkSpan& span :
             {work.streams()[stream].work.front(), work.streams()[stream].work.back()}) {
            worked = {std::min(worked.begin, span.range.begin), std::max(worked.end, span.range.end)};
        }
    }
    HugeVector<TimeRange> idle{{focus_.begin, std::min(worked.begin, focus_.end)}};
    for (const StreamGap& gap : whole.gaps) {
        if (gap.range.overlaps(focus_)) {
            idle.push_back(clipped(gap.range, focus_));
        }
    }
    if (!steps_.empty()) {
        idle.push_back({std::max(worked.end, focus_.begin), focus_.end});
    }
    // Where work may have run that was not recorded, nobody knows.
    HugeVector<TimeRange> unknown;
    for (const MissingWork::Window& window : data_.gaps().missing().windows()) {
        if (trace().processes()[window.process.value].rank == work.devices().all()[whole.device].rank) {
            unknown.push_back(window.range);
        }
    }
    return setOf(std::move(idle)).subtract(setOf(std::move(unknown)));
}

const WorkTimeline::Whole* AdviceFacts::wholeOf(SliceId slice) const {
    const WorkTimeline& work = data_.gaps().work();
    const ProcessId process = processOf(trace(), trace().slice(slice).track);
    const std::int64_t rank = process.valid() ? trace().processes()[process.value].rank : -1;
    const auto found = std::ranges::find_if(work.wholes(), [&](const WorkTimeline::Whole& whole) {
        return work.devices().all()[whole.device].rank == rank;
    });
    return found != work.wholes().end() ? &*found : work.wholes().empty() ? nullptr : &work.wholes().front();
}

IntervalSet AdviceFacts::idleBecauseOf(WaitCause cause) const {
    HugeVector<TimeRange> time;
    const auto& wholes = data_.gaps().work().wholes();
    for (std::size_t whole = 0; whole < wholes.size() && !stop_.stop_requested(); ++whole) {
        const std::vector<StreamGap>& gaps = wholes[whole].gaps;
        for (const StreamGap& gap : gapsWithin(gaps, focus_)) {
            for (const auto& stretch :
                 data_.gaps().stretchesOf(whole, static_cast<std::size_t>(&gap - gaps.data()))) {
                if (stretch.cause == cause) {
                    time.push_back(stretch.range);
                }
            }
        }
    }
    return setOf(std::move(time));
}

const IntervalSet* AdviceFacts::idleOf(SliceId slice) const {
    const WorkTimeline::Whole* whole = wholeOf(slice);
    return whole == nullptr ? nullptr : &idle_.at(whole);
}

IntervalSet AdviceFacts::exposed(const IntervalSet& ranges, SliceId of) const {
    const IntervalSet* idle = of.valid() ? idleOf(of) : nullptr;
    return idle == nullptr ? ranges : ranges.intersect(*idle);
}

HeldUp AdviceFacts::heldUp(std::span<const MarkedSlice> calls,
                           std::initializer_list<WaitCause> causes) const {
    const auto isWanted = [&](WaitCause cause) { return std::ranges::find(causes, cause) != causes.end(); };
    HeldUp held;
    held.host = timeOf(calls).total();
    if (!data_.hasDevice()) {
        held.direct = held.host;
        held.time = timeOf(calls);
        return held;
    }
    HugeVector<TimeRange> time;
    const StreamGap* lastGap = nullptr;
    std::vector<GapData::Stretch> stretches;
    for (const MarkedSlice& call : calls) {
        const WorkTimeline::Whole* whole = wholeOf(call.slice);
        auto gap = std::ranges::upper_bound(whole->gaps, call.range.begin, {},
                                            [](const StreamGap& g) { return g.range.end; });
        for (; gap != whole->gaps.end() && gap->range.begin <= call.range.end; ++gap) {
            if (&*gap != lastGap) {
                stretches = data_.gaps().stretchesOf(
                    static_cast<std::size_t>(whole - data_.gaps().work().wholes().data()),
                    static_cast<std::size_t>(gap - whole->gaps.begin()));
                lastGap = &*gap;
            }
            for (std::size_t i = 0; i < stretches.size(); ++i) {
                const TimeRange both = clipped(stretches[i].range, call.range);
                if (isWanted(stretches[i].cause) && !both.empty()) {
                    held.direct += both.length();
                    time.push_back(both);
                }
                // A call may return the moment the device is done: its gap begins with what comes after.
                const bool comesAfter =
                    i > 0 ? isWanted(stretches[i - 1].cause) : stretches[i].range.begin == call.range.end;
                if (stretches[i].cause == WaitCause::LaunchBound && comesAfter &&
                    stretches[i].range.begin > call.range.begin &&
                    stretches[i].range.begin <= call.range.end) {
                    held.after += stretches[i].range.length();
                    time.push_back(stretches[i].range);
                }
            }
        }
    }
    held.time = setOf(std::move(time));
    return held;
}

EventKind AdviceFacts::kindOf(SliceId slice) const {
    const Trace::Position at = trace().locate(slice);
    return trace().segments()[at.segment]->kind[at.index];
}

TimeNs AdviceFacts::launchedIn(std::span<const MarkedSlice> calls, TimeNs longest) const {
    std::map<TrackId, HugeVector<TimeRange>> ranges;
    for (const MarkedSlice& call : calls) {
        ranges[trace().slice(call.slice).track].push_back(call.range);
    }
    std::map<TrackId, IntervalSet> of;
    for (auto& [track, own] : ranges) {
        of.emplace(track, IntervalSet(std::move(own)));
    }
    const KernelData& kernels = data_.kernels();
    const auto work = data_.forest().deviceWork();
    TimeNs time = 0;
    for (std::size_t i = 0; i < work.size() && !stop_.stop_requested(); ++i) {
        if (work[i].launch.valid() && kernels.duration[i] <= longest && focus_.contains(kernels.start[i])) {
            const Trace::Slice launch = trace().slice(work[i].launch);
            const auto own = of.find(launch.track);
            if (own != of.end() && own->second.covered({launch.start, launch.start + 1}) > 0) {
                time += kernels.duration[i];
            }
        }
    }
    return time;
}

std::vector<MarkedSlice> AdviceFacts::operatorsNamed(const std::function<bool(std::string_view)>& wanted,
                                                     TimeRange range) const {
    enum Answer : std::uint8_t { NotAsked, No, Yes };
    // By name; the last for ids that have no text.
    std::vector<Answer> known(trace().strings().size() + std::size_t(1), NotAsked);
    std::vector<MarkedSlice> found;
    for (const OperatorForest::Run& whole : data_.forest().runs()) {
        const OperatorForest::Run run = data_.forest().within(whole, range);
        const Segment& segment = data_.forest().segmentOf(run);
        for (std::uint32_t op = run.first; op < run.end && !stop_.stop_requested(); ++op) {
            const std::uint32_t i = data_.forest().position(run, op);
            Answer& name = known[std::min<std::size_t>(segment.name[i].value, known.size() - 1)];
            if (name == NotAsked) {
                name = wanted(trace().text(segment.name[i])) ? Yes : No;
            }
            if (name == Yes) {
                found.push_back({{segment.start[i], segment.end(i)}, SliceId(segment.first + i)});
            }
        }
    }
    std::ranges::sort(found, {}, [](const MarkedSlice& m) { return std::pair(m.range.begin, -m.range.end); });
    return found;
}

const std::vector<PythonLoop>& AdviceFacts::loops(std::int64_t repeats) const {
    const std::lock_guard lock(loopsMutex_);
    auto& known = loops_[repeats];
    if (!known) {
        known = std::make_shared<const std::vector<PythonLoop>>(pythonLoops(*this, repeats));
    }
    return *known;
}

bool AdviceFacts::isWorker(ProcessId process) const {
    const std::int64_t parent = process.valid() ? trace().processes()[process.value].parentPid : -1;
    return parent >= 0 && std::ranges::any_of(marked(Mark::Fetch), [&](const MarkedSlice& fetch) {
               const ProcessId own = processOf(trace(), trace().slice(fetch.slice).track);
               return own.valid() && trace().processes()[own.value].key == std::to_string(parent);
           });
}

// "step (train.py:27)" of the innermost function of the program around a call; empty where none is near. O(1).
std::string AdviceFacts::ownFunctionAround(SliceId slice) const {
    constexpr int kNear = 64; // functions of libraries between the program and the call
    SliceId up = trace().slice(slice).parent;
    for (int i = 0; i < kNear && up.valid(); ++i) {
        const Trace::Slice around = trace().slice(up);
        if (around.kind == EventKind::PythonFunction && isOwnFrame(trace().text(around.name))) {
            return AdviceData::textOfFrame(trace().text(around.name));
        }
        up = around.parent;
    }
    return {};
}

LineGroup AdviceFacts::placeOf(SliceId slice) const {
    LineGroup place;
    const std::uint32_t line = data_.lineOf(slice);
    place.isLine = line != CallContext::kNone;
    if (place.isLine) {
        place.name = data_.textOfLine(line);
        return place;
    }
    SliceId outer = data_.origin().operatorOf(slice);
    if (!outer.valid()) { // called from Python without an operator, as torch.cuda.synchronize() is
        place.name = ownFunctionAround(slice);
        place.isLine = !place.name.empty();
        if (place.isLine) {
            return place;
        }
    }
    const auto op = outer.valid() ? data_.forest().indexOf(outer) : std::nullopt;
    if (op) {
        const std::scoped_lock lock(outermostMutex_);
        outer = data_.forest().slice(outermost_.of(
            *op, [this](std::uint32_t at) { return data_.forest().parent(at); },
            [this](std::uint32_t around, std::uint32_t at) {
                const bool isOperator = kindOf(data_.forest().slice(at)) == EventKind::Operator;
                return around == OperatorForest::kNone && isOperator ? at : around;
            }));
    }
    place.name = trace().text(trace().slice(outer.valid() ? outer : slice).name);
    return place;
}

std::vector<LineGroup> AdviceFacts::byLine(std::span<const MarkedSlice> slices) const {
    std::map<std::pair<std::uint32_t, std::string>, std::pair<LineGroup, std::vector<MarkedSlice>>> groups;
    for (const MarkedSlice& marked : slices) {
        const std::uint32_t line = data_.lineOf(marked.slice);
        LineGroup place = line == CallContext::kNone ? placeOf(marked.slice) : LineGroup();
        auto& [group, members] = groups[{line, place.name}];
        if (group.calls == 0) {
            group.isLine = line != CallContext::kNone || place.isLine;
            group.name = line != CallContext::kNone ? data_.textOfLine(line) : std::move(place.name);
        }
        ++group.calls;
        group.cost += marked.range.length();
        members.push_back(marked);
    }
    std::vector<LineGroup> sorted;
    for (auto& [key, found] : groups) {
        found.first.slices = placesOf(found.second);
        sorted.push_back(std::move(found.first));
    }
    std::ranges::stable_sort(sorted, std::ranges::greater{}, &LineGroup::cost);
    return sorted;
}

bool AdviceFacts::isShare(TimeNs time, double percent) const {
    return time > 0 && static_cast<double>(time) * 100 >=
                           percent * static_cast<double>(step_) * static_cast<double>(perStep_);
}

std::string AdviceFacts::each(TimeNs time) const {
    return formatDuration(time / perStep_) + (steps_.empty() ? "" : " per step");
}

std::string AdviceFacts::eachCount(std::int64_t count, std::string_view one, std::string_view many) const {
    return formatCount(count, one, many) +
           (steps_.empty() ? std::string() : " in " + formatCount(perStep_, "step", "steps"));
}

Finding AdviceFacts::finding(std::string title, const Saving& total, IntervalSet time,
                             double confidence) const {
    Finding found;
    found.title = std::move(title);
    const auto saved = [this](TimeNs all) { return std::min(all / perStep_, step_); };
    found.saves = {saved(total.low), saved(total.best), saved(total.high)};
    found.share =
        step_ > 0 ? std::clamp(static_cast<double>(found.saves.best) / static_cast<double>(step_), 0.0, 1.0)
                  : 0;
    found.confidence = confidence;
    found.time = std::move(time);
    return found;
}

std::vector<SliceId> placesOf(const std::vector<LineGroup>& groups) {
    std::vector<SliceId> places;
    for (std::size_t turn = 0; turn < kPlaces && places.size() < kPlaces; ++turn) {
        for (const LineGroup& group : groups) {
            if (turn < group.slices.size() && places.size() < kPlaces) {
                places.push_back(group.slices[turn]);
            }
        }
    }
    return places;
}

std::vector<SliceId> placesOf(std::span<const MarkedSlice> marked) {
    std::vector<MarkedSlice> longest(marked.begin(), marked.end());
    std::ranges::stable_sort(longest, std::ranges::greater{},
                             [](const MarkedSlice& m) { return m.range.length(); });
    std::vector<SliceId> places;
    for (std::size_t i = 0; i < std::min(kPlaces, longest.size()); ++i) {
        places.push_back(longest[i].slice);
    }
    return places;
}

std::string mostAt(const std::vector<LineGroup>& groups) {
    return groups.empty() ? std::string() : ", most in " + groups.front().name;
}

} // namespace lanes
