#include "tests/bench/Report.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string_view>

namespace lanes::bench {

namespace {

void print(const std::string& name, double value, const char* unit, std::optional<double> reference,
           std::optional<double> bound, bool ok) {
    std::printf(R"({"name": "%s", "value": %.4g, "unit": "%s")", name.c_str(), value, unit);
    if (reference) {
        std::printf(R"(, "reference": %.4g, "ratio": %.4g)", *reference, value / *reference);
    }
    if (bound) {
        std::printf(R"(, "bound": %.4g)", *bound);
    }
    std::printf(R"(, "ok": %s})"
                "\n",
                ok ? "true" : "false");
    std::fflush(stdout);
}

// A line of /proc/self/status in bytes.
std::size_t status(const std::string& key) {
    std::ifstream file("/proc/self/status");
    for (std::string word; file >> word;) {
        if (word == key) {
            std::size_t kilobytes = 0;
            file >> kilobytes;
            return kilobytes * 1024;
        }
    }
    return 0;
}

} // namespace

void row(const std::string& name, double value, const char* unit) {
    print(name, value, unit, {}, {}, true);
}

void row(const std::string& name, double value, const char* unit, double bound, Bound kind) {
    print(name, value, unit, {}, bound, kind == Bound::AtMost ? value <= bound : value >= bound);
}

void rowAgainst(const std::string& name, double value, const char* unit, double reference, double mostRatio) {
    print(name, value, unit, reference, mostRatio, value <= reference * mostRatio);
}

std::size_t residentBytes() {
    return status("VmRSS:");
}

std::size_t peakBytes() {
    return status("VmHWM:");
}

void fail(const std::string& message) {
    std::fprintf(stderr, "%s\n", message.c_str());
    std::exit(1);
}

std::uint64_t countArgument(int argc, char** argv, std::uint64_t usual, const char* usage) {
    if (argc == 1) {
        return usual;
    }
    std::uint64_t count = 0;
    const std::string_view text = argv[1];
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (argc > 2 || error != std::errc() || end != text.data() + text.size() || count == 0) {
        fail(std::string("usage: ") + usage);
    }
    return count;
}

} // namespace lanes::bench
