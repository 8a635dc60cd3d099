#include "tests/played_gpu/model/Compiler.h"

#include "tests/played_gpu/model/Gpu.h"
#include "tests/played_gpu/model/Settings.h"

#include <functional>
#include <set>
#include <string_view>

namespace played {

namespace {

constexpr ns kCacheTakes = 20'000;

struct Cache {
    std::mutex mutex;
    std::set<uint64_t> units;
};

Cache& cache() {
    static auto* it = new Cache;
    return *it;
}

void step(CompileStep what, uint64_t unit, ns takes) {
    const ns start = now();
    sleepUntil(start + takes);
    if (Observer* profiler = observer()) {
        profiler->compiled({what, unit, Gpu::currentDevice(), start, now()});
    }
}

} // namespace

void loadCode(const void* image) {
    const auto* text = static_cast<const char*>(image);
    if (text == nullptr || (text[0] != '.' && text[0] != '/')) {
        return;
    }
    gpu().useContext(Gpu::currentDevice());
    const uint64_t unit = std::hash<std::string_view>()(text) >> 1;
    const std::lock_guard lock(cache().mutex);
    if (cache().units.insert(unit).second) {
        step(CompileStep::Compile, unit, setting(Setting::CompileNs));
        step(CompileStep::CacheStore, unit, kCacheTakes);
    } else {
        step(CompileStep::CacheLoad, unit, kCacheTakes);
    }
}

} // namespace played
