#include "model/analysis/device/Devices.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

namespace lanes {

namespace {

// What two processes on one device have in common.
using Identity = std::tuple<std::int64_t, std::string_view, std::int32_t, std::string_view>;

Identity identityOf(const Process& process) {
    if (!process.deviceUuid.empty()) {
        return {-1, {}, -1, process.deviceUuid};
    }
    return {process.rank, process.host, process.deviceIndex, {}};
}

} // namespace

Devices::Devices(const Trace& trace) {
    const std::vector<Process>& processes = trace.processes();
    std::map<Identity, std::vector<std::uint32_t>> groups;
    for (std::uint32_t i = 0; i < processes.size(); ++i) {
        groups[identityOf(processes[i])].push_back(i);
    }
    std::vector<std::pair<Device, const std::vector<std::uint32_t>*>> found;
    for (const auto& [identity, members] : groups) {
        const Process& first = processes[members.front()];
        const bool shared =
            std::ranges::any_of(members, [&](std::uint32_t i) { return processes[i].rank != first.rank; });
        found.push_back(
            {{first.deviceIndex, shared ? -1 : first.rank, first.host, first.deviceUuid, {}}, &members});
    }
    std::ranges::stable_sort(
        found, {}, [](const auto& f) { return std::tie(f.first.rank, f.first.host, f.first.index); });
    ofProcess_.resize(processes.size());
    for (auto& [device, members] : found) {
        for (const std::uint32_t process : *members) {
            ofProcess_[process] = static_cast<std::uint32_t>(devices_.size());
        }
        devices_.push_back(std::move(device));
    }
    nameAll();
}

void Devices::nameAll() {
    for (Device& device : devices_) {
        const auto sameNumber = [&](const Device& d) { return d.index == device.index; };
        const auto sameRank = [&](const Device& d) { return sameNumber(d) && d.rank == device.rank; };
        const auto sameHost = [&](const Device& d) { return sameRank(d) && d.host == device.host; };
        std::string more;
        const auto add = [&more](const std::string& text) { more += (more.empty() ? "" : ", ") + text; };
        if (device.rank >= 0 && std::ranges::count_if(devices_, sameNumber) > 1) {
            add("rank " + std::to_string(device.rank));
        }
        if (!device.host.empty() && std::ranges::count_if(devices_, sameRank) > 1) {
            add(device.host);
        }
        if (!device.uuid.empty() && std::ranges::count_if(devices_, sameHost) > 1) {
            add(device.uuid);
        }
        device.key = std::to_string(device.index) + (more.empty() ? "" : " (" + more + ")");
    }
}

ProcessId processOf(const Trace& trace, TrackId track) {
    return track.value < trace.tracks().size() ? trace.tracks()[track.value].process : ProcessId();
}

HomeProcesses::HomeProcesses(const Trace& trace)
    : trace_(trace) {
    std::map<std::pair<std::int64_t, std::string_view>, ProcessId>
        firsts; // by rank and host, as sameRank() tells
    for (const Process& process : trace.processes()) {
        const ProcessId own(static_cast<std::uint32_t>(homes_.size()));
        homes_.push_back(firsts.try_emplace({process.rank, process.host}, own).first->second);
    }
}

ProcessId HomeProcesses::of(TrackId track) const {
    const ProcessId own = processOf(trace_, track);
    return own.value < homes_.size() ? homes_[own.value] : own;
}

bool sameRank(const Process& a, const Process& b) {
    return a.rank == b.rank && a.host == b.host;
}

} // namespace lanes
