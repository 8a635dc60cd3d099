// What a launch costs the thread that makes it: the callback that CUPTI calls, with a reader that keeps the ring empty and
// without Python. No CUPTI and no GPU: what CUPTI itself costs comes on top.
#include "collector/probe/cupti/CallbackLayout.h"
#include "collector/probe/cupti/KernelParameters.h"
#include "collector/probe/cupti/LaunchCallbacks.h"
#include "collector/probe/torch/OperatorHook.h"
#include "collector/ring/FileNames.h"
#include "collector/ring/RingReader.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

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

// Nanoseconds of the cheapest round; 0 if a launch is missing.
double costOf(ring::RingReader& reader, cupti::Domain domain, std::uint32_t function, cupti::CallData call) {
    double best = 1e9;
    std::uint64_t launches = 0, arguments = 0;
    for (int round = 0; round < kRounds; ++round) {
        const std::int64_t begin = ring::monotonicNs();
        for (std::uint32_t i = 0; i < kLaunches; ++i) {
            ++call.correlation;
            callback(user, domain, function, &call);
        }
        best = std::min(best, static_cast<double>(ring::monotonicNs() - begin) / kLaunches);
        reader.drain([&](const ring::RecordView& record) {
            launches += record.type() == ring::RecordType::Launch ? 1 : 0;
            arguments += record.type() == ring::RecordType::LaunchArguments ? 1 : 0;
        });
    }
    constexpr std::uint64_t kAll = std::uint64_t{kLaunches} * kRounds;
    return launches == kAll && arguments == (call.parameters != nullptr ? kAll : 0) ? best : 0;
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
    const double plain = reader ? costOf(*reader, cupti::Domain::Runtime, 211, {}) : 0;
    // One of Triton's: four pointers, three whole numbers and a float.
    const int kernel = 0;
    cupti::describeKernel(reinterpret_cast<std::uint64_t>(&kernel), "add_kernel",
                          "x_ptr: *fp32, y_ptr: *fp32, out_ptr: *fp32, bias_ptr: *fp32, n: i32, stride: i64, "
                          "groups: i32, scale: fp32");
    const std::uint64_t value = 1000;
    const std::vector<const void*> values(8, &value);
    const cupti::LaunchParameters parameters{&kernel, {}, nullptr, const_cast<void* const*>(values.data())};
    cupti::CallData call{};
    call.parameters = &parameters;
    call.kernel = "add_kernel";
    const double given = reader ? costOf(*reader, cupti::Domain::Driver, 307, call) : 0;
    std::printf("%.1f ns per launch, %.1f with its arguments\n", plain, given);
    std::filesystem::remove_all(folder);
    return plain > 0 && given > 0 ? 0 : 1;
}
