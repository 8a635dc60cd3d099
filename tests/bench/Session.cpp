#include "tests/bench/Session.h"

#include "tests/bench/Report.h"
#include "tests/support/SessionGenerator.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <random>

namespace lanes::bench {

std::string sessionOf(std::uint64_t slices) {
    const std::filesystem::path folder = LANESCOPE_BINARY_DIR "/bench/data";
    std::filesystem::create_directories(folder);
    // The number in the name is the generator's: a session of an older one is not taken for today's.
    const std::string path = (folder / ("4-" + std::to_string(slices) + ".lanes")).string();
    if (!std::filesystem::exists(path)) {
        if (const auto made = test::generateSession(path + ".new", slices); !made) {
            fail(made.error().message);
        }
        std::filesystem::rename(path + ".new", path);
    }
    return path;
}

std::string bigTrace() {
    namespace fs = std::filesystem;
    const char* given = std::getenv("LANESCOPE_TRACES");
    const fs::path traces =
        given != nullptr ? fs::path(given) : fs::path(LANESCOPE_SOURCE_DIR) / "../shared/traces";
    const fs::path source = traces / "h100_owlv2_large.json.gz";
    const fs::path tool = traces / "../tools/make_big_trace.py";
    const fs::path folder = fs::path(LANESCOPE_BINARY_DIR) / "bench-data";
    const fs::path big = folder / "h100_owlv2_large-1e9.json";
    if (!fs::exists(source) || !fs::exists(tool)) {
        return {};
    }
    if (!fs::exists(big)) {
        fs::create_directories(folder);
        const std::string part = big.string() + ".part";
        const std::string command =
            "python3 '" + tool.string() + "' '" + source.string() + "' '" + part + "' 1e9";
        if (std::system(command.c_str()) != 0) {
            return {};
        }
        fs::rename(part, big);
    }
    return big.string();
}

double slowestRange(TimeRange session, const std::function<void(TimeRange)>& ask) {
    constexpr int kRanges = 5;
    std::mt19937_64 random(1);
    double slowest = 0;
    for (int i = 0; i < kRanges; ++i) {
        const TimeNs length = session.length() / 100 * static_cast<TimeNs>(1 + random() % 30);
        const TimeNs begin =
            session.begin +
            static_cast<TimeNs>(random() % static_cast<std::uint64_t>(session.length() - length));
        slowest = std::max(slowest, milliseconds([&] { ask({begin, begin + length}); }));
    }
    return slowest;
}

} // namespace lanes::bench
