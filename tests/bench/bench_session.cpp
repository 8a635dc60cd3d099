// Sessions on disk: how fast they open, how large they are. Prints what scripts/bench.py reads.
#include "model/session/SessionReader.h"
#include "tests/support/SessionGenerator.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

std::string row(const char* name, double value, const char* unit, double bound, bool ok) {
    char text[300];
    std::snprintf(
        text, sizeof text,
        R"({"name": "%s", "value": %.4g, "unit": "%s", "reference": null, "ratio": null, "bound": %.4g, "ok": %s})",
        name, value, unit, bound, ok ? "true" : "false");
    return text;
}

struct Opening {
    double whole = 1e9;
    double first = 1e9; // until the first snapshot
    std::uint32_t slices = 0;
};

Opening open(const std::string& path, int rounds) {
    Opening best;
    for (int i = 0; i < rounds; ++i) {
        const auto start = Clock::now();
        double first = 0;
        lanes::session::ReadOptions options;
        options.publish = [&](const auto&) { first = first > 0 ? first : secondsSince(start); };
        auto reader = lanes::session::SessionReader::open(path);
        const auto trace = reader->read(options);
        if (!trace) {
            std::fprintf(stderr, "%s\n", trace.error().message.c_str());
            std::exit(1);
        }
        best.whole = std::min(best.whole, secondsSince(start));
        best.first = std::min(best.first, first > 0 ? first : best.whole);
        best.slices = trace.value()->sliceCount();
    }
    return best;
}

} // namespace

// bench_session [MILLIONS]: 10 by default.
int main(int argc, char** argv) {
    const std::uint64_t millions = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10;
    const std::string folder = LANESCOPE_BINARY_DIR "/bench/data";
    std::filesystem::create_directories(folder);
    const std::string path = folder + "/" + std::to_string(millions) + "M.lanes";
    if (!std::filesystem::exists(path)) {
        if (const auto made = lanes::test::generateSession(path + ".new", millions * 1'000'000); !made) {
            std::fprintf(stderr, "%s\n", made.error().message.c_str());
            return 1;
        }
        std::filesystem::rename(path + ".new", path);
    }
    const Opening result = open(path, 3);
    const double rate = result.slices / result.whole / 1e6;
    const double bytes = static_cast<double>(std::filesystem::file_size(path)) / result.slices;
    std::puts(row("session: open", rate, "M slices/s", 40, rate >= 40).c_str());
    std::puts(row("session: first snapshot", result.first * 1000, "ms", 150, result.first <= .15).c_str());
    std::puts(row("session: size", bytes, "bytes/slice", 12, bytes <= 12).c_str());
    return 0;
}
