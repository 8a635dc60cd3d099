// Every reader of files of other tools (pickles, databases, JSON), and every analysis of what it makes, on whatever the fuzzer
// makes.
#include "model/io/OpenTrace.h"
#include "tests/support/EveryAnalysis.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::uint32_t kMostAnalysed = 500; // slices: analyses cost more than reading
    const int memory = memfd_create("fuzz", MFD_CLOEXEC);
    if (write(memory, data, size) == static_cast<ssize_t>(size)) {
        lanes::OpenOptions options;
        options.memoryLimit = std::size_t{64} << 20;
        options.threads = 1;
        const auto trace = lanes::openTrace("/proc/self/fd/" + std::to_string(memory), options);
        if (trace && trace.value()->sliceCount() <= kMostAnalysed) {
            lanes::test::analyseEverything(trace.value());
        }
    }
    close(memory);
    return 0;
}
