#include "model/analysis/device/LaunchQueue.h"

#include "model/analysis/device/Devices.h"
#include "model/trace/tables/LinkTable.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <vector>

namespace lanes {

namespace {

using Run = std::span<const Link>; // which copies of a table share

std::vector<Run> runsOf(const LinkTable& table) {
    std::vector<Run> runs;
    for (const auto& links : table.all().base()) {
        runs.emplace_back(links.data(), links.size());
    }
    return runs;
}

std::vector<Run> withoutThoseOf(const std::vector<Run>& runs, const std::vector<Run>& others) {
    std::vector<Run> rest;
    std::ranges::copy_if(runs, std::back_inserter(rest), [&](const Run& run) {
        return std::ranges::find(others, run.data(), [](const Run& other) { return other.data(); }) ==
               others.end();
    });
    return rest;
}

// Which arrows a session has got since an earlier snapshot.
// Those of `later` that `earlier` lacks, of which it is a later state; in any order. O(arrows of the runs that are new or
// were merged since), which is O(log arrows) for each new one.
std::vector<Link> newLinks(const LinkTable& earlier, const LinkTable& later) {
    const std::vector<Run> before = runsOf(earlier);
    const std::vector<Run> now = runsOf(later);
    const std::vector<Run> merged = withoutThoseOf(before, now);
    std::vector<Link> found;
    for (const Run& run : withoutThoseOf(now, before)) {
        std::vector<Run> known = merged; // what is still to come of each
        for (const Link& link : run) {
            bool isNew = true;
            for (Run& rest : known) {
                while (!rest.empty() && rest.front() < link) {
                    rest = rest.subspan(1);
                }
                isNew = isNew && (rest.empty() || rest.front() != link);
            }
            if (isNew) {
                found.push_back(link);
            }
        }
    }
    return found;
}

} // namespace

LaunchQueues::LaunchQueues(const Trace& trace, const LaunchQueues* before)
    : links_(trace.links()) {
    const Devices devices(trace);
    for (const Device& device : devices.all()) {
        devices_.push_back(device.key);
    }
    for (std::uint32_t process = 0; process < trace.processes().size(); ++process) {
        ofProcess_.push_back(devices.of(ProcessId(process)));
    }
    const bool same = before != nullptr && devices_ == before->devices_ && ofProcess_ == before->ofProcess_;
    if (same) {
        queues_ = before->queues_;
    }
    std::map<std::uint32_t, std::vector<Change>> changes; // by device
    for (const Link& link : newLinks(same ? before->links_ : LinkTable(), links_)) {
        if (link.kind != LinkKind::Launch || !trace.has(link.from) || !trace.has(link.to)) {
            continue;
        }
        const Trace::Slice work = trace.slice(link.to);
        const ProcessId process = processOf(trace, work.track);
        const TimeNs launched = trace.slice(link.from).start;
        if (launched < work.start && process.valid()) {
            auto& of = changes[devices.of(process)];
            of.emplace_back(launched, 1);
            of.emplace_back(work.start, -1);
        }
    }
    for (auto& [device, of] : changes) {
        LaunchQueue& queue = queues_[device];
        queue.device = devices_[device];
        add(queue, std::move(of));
    }
}

std::vector<LaunchQueue> LaunchQueues::all() const {
    std::vector<LaunchQueue> queues;
    queues.reserve(queues_.size());
    for (const auto& [device, queue] : queues_) {
        queues.push_back(queue);
    }
    return queues;
}

// What was known from the earliest of them on changes with them, and is told anew.
void LaunchQueues::add(LaunchQueue& queue, std::vector<Change> changes) {
    std::ranges::sort(changes);
    const auto from = std::ranges::lower_bound(queue.time, changes.front().first);
    const auto kept = static_cast<std::size_t>(from - queue.time.begin());
    double waiting = kept > 0 ? queue.waiting[kept - 1] : 0;
    std::vector<Change> later;
    double last = waiting;
    for (std::size_t i = kept; i < queue.time.size(); ++i) {
        later.emplace_back(queue.time[i], queue.waiting[i] - last);
        last = queue.waiting[i];
    }
    std::vector<Change> all;
    std::ranges::merge(later, changes, std::back_inserter(all));
    std::vector<TimeNs> times;
    std::vector<double> values;
    for (const auto& [time, change] : all) {
        waiting += change;
        if (!times.empty() && times.back() == time) {
            values.back() = waiting;
        } else {
            times.push_back(time);
            values.push_back(waiting);
        }
    }
    if (kept < queue.time.size()) {
        queue.time.truncate(kept);
        queue.waiting.truncate(kept);
    }
    queue.time.append(times);
    queue.waiting.append(values);
}

} // namespace lanes
