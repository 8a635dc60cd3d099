#include "model/analysis/gaps/GapReasons.h"

#include "model/analysis/gaps/HostRole.h"
#include "model/analysis/gaps/WaitCause.h"
#include "model/trace/args/ArgReader.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanes {

namespace {

// Stretches of a gap as they are found, one after the other; what has the same cause becomes one.
// One thread.
class StretchList {
public:
    explicit StretchList(TimeNs begin)
        : end_(begin) {}

    // The next stretch, up to `end`. Confidence is the mean over time; what proves the longest part proves the whole. Parts
    // that nothing in particular proves count together.
    void add(TimeNs end, WaitCause cause, float confidence, SliceId proof) {
        const TimeRange part{end_, end};
        if (part.empty()) {
            return;
        }
        end_ = end;
        if (stretches_.empty() || stretches_.back().cause != cause) {
            stretches_.push_back({part, cause, 0, {}});
            proven_ = 0;
            unproven_ = 0;
        }
        WaitStretch& last = stretches_.back();
        const auto before = static_cast<float>(part.begin - last.range.begin);
        const auto more = static_cast<float>(part.length());
        last.confidence = (last.confidence * before + confidence * more) / (before + more);
        last.range.end = end;
        if (!proof.valid()) {
            unproven_ += part.length();
        } else if (part.length() > proven_) {
            proven_ = part.length();
            proof_ = proof;
        }
        last.proof = proven_ > unproven_ ? proof_ : SliceId();
    }
    [[nodiscard]] bool has(WaitCause cause) const {
        return std::ranges::any_of(stretches_, [cause](const WaitStretch& s) { return s.cause == cause; });
    }
    [[nodiscard]] TimeNs end() const { return end_; }
    [[nodiscard]] std::vector<WaitStretch> take() { return std::move(stretches_); }

private:
    std::vector<WaitStretch> stretches_;
    TimeNs end_;
    // Of the last stretch: its longest part that something proves, and all that nothing does.
    SliceId proof_;
    TimeNs proven_ = 0;
    TimeNs unproven_ = 0;
};

constexpr TimeNs kMicrosecond = 1000;
constexpr TimeNs kBetweenOperators =
    50 * kMicrosecond; // Python that nobody recorded takes so long between two operators
constexpr TimeNs kLaunchDelay = 20 * kMicrosecond; // from a call to its work on an idle device
constexpr TimeNs kSlowLaunch = 100 * kMicrosecond; // the same, as seen where the host launched late
constexpr TimeNs kHandover =
    20 * kMicrosecond;      // from the end of one stream's work to what waits for it on another
constexpr int kDeepest = 8; // streams that wait for streams that wait

// How sure a cause is, by where it was seen.
constexpr float kRecorded = 0.95F; // a record says so
constexpr float kSeen = 0.9F;      // the launching thread did it
constexpr float kAround = 0.6F;    // a range around, another stream's work that ended just then
constexpr float kAfterSync = 0.7F; // the queue was empty, and nothing was recorded
constexpr float kLikely = 0.5F;
constexpr float kOfOthers = 0.6F; // times: another thread did it

bool isGraphLaunch(std::string_view name) {
    return name.find("GraphLaunch") != std::string_view::npos;
}

// Goes over `range`: `inside` for each part that lies in one of `items`, by time and apart, `between` for all others.
template<class Items, class RangeOf, class Inside, class Between>
void walk(const Items& items, TimeRange range, const RangeOf& rangeOf, const Inside& inside,
          const Between& between) {
    auto item =
        std::ranges::upper_bound(items, range.begin, {}, [&](const auto& i) { return rangeOf(i).end; });
    TimeNs at = range.begin;
    for (; item != items.end() && rangeOf(*item).begin < range.end; ++item) {
        const TimeRange part{std::max(rangeOf(*item).begin, at), std::min(rangeOf(*item).end, range.end)};
        if (part.begin > at) {
            between(TimeRange{at, part.begin});
        }
        inside(*item, part);
        at = part.end;
    }
    if (at < range.end) {
        between(TimeRange{at, range.end});
    }
}

TimeRange rangeOfMark(const HostMark& mark) {
    return mark.range;
}

TimeRange itself(TimeRange range) {
    return range;
}

} // namespace

// One gap.
class GapReasons::Telling {
public:
    Telling(const GapReasons& all, TimeNs begin)
        : all_(all)
        , list_(begin) {}

