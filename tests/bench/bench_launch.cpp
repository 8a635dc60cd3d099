// What a launch costs the thread that makes it: the callback that CUPTI calls, with a reader that keeps the ring empty and
// without Python. No CUPTI and no GPU: what CUPTI itself costs comes on top.
#include "collector/probe/cupti/CallbackLayout.h"
#include "collector/probe/cupti/LaunchCallbacks.h"
#include "collector/probe/torch/OperatorHook.h"
#include "collector/ring/FileNames.h"
#include "collector/ring/RingReader.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

using namespace lanes;
using namespace lanes::probe;

namespace {

constexpr std::uint32_t kLaunches = 10'000; // fit into the ring
constexpr int kRounds = 200;

cupti::Callback callback = nullptr;
void* user = nullptr;

cupti::Result subscribe(void**, cupti::Callback wanted, void* with) {
    callback = wanted;
    user = with;
    return 0;
}

} // namespace

int main() {
    std::string folder = "/dev/shm/bench-launch-XXXXXX";
    if (mkdtemp(folder.data()) == nullptr) {
        std::perror(folder.c_str());
        return 1;
    }
    ring::MappedFile session =
        ring::MappedFile::create(folder + "/" + ring::kSessionFileName, sizeof(ring::SessionControl));
    auto& control = *reinterpret_cast<ring::SessionControl*>(session.data());
    control.magic = ring::kSessionMagic;
    control.version = ring::kRingVersion;
    control.clock = ring::bestClock();
    control.mostRingBytes = 1U << 20;
    control.ringBytesLeft = 64U << 20;
    control.heartbeatNs = ring::monotonicNs();
    ring::setSources(control, ring::kAllSources);
    if (const std::string problem = probeProcess().join(folder); !problem.empty()) {
        std::fprintf(stderr, "%s\n", problem.c_str());
        return 1;
    }
    SourceGate gate;
    gate.open(probeProcess().wanted());
    cupti::Functions functions{};
    functions.subscribe = &subscribe;
    cupti::ClientRecords client(functions);
    const cupti::ClientCallbacks clientsOwn;
    cupti::CallbackCost cost;
    cupti::LaunchCallbacks callbacks(functions, gate, client, clientsOwn, cost);
    functions.enableCallback = [](std::uint32_t, void*, cupti::Domain, std::uint32_t) { return 0; };
    if (callbacks.subscribe() != 0 || readyRecorder() == nullptr) {
        return 1;
    }
    callbacks.enable();
    std::optional<ring::RingReader> reader;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == ".ring") {
            reader = ring::RingReader::open(entry.path());
        }
    }
    cupti::CallData call{};
    std::uint64_t seen = 0;
    double best = 1e9;
    for (int round = 0; round < kRounds && reader; ++round) {
        const std::int64_t begin = ring::monotonicNs();
        for (std::uint32_t i = 0; i < kLaunches; ++i) {
            ++call.correlation;
            callback(user, cupti::Domain::Runtime, 211, &call);
        }
        best = std::min(best, static_cast<double>(ring::monotonicNs() - begin) / kLaunches);
        reader->drain([&](const ring::RecordView& record) {
            seen += record.type() == ring::RecordType::Launch ? 1 : 0;
        });
    }
    std::printf("%.1f ns per launch, %llu of %llu recorded\n", best, static_cast<unsigned long long>(seen),
                static_cast<unsigned long long>(std::uint64_t{kLaunches} * kRounds));
    std::filesystem::remove_all(folder);
    return seen == std::uint64_t{kLaunches} * kRounds ? 0 : 1;
}
