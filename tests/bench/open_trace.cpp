// Opens a trace or session as the window does, with everything that is drawn from it.
// usage: open_trace FILE [THREADS]      prints seconds, peak memory and counts as JSON
#include "model/io/OpenTrace.h"
#include "model/lod/LodIndex.h"

#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fputs("usage: open_trace FILE [THREADS]\n", stderr);
        return 2;
    }
    lanes::OpenOptions options;
    options.threads = argc > 2 ? std::atoi(argv[2]) : 0;
    const auto start = std::chrono::steady_clock::now();
    const auto seconds = [&] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    const auto trace = lanes::openTrace(argv[1], options);
    if (!trace) {
        std::fprintf(stderr, "%s\n", trace.error().message.c_str());
        return 1;
    }
    const double opened = seconds();
    const auto pyramids = lanes::LodIndex::build(trace.value());
    const double all = seconds();
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    std::printf(
        "{\"seconds\": %.4f, \"open_seconds\": %.4f, \"peak_bytes\": %lld, \"slices\": %u, \"links\": %zu}\n",
        all, opened, usage.ru_maxrss * 1024LL, trace.value()->sliceCount(), trace.value()->links().size());
    std::fflush(stdout);
    _exit(pyramids ? 0 : 1); // what is measured ends here, not with giving memory back
}
