#include "tests/bench/Session.h"

#include "tests/bench/Report.h"
#include "tests/support/SessionGenerator.h"

#include <filesystem>

namespace lanes::bench {

std::string sessionOf(std::uint64_t slices) {
    const std::filesystem::path folder = LANESCOPE_BINARY_DIR "/bench/data";
    std::filesystem::create_directories(folder);
    // The number in the name is the generator's: a session of an older one is not taken for today's.
    const std::string path = (folder / ("3-" + std::to_string(slices) + ".lanes")).string();
    if (!std::filesystem::exists(path)) {
        if (const auto made = test::generateSession(path + ".new", slices); !made) {
            fail(made.error().message);
        }
        std::filesystem::rename(path + ".new", path);
    }
    return path;
}

} // namespace lanes::bench
