#include "model/analysis/device/MissingWork.h"

#include "model/analysis/device/Devices.h"
#include "model/base/Contains.h"
#include "model/base/StopEvery.h"
#include "model/trace/args/IdReader.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string_view>
#include <utility>

namespace lanes {

namespace {

enum class CallRole : std::uint8_t { NotYet, None, Launch, GraphLaunch, BeginsCapture, EndsCapture };

CallRole callRoleOf(std::string_view name) {
    if (contains(name, "GraphLaunch")) {
        return CallRole::GraphLaunch;
    }
    if (contains(name, "Launch") && (contains(name, "Kernel") || contains(name, "CooperativeLaunch"))) {
        return CallRole::Launch;
    }
    if (contains(name, "StreamBeginCapture")) {
        return CallRole::BeginsCapture;
    }
    return contains(name, "StreamEndCapture") ? CallRole::EndsCapture : CallRole::None;
}

// Calls of a trace into its devices' API.
class LaunchCalls {
public:
    LaunchCalls(const Trace& trace, const std::stop_token& stop)
        : trace_(trace)
        , correlation_(trace, "correlation") {
        findWork();
        for (const auto& segment : trace.segments()) {
            for (std::uint32_t i = segment->next(EventKind::Runtime, 0); i < segment->size();
                 i = segment->next(EventKind::Runtime, i + 1)) {
                if (seen_++ % kStopEvery == 0 && stop.stop_requested()) {
                    return;
                }
                take(*segment, i);
            }
        }
    }

    struct Launch {
        ProcessId process;
        TimeNs begin = 0;
        SliceId call;
        TimeNs work = kNone; // when the first of what it launched began
        bool graph = false;
        friend auto operator<=>(const Launch&, const Launch&) = default;
        [[nodiscard]] bool isMissing() const { return work == kNone; }
    };

    // By process and time.
    std::vector<Launch> launches() {
        for (auto& [process, marks] : captures_) {
            std::ranges::sort(marks);
        }
        const TimeNs until = trace_.info().complete ? kNone : lastWork_;
        std::erase_if(launches_, [&](const Launch& launch) {
            return launch.isMissing() && (isCaptured(launch) || launch.begin >= until);
        });
        std::ranges::sort(launches_);
        return std::move(launches_);
    }

private:
    static constexpr TimeNs kNone = std::numeric_limits<TimeNs>::max();

    void findWork() {
        std::vector<std::pair<SliceId, TimeNs>> work; // by call, the first of each in front
        for (const Link& link : trace_.links().all()) {
            if (link.kind == LinkKind::Launch && trace_.has(link.from) && trace_.has(link.to)) {
                work.emplace_back(link.from, trace_.slice(link.to).start);
                lastWork_ = std::max(lastWork_, work.back().second);
            }
        }
        std::ranges::sort(work);
        const auto further = std::ranges::unique(work, {}, &std::pair<SliceId, TimeNs>::first);
        work.erase(further.begin(), further.end());
        for (const auto& [call, start] : work) {
            const Trace::Slice slice = trace_.slice(call);
            const ProcessId process = processOf(trace_, slice.track);
            launches_.push_back({process, slice.start, call, start});
            if (const auto id = correlation_.of(call)) {
                withWork_.push_back(*id);
            }
        }
        std::ranges::sort(withWork_);
    }

    void take(const Segment& segment, std::uint32_t i) {
        const CallRole role = roleOfName(segment.name[i]);
        const ProcessId process = processOf(trace_, segment.track);
        if (role == CallRole::BeginsCapture || role == CallRole::EndsCapture) {
            captures_[process].emplace_back(segment.start[i], role == CallRole::BeginsCapture ? 1 : -1);
        }
        if (role != CallRole::Launch && role != CallRole::GraphLaunch) {
            return;
        }
        const SliceId call(segment.first + i);
        const auto id = correlation_.of(segment, i);
        if (id && id->number() > 0 && !std::ranges::binary_search(withWork_, *id)) {
            launches_.push_back({process, segment.start[i], call, kNone, role == CallRole::GraphLaunch});
        }
    }

    [[nodiscard]] CallRole roleOfName(StringId name) {
        roles_.resize(std::max<std::size_t>(roles_.size(), std::size_t{name.value} + 1), CallRole::NotYet);
        CallRole& role = roles_[name.value];
        if (role == CallRole::NotYet) {
            role = callRoleOf(trace_.text(name));
        }
        return role;
    }

    // Whether a stream of the process is captured then: what another thread launches meanwhile may be, too.
    [[nodiscard]] bool isCaptured(const Launch& launch) const {
        const auto marks = captures_.find(launch.process);
        if (marks == captures_.end()) {
            return false;
        }
        const auto after = std::ranges::upper_bound(marks->second, std::pair(launch.begin, 2));
        return after != marks->second.begin() && std::prev(after)->second > 0;
    }

    const Trace& trace_;
    IdReader correlation_;
    std::uint32_t seen_ = 0;
    std::vector<CallRole> roles_;  // by name
    std::vector<FileId> withWork_; // correlations of calls that launched something; sorted
    TimeNs lastWork_ = 0;
    std::vector<Launch> launches_;
    std::map<ProcessId, std::vector<std::pair<TimeNs, int>>>
        captures_; // 1 where one begins, -1 where it ends
};

} // namespace

MissingWork::MissingWork(const Trace& trace, const std::stop_token& stop) {
    bool open = false; // the last window has no end yet
    for (const auto& launch : LaunchCalls(trace, stop).launches()) {
        const bool same = !windows_.empty() && windows_.back().process == launch.process;
        if (!launch.isMissing()) {
            if (same && open) {
                windows_.back().range.end = std::max(launch.work, windows_.back().range.begin);
                open = false;
            }
            continue;
        }
        ++launches_;
        graphs_ += launch.graph ? 1 : 0;
        if (same && (open || windows_.back().range.end >= launch.begin)) {
            windows_.back().range.end = std::numeric_limits<TimeNs>::max();
        } else {
            windows_.push_back(
                {launch.process, {launch.begin, std::numeric_limits<TimeNs>::max()}, launch.call});
        }
        open = true;
    }
}

std::span<const MissingWork::Window> MissingWork::windowsOf(ProcessId process, TimeNs from) const {
    const auto own = std::ranges::equal_range(windows_, process, {}, &Window::process);
    return {std::ranges::upper_bound(own, from, {}, [](const Window& w) { return w.range.end; }), own.end()};
}

} // namespace lanes