    // From where the list ends to `end`, which `after` ends.
    void tell(TimeNs end, SliceId before, SliceId after, const WorkTimeline::Stream* stream, int depth) {
        const SliceId launch = all_.trace_.links().firstTo(after, LinkKind::Launch);
        if (!launch.valid() || !all_.trace_.has(launch)) {
            tellWithoutLaunch(end, stream);
            return;
        }
        const Trace::Position at = all_.trace_.locate(launch);
        const Segment& segment = *all_.trace_.segments()[at.segment];
        call_ = {segment.track, {segment.start[at.index], segment.end(at.index)}, segment.name[at.index]};
        launch_ = launch;
        thread_ = all_.hosts_.of(call_.track);
        process_ = processOf(all_.trace_, call_.track);
        const TimeNs begin = list_.end();
        const TimeNs called = std::clamp(call_.range.begin, begin, end);
        const HostRole role = roleOfLaunch();
        const bool copies = role.layer == HostRole::Layer::Mark && role.cause == WaitCause::Copy;
        const bool blocks =
            copies && call_.range.end + kLaunchDelay >= end; // one that returned long before held nothing up
        const auto awaited =
            stream != nullptr && !blocks ? awaitedBy(*stream, {called, end}, before) : std::nullopt;
        host(awaited ? called : std::clamp(call_.range.end, begin, end));
        if (awaited) {
            waitFor(*awaited, end, depth);
        } else {
            wayOfLaunch(end, before, blocks, begin);
        }
    }

    [[nodiscard]] std::vector<WaitStretch> take() { return list_.take(); }

private:
    struct Awaited {
        WorkSpan work;
        const WorkTimeline::Stream* stream = nullptr;
        float confidence = kAround;
    };

    [[nodiscard]] HostRole roleOfLaunch() const {
        if (thread_ == nullptr) {
            return {};
        }
        const auto mark = std::ranges::lower_bound(thread_->marks, call_.range.begin, {},
                                                   [](const HostMark& m) { return m.range.begin; });
        const bool shows = mark != thread_->marks.end() && mark->slice == launch_;
        return shows ? HostRole{HostRole::Layer::Mark, mark->cause} : HostRole{};
    }

    [[nodiscard]] static bool isCollectiveWork(const Trace& trace, SliceId work) {
        const Trace::Slice slice = trace.slice(work);
        return isCollective(slice.kind, trace.text(slice.name), trace.ownClasses());
    }

    // --- the host's part

    void host(TimeNs end) {
        if (thread_ == nullptr) {
            list_.add(end, WaitCause::Unknown, 0, {});
            return;
        }
        walk(
            thread_->marks, {list_.end(), end}, rangeOfMark,
            [&](const HostMark& mark, TimeRange part) { list_.add(part.end, mark.cause, kSeen, mark.slice); },
            [&](TimeRange rest) { heldUp(rest); });
    }

    // By what no thread of the process can help.
    void heldUp(TimeRange range) {
        walk(
            all_.hosts_.aside(process_), range, rangeOfMark,
            [&](const HostMark& mark, TimeRange part) {
                list_.add(part.end, mark.cause, kAround, mark.slice);
            },
            [&](TimeRange rest) { busy(rest); });
    }

    void busy(TimeRange range) {
        walk(
            thread_->busy.ranges(), range, itself,
            [&](TimeRange, TimeRange part) { ran(part, WaitCause::LaunchBound, kSeen); },
            [&](TimeRange rest) { ranged(rest); });
    }

    // What it did there, where it was on a CPU at all.
    void ran(TimeRange range, WaitCause cause, float confidence) {
        walk(
            thread_->offCpu, range, rangeOfMark,
            [&](const HostMark& mark, TimeRange part) {
                list_.add(part.end, mark.cause, kRecorded, mark.slice);
            },
            [&](TimeRange rest) { list_.add(rest.end, cause, confidence, {}); });
    }

    void ranged(TimeRange range) {
        walk(
            thread_->ranges.ranges(), range, itself,
            [&](TimeRange, TimeRange part) { ran(part, WaitCause::LaunchBound, kAround); },
            [&](TimeRange rest) { carriedOut(rest); });
    }

    // For it, by a thread that launches nothing.
    void carriedOut(TimeRange range) {
        walk(
            all_.hosts_.collectives(process_), range, rangeOfMark,
            [&](const HostMark& mark, TimeRange part) {
                list_.add(part.end, mark.cause, kAround, mark.slice);
            },
            [&](TimeRange rest) { others(rest); });
    }

    // The launching thread did nothing that was recorded: it may have had no work yet, as autograd's threads until
    // backward is called.
    void others(TimeRange range) {
        const HostTimeline* process = all_.hosts_.ofProcess(process_);
        if (process == nullptr || process == thread_) {
            unseen(range);
            return;
        }
        walk(
            process->marks, range, rangeOfMark,
            [&](const HostMark& mark, TimeRange part) {
                list_.add(part.end, mark.cause, kSeen * kOfOthers, mark.slice);
            },
            [&](TimeRange rest) {
                walk(
                    process->busy.ranges(), rest, itself,
                    [&](TimeRange, TimeRange part) {
                        list_.add(part.end, WaitCause::LaunchBound, kSeen * kOfOthers, {});
                    },
                    [&](TimeRange hole) { unseen(hole); });
            });
    }

