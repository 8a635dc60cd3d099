// Sessions on disk: how fast they open, what they take on disk and in memory. Prints what scripts/bench.py reads.
//
//   bench_session [MILLIONS]    a session of so many million slices, 10 by default; 100 are a minute's work and 5 GB
#include "model/base/HugeArray.h"
#include "model/io/OpenTrace.h"
#include "model/lod/LodIndex.h"
#include "tests/bench/Frames.h"
#include "tests/bench/Report.h"
#include "tests/bench/Session.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

using namespace lanes;

namespace {

using Clock = std::chrono::steady_clock;

constexpr double kMs = 1000;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

// Best of several rounds, in seconds.
struct Opening {
    double whole = 1e9;     // every slice, nesting, links
    double drawable = 1e9;  // and level of detail
    double first = 1e9;     // until something can be drawn
    double unpacking = 1e9; // of its frames alone, on the same threads
    double clearing = 1e9;  // by the system: memory for the columns alone, on the same threads
    std::uint32_t slices = 0;
    double bytesPerSlice = 0; // that the process has grown by
    double pyramid = 0;       // bytes per slice
};

std::shared_ptr<const Trace> opened(const std::string& path, const OpenOptions& options) {
    auto trace = openTrace(path, options);
    if (!trace) {
        bench::fail(trace.error().message);
    }
    return std::move(trace).value();
}

constexpr std::size_t kColumnBytes = 34; // of a slice: see Segment

// Seconds that the system takes for as much new memory as the columns of so many slices fill.
double newMemory(std::uint64_t slices, unsigned threads) {
    const std::size_t share = slices * kColumnBytes / threads;
    const auto start = Clock::now();
    const auto take = [share] {
        const auto bytes = hugeArray<std::byte>(share);
        constexpr std::size_t kPage = 4096;
        for (std::size_t i = 0; i < share; i += kPage) {
            bytes[i] = std::byte{1};
        }
    };
    std::vector<std::jthread> others;
    for (unsigned i = 1; i < threads; ++i) {
        others.emplace_back(take);
    }
    take();
    others.clear();
    return secondsSince(start);
}

Opening measure(const std::string& path, int rounds) {
    Opening best;
    const bench::Frames frames(path);
    const unsigned threads = std::max(1u, std::thread::hardware_concurrency());
    for (int i = 0; i < rounds; ++i) {
        best.unpacking = std::min(best.unpacking, frames.unpack(threads));
        const std::size_t before = bench::residentBytes();
        const auto start = Clock::now();
        double first = 0;
        OpenOptions options;
        options.threads = static_cast<int>(threads);
        options.publish = [&](const std::shared_ptr<const Trace>& snapshot) {
            if (first == 0) {
                (void)LodIndex::build(snapshot);
                first = secondsSince(start);
            }
        };
        const auto trace = opened(path, options);
        best.whole = std::min(best.whole, secondsSince(start) - first);
        const auto lod = LodIndex::build(trace);
        best.drawable = std::min(best.drawable, secondsSince(start) - first);
        best.first = std::min(best.first, first);
        best.slices = trace->sliceCount();
        best.clearing = std::min(best.clearing, newMemory(best.slices, threads));
        const auto grown = static_cast<double>(bench::residentBytes() - before);
        best.bytesPerSlice = std::max(best.bytesPerSlice, grown / best.slices);
        best.pyramid = static_cast<double>(lod->pyramidBytes()) / best.slices;
    }
    return best;
}

} // namespace

int main(int argc, char** argv) {
    const std::uint64_t millions = bench::countArgument(argc, argv, 10, "bench_session [MILLIONS OF SLICES]");
    const std::string path = bench::sessionOf(millions * 1'000'000);
    const std::string name = "session, " + std::to_string(millions) + " M slices: ";
    const Opening result = measure(path, millions > 20 ? 2 : 5);
    bench::row(name + "open with nesting and links", result.slices / result.whole / 1e6, "M slices/s", 40,
               bench::Bound::AtLeast);
    bench::rowAgainst(name + "open, against unpacking its frames", result.whole, "s", result.unpacking, 2);
    bench::rowAgainst(name + "open, against unpacking them and taking new memory for its columns",
                      result.whole, "s", result.unpacking + result.clearing, 2);
    bench::row(name + "open with level of detail", result.slices / result.drawable / 1e6, "M slices/s");
    bench::row(name + "until something can be drawn", result.first * kMs, "ms", 100);
    bench::row(name + "on disk", static_cast<double>(std::filesystem::file_size(path)) / result.slices,
               "bytes/slice", 12);
    bench::row(name + "in memory, with everything", result.bytesPerSlice, "bytes/slice", 48);
    bench::row(name + "in memory, pyramid", result.pyramid, "bytes/slice", 3);
    return 0;
}
