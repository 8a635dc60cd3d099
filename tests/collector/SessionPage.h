// The session's page in a ring folder, as the recorder makes it: what a probe needs to join.
#pragma once

#include "collector/ring/MappedFile.h"
#include "collector/ring/Records.h"
#include "collector/ring/RingLayout.h"
#include "collector/ring/TickClock.h"

#include <string>

namespace lanes::test {

class SessionPage {
public:
    // In an existing folder. Rings are of `ringBytes` at most, and all of them together of `budget`.
    SessionPage(const std::string& folder, std::uint64_t ringBytes, std::int64_t budget)
        : file_(
              ring::MappedFile::create(folder + "/" + ring::kSessionFileName, sizeof(ring::SessionControl))) {
        control().magic = ring::kSessionMagic;
        control().version = ring::kRingVersion;
        control().clock = ring::ClockKind::MonotonicNs;
        control().mostRingBytes = ringBytes;
        control().ringBytesLeft = budget;
        control().heartbeatNs = ring::monotonicNs();
    }
    ring::SessionControl& control() { return *reinterpret_cast<ring::SessionControl*>(file_.data()); }

private:
    ring::MappedFile file_;
};

} // namespace lanes::test