    void unseen(TimeRange range) {
        if (list_.has(WaitCause::HostSync)) {
            ran(range, WaitCause::LaunchBound, kAfterSync);
        } else if (range.length() <= kBetweenOperators) {
            ran(range, WaitCause::LaunchBound, kLikely);
        } else {
            ran(range, WaitCause::Unknown, 0);
        }
    }

    // --- the device's part

    void wayOfLaunch(TimeNs end, SliceId before, bool blocks, TimeNs begin) {
        const Trace& trace = all_.trace_;
        const bool late = call_.range.begin >= begin;
        const TimeNs way = end - call_.range.end;
        if (blocks) {
            list_.add(end, WaitCause::Copy, kSeen, launch_);
        } else if (isGraphLaunch(trace.text(call_.name))) {
            const bool same = trace.links().firstTo(before, LinkKind::Launch) == launch_;
            list_.add(end, WaitCause::GraphLaunch, late ? kSeen : same ? kLikely : kAround, launch_);
        } else if (way <= (late ? kSlowLaunch : kLaunchDelay)) {
            list_.add(end, WaitCause::LaunchBound, way <= kLaunchDelay ? kAround : kLikely, launch_);
        } else {
            list_.add(end, WaitCause::Unknown, 0, {});
        }
    }

    void tellWithoutLaunch(TimeNs end, const WorkTimeline::Stream* stream) {
        if (stream != nullptr) {
            const auto last = endedBefore(*stream, {list_.end(), end});
            if (last && end - last->work.range.end <= kHandover &&
                isCollectiveWork(all_.trace_, last->work.slice)) {
                list_.add(last->work.range.begin, WaitCause::Unknown, 0, {});
                list_.add(end, WaitCause::Collective, kLikely, last->work.slice);
                return;
            }
        }
        list_.add(end, WaitCause::Unknown, 0, {});
    }

    // The work of other streams of the device that ended last within `range`.
    [[nodiscard]] std::optional<Awaited> endedBefore(const WorkTimeline::Stream& stream,
                                                     TimeRange range) const {
        std::optional<Awaited> found;
        for (const std::uint32_t s : all_.work_.streamsOf(stream.device)) {
            const WorkTimeline::Stream& other = all_.work_.streams()[s];
            if (other.track == stream.track) {
                continue;
            }
            const auto work = lastEnded(other, range);
            if (work && (!found || work->range.end > found->work.range.end)) {
                found = Awaited{*work, &other, kAround};
            }
        }
        return found;
    }

    [[nodiscard]] static std::optional<WorkSpan> lastEnded(const WorkTimeline::Stream& stream,
                                                           TimeRange range) {
        constexpr int kBack = 4; // lanes of one stream may overlap a little
        auto at = std::ranges::lower_bound(stream.work, range.end, {},
                                           [](const WorkSpan& w) { return w.range.begin; });
        std::optional<WorkSpan> found;
        for (int i = 0; i < kBack && at != stream.work.begin(); ++i) {
            --at;
            const TimeNs end = at->range.end;
            if (end <= range.end && end > range.begin && (!found || end > found->range.end)) {
                found = *at;
            }
        }
        return found;
    }

    // What the launched work still had to wait for; nothing where it only had to get to the device.
    [[nodiscard]] std::optional<Awaited> awaitedBy(const WorkTimeline::Stream& stream, TimeRange queue,
                                                   SliceId before) const {
        if (queue.empty()) {
            return std::nullopt;
        }
        if (const WorkTimeline::Stream* other = recordedWait(stream, before)) {
            if (const auto work = lastEnded(*other, queue)) {
                return Awaited{*work, other, kRecorded};
            }
        }
        const auto last = endedBefore(stream, queue);
        if (!last || queue.end - last->work.range.end > kHandover) {
            return std::nullopt;
        }
        const bool tight =
            queue.end - last->work.range.end <= kHandover && last->work.range.begin <= queue.begin;
        return tight || queue.end - call_.range.end > kLaunchDelay ? last : std::nullopt;
    }

