// Reads and writes the texts in ProcessControl, which the target changes while the recorder reads them.
#pragma once

#include "collector/ring/RingLayout.h"

#include <cstring>
#include <string>
#include <string_view>

namespace lanes::ring {

// Sets one text field of `control`, clipped to its size. One writer at a time.
template<std::size_t kSize>
void setText(ProcessControl& control, char (&field)[kSize], std::string_view text) {
    control.textVersion.fetch_add(1, std::memory_order_acq_rel);
    const std::size_t length = text.size() < kSize - 1 ? text.size() : kSize - 1;
    if (length != 0) {
        std::memcpy(field, text.data(), length);
    }
    std::memset(field + length, 0, kSize - length);
    control.textVersion.fetch_add(1, std::memory_order_acq_rel);
}

// The facts that a process states in its control file, as plain values. Texts may hold any bytes.
struct ProcessFacts {
    std::uint32_t pid = 0;
    std::uint32_t parentPid = 0;
    std::uint64_t startTicks = 0;
    std::int64_t startUnixNs = 0;
    ProcessState state = ProcessState::Starting;
    CaptureMethod method = CaptureMethod::None;
    std::uint64_t threadsRefused = 0;
    std::uint32_t shortages = 0;   // Shortage bits of the threads that were refused
    std::uint32_t textVersion = 0; // changes when a text has changed
    std::string name;
    std::string arguments;
    std::string reason;
    std::string torchVersion;
    std::string pythonVersion;
    std::string rank;
    std::string layout;
    std::string seen;
    std::uint32_t matchedModules = 0;
};

// True if the `size` mapped bytes at `data` are a control file of this version.
inline bool isProcessControl(const std::byte* data, std::size_t size) {
    if (size < sizeof(ProcessControl)) {
        return false;
    }
    const auto* control = reinterpret_cast<const ProcessControl*>(data);
    return control->magic == kProcessMagic && control->version == kRingVersion;
}

inline ProcessFacts readFacts(const ProcessControl& control) {
    const auto text = [](const auto& field) { return std::string(field, strnlen(field, sizeof field)); };
    ProcessFacts facts;
    // A writer that died between the two halves of a change leaves an odd version for good. The texts are then taken
    // as they are.
    for (int attempt = 0; attempt < 4; ++attempt) {
        facts.textVersion = control.textVersion.load(std::memory_order_acquire);
        facts.name = text(control.name);
        facts.arguments = text(control.arguments);
        facts.reason = text(control.reason);
        facts.torchVersion = text(control.torchVersion);
        facts.pythonVersion = text(control.pythonVersion);
        facts.rank = text(control.rank);
        facts.layout = text(control.layout);
        facts.seen = text(control.seen);
        std::atomic_thread_fence(std::memory_order_acquire);
        if (facts.textVersion % 2 == 0 &&
            facts.textVersion == control.textVersion.load(std::memory_order_relaxed)) {
            break;
        }
    }
    facts.pid = control.pid;
    facts.parentPid = control.parentPid;
    facts.startTicks = control.startTicks;
    facts.startUnixNs = control.startUnixNs;
    facts.state = static_cast<ProcessState>(control.state.load(std::memory_order_relaxed));
    facts.method = static_cast<CaptureMethod>(control.method.load(std::memory_order_relaxed));
    facts.matchedModules = control.matchedModules.load(std::memory_order_relaxed);
    facts.shortages = control.shortages.load(std::memory_order_relaxed);
    facts.threadsRefused = control.threadsRefused.load(std::memory_order_relaxed);
    return facts;
}

} // namespace lanes::ring
