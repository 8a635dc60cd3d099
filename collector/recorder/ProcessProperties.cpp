#include "collector/recorder/ProcessProperties.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace lanes::recorder {

namespace {

std::string methodName(ring::CaptureMethod method) {
    switch (method) {
    case ring::CaptureMethod::HeaderLess:
        return "calibrated hook";
    case ring::CaptureMethod::Shim:
        return "compiled hook";
    case ring::CaptureMethod::TorchProfiler:
        return "torch.profiler in cycles";
    case ring::CaptureMethod::None:
        break;
    }
    return "none";
}

std::string stateName(ring::ProcessState state) {
    switch (state) {
    case ring::ProcessState::Starting:
        return "starting";
    case ring::ProcessState::Recording:
        return "recording";
    case ring::ProcessState::Off:
        return "off";
    case ring::ProcessState::Ended:
        return "ended";
    }
    return "unknown";
}

} // namespace

void ProcessProperties::add(const ProcessCapture& process) {
    if (processes_.size() < kMost) {
        processes_.push_back({&process, {}, {}});
    } else {
        ++leftOut_;
    }
}

void ProcessProperties::keep(const ProcessCapture& process) {
    const auto found = std::ranges::find(processes_, &process, &Described::process);
    if (found != processes_.end()) {
        *found = {nullptr, process.key(), process.facts()};
    }
}

void ProcessProperties::addTo(std::vector<std::pair<std::string, std::string>>& properties) const {
    std::map<std::uint32_t, std::string_view> layouts; // by pid
    for (const Described& one : processes_) {
        const ring::ProcessFacts& facts = one.process != nullptr ? one.process->facts() : one.facts;
        const auto parent = layouts.find(facts.parentPid);
        const bool parents = parent != layouts.end() && parent->second == facts.layout; // of a forked child
        layouts[facts.pid] = facts.layout;
        const std::string prefix = "process." + (one.process != nullptr ? one.process->key() : one.key) + ".";
        properties.emplace_back(prefix + "arguments", facts.arguments);
        properties.emplace_back(prefix + "name", facts.name);
        properties.emplace_back(prefix + "torch", facts.torchVersion);
        properties.emplace_back(prefix + "python", facts.pythonVersion);
        properties.emplace_back(prefix + "capture", methodName(facts.method));
        properties.emplace_back(prefix + "state", stateName(facts.state));
        properties.emplace_back(prefix + "reason", facts.reason);
        properties.emplace_back(prefix + "layout", parents ? std::string() : facts.layout);
    }
}

} // namespace lanes::recorder