    // The stream that the device was told to wait for, between the launches of the work before and after.
    [[nodiscard]] const WorkTimeline::Stream* recordedWait(const WorkTimeline::Stream& stream,
                                                           SliceId before) const {
        const Trace& trace = all_.trace_;
        const SliceId earlier = trace.links().firstTo(before, LinkKind::Launch);
        const TimeNs from = trace.slice(earlier.valid() ? earlier : before).start;
        const auto [first, last] = trace.lanesOf(stream.track);
        for (std::uint32_t lane = first; lane < last; ++lane) {
            for (SliceId at = trace.firstEndingAfter(LaneId(lane), from); at.valid();
                 at = trace.nextInLane(at)) {
                const Trace::Slice slice = trace.slice(at);
                if (slice.start > call_.range.end) {
                    break;
                }
                if (slice.kind == EventKind::DeviceSync) {
                    const std::int64_t number = integerOf(
                        trace.args().value(slice.layout, slice.row, all_.waitOnStream_), trace.strings(), -1);
                    if (const auto* other = streamNumbered(stream, number)) {
                        return other;
                    }
                }
            }
        }
        return nullptr;
    }

    [[nodiscard]] const WorkTimeline::Stream* streamNumbered(const WorkTimeline::Stream& like,
                                                             std::int64_t number) const {
        const std::string key = std::to_string(number);
        const ProcessId process = processOf(all_.trace_, like.track);
        for (const std::uint32_t s : all_.work_.streamsOf(like.device)) {
            const WorkTimeline::Stream& other = all_.work_.streams()[s];
            const Track& track = all_.trace_.tracks()[other.track.value];
            if (other.track != like.track && track.process == process && track.key == key) {
                return &other;
            }
        }
        return nullptr;
    }

    // From where the list ends: what the awaited stream ran, and what kept it from running that earlier.
    void waitFor(const Awaited& awaited, TimeNs end, int depth) {
        const std::vector<WorkSpan>& all = awaited.stream->work;
        auto at =
            std::ranges::lower_bound(all, std::pair(awaited.work.range.begin, awaited.work.slice), {},
                                     [](const WorkSpan& w) { return std::pair(w.range.begin, w.slice); });
        const auto last = at;
        while (at != all.begin() && (at - 1)->range.end > list_.end()) {
            --at;
        }
        for (; at <= last; ++at) {
            if (at->range.begin - list_.end() > kHandover && depth < kDeepest) {
                tell(at->range.begin, at == all.begin() ? at->slice : (at - 1)->slice, at->slice,
                     awaited.stream, depth + 1);
            }
            const TimeNs until = at == last ? end : std::min(at->range.end, end);
            list_.add(until, causeOf(all_.trace_, at->slice), awaited.confidence, at->slice);
        }
    }

    [[nodiscard]] static WaitCause causeOf(const Trace& trace, SliceId work) {
        if (isCollectiveWork(trace, work)) {
            return WaitCause::Collective;
        }
        const Trace::Slice slice = trace.slice(work);
        const bool pages = slice.kind == EventKind::Memcpy &&
                           trace.text(slice.name).find("Pageable") != std::string_view::npos;
        return pages ? WaitCause::Copy : WaitCause::OtherStream;
    }

    const GapReasons& all_;
    StretchList list_;
    // Of what ends the gap.
    struct Call {
        TrackId track;
        TimeRange range;
        StringId name;
    };
    Call call_;
    SliceId launch_;
    const HostTimeline* thread_ = nullptr;
    ProcessId process_;
};

GapReasons::GapReasons(const Trace& trace, const WorkTimeline& work, const HostTimelines& hosts,
                       const std::stop_token& stop)
    : trace_(trace)
    , work_(work)
    , hosts_(hosts)
    , waitOnStream_(trace.strings().find("wait_on_stream"))
    , missing_(trace, stop) {}

std::vector<WaitStretch> GapReasons::of(const StreamGap& gap, TrackId stream) const {
    Telling telling(*this, gap.range.begin);
    telling.tell(gap.range.end, gap.before, gap.after, stream.valid() ? work_.streamOf(stream) : nullptr, 0);
    return withoutMissing(gap, telling.take());
}

// The same, but for the time in which work may have run that was not recorded.
std::vector<WaitStretch> GapReasons::withoutMissing(const StreamGap& gap,
                                                    std::vector<WaitStretch> told) const {
    SliceId launch = trace_.links().firstTo(gap.after, LinkKind::Launch);
    launch = launch.valid() ? launch : trace_.links().firstTo(gap.before, LinkKind::Launch);
    if (missing_.windows().empty() || !trace_.has(launch)) {
        return told;
    }
    const ProcessId process = processOf(trace_, trace_.slice(launch).track);
    StretchList list(gap.range.begin);
    for (const WaitStretch& stretch : told) {
        walk(
            missing_.windowsOf(process, stretch.range.begin), stretch.range,
            [](const MissingWork::Window& window) { return window.range; },
            [&](const MissingWork::Window& window, TimeRange part) {
                list.add(part.end, WaitCause::Unknown, 0, window.call);
            },
            [&](TimeRange rest) { list.add(rest.end, stretch.cause, stretch.confidence, stretch.proof); });
    }
    return list.take();
}

} // namespace lanes
