#include "tests/played_gpu/model/Settings.h"

#include <array>
#include <atomic>
#include <cctype>
#include <cstdlib>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace played {

namespace {

struct Row {
    std::string_view name;
    int64_t otherwise;
};

// In the order of Setting.
constexpr Row kRows[] = {
    {"devices", 1},
    {"cc", 90},            // compute capability, times ten
    {"sms", 132},          // multiprocessors that kernels share
    {"memory_mb", 81559},  // of each device
    {"driver", 0},         // version that the driver says; 0: that of the headers
    {"latency_ns", 3500},  // from a launch to its earliest start
    {"time_percent", 100}, // how slow kernels are
    {"noise_percent", 5},  // by how much at most work is slower than it says
    {"copy_gbs", 20},      // between host and device
    {"zero_reads", 8}, // copies to the host up to so many bytes read 0: what a kernel left there is garbage
    {"virtual_clock", 0},
    {"mig", 0},        // NVML says that the device is split
    {"no_driver", 0},  // the runtime finds no driver
    {"no_nvml", 0},    // NVML does not start
    {"gpm", 1},        // NVML has GPM; 2: it refuses the question, 3: it refuses samples
    {"gpm_ns", 0},     // CPU time that asking for GPM's metrics takes
    {"late_ns", 0},    // records of device work are complete so long after its end
    {"shuffle_ns", 0}, // and by up to so much later, by stream: they go into a buffer then, out of order
    {"drop_every", 0}, // each n-th record of device work is lost, and counted
    {"drop_next", 0},  // the next n
    {"zero_every", 0}, // each n-th has times of 0
    {"zero_next", 0},
    {"zero_with_clock", 0}, // all have, once a timestamp callback is registered
    {"reverse_every", 0},   // each n-th ends before it starts
    {"reverse_next", 0},
    {"pool_records", 0},       // more records than these under way in the device's buffers have times of 0
    {"split", 0},              // records of device work get buffers of their own
    {"hold_kb", 0},            // buffers are full at so many kB, and handed back by flushes only
    {"node_id_ns", 0},         // what it takes to ask for a node's id
    {"compile_ns", 1'000'000}, // what the driver takes to compile a module of PTX, the first time
    {"enable_ns", 0},          // what it takes to turn a kind of records on
    {"enable_delivers", 0},    // turning one on hands buffers back first
    {"busy", 0},               // somebody else has subscribed
    {"no_permission", 0},      // profiling is for administrators only
    {"no_dump", 0},            // who comes late is not told of what there is
    {"cupti_version", 0},      // that cuptiGetVersion says; 0: that of the headers
    {"stride_kernel", 0},      // bytes of a record, 0: as in the headers. Layouts only ever grew at their end
    {"stride_memcpy", 0},
    {"stride_memset", 0},
    {"stride_synchronization", 0},
    {"stride_event", 0},
    {"stride_graph", 0},
    {"stride_memory", 0},
    {"stride_context", 0},
    {"stride_device", 0},
    {"stride_jit", 0}, // -1: this library does not know the kind
    {"stride_pool", 0},
    {"stride_link", 0},
};
static_assert(std::size(kRows) == size_t(Setting::Count));

struct KernelTimes {
    std::mutex mutex;
    std::vector<std::pair<std::string, int64_t>> parts;
};

struct State {
    std::array<std::atomic<int64_t>, size_t(Setting::Count)> values;
    KernelTimes kernels;

    State() {
        for (size_t i = 0; i < values.size(); i++) {
            std::string name = "PLAYED_";
            for (const char c : kRows[i].name) {
                name += char(std::toupper(c));
            }
            const char* text = std::getenv(name.c_str());
            values[i] = text != nullptr && *text != 0 ? std::strtoll(text, nullptr, 10) : kRows[i].otherwise;
        }
        const char* text = std::getenv("PLAYED_KERNELS");
        std::string_view rest = text != nullptr ? text : "";
        while (!rest.empty()) {
            const std::string_view word = rest.substr(0, rest.find(','));
            rest.remove_prefix(std::min(rest.size(), word.size() + 1));
            const size_t equals = word.find('=');
            if (equals != word.npos) {
                kernels.parts.emplace_back(word.substr(0, equals),
                                           std::strtoll(word.data() + equals + 1, nullptr, 10));
            }
        }
    }
};

State& state() {
    static auto* it = new State; // threads of the program may outlive its statics
    return *it;
}

thread_local int64_t saidForNext = 0;

} // namespace

int64_t setting(Setting which) {
    return state().values[size_t(which)].load(std::memory_order_relaxed);
}

bool takeOne(Setting which) {
    auto& value = state().values[size_t(which)];
    int64_t left = value;
    while (left > 0) {
        if (value.compare_exchange_weak(left, left - 1)) {
            return true;
        }
    }
    return false;
}

int64_t kernelTime(std::string_view name) {
    KernelTimes& kernels = state().kernels;
    const std::lock_guard lock(kernels.mutex);
    for (auto it = kernels.parts.rbegin(); it != kernels.parts.rend(); ++it) {
        if (name.find(it->first) != name.npos) {
            return it->second;
        }
    }
    return 0;
}

void takesNext(int64_t nanoseconds) {
    saidForNext = nanoseconds;
}

int64_t takesSaid() {
    return std::exchange(saidForNext, 0);
}

} // namespace played

int played_set(const char* name, int64_t value) {
    for (size_t i = 0; i < std::size(played::kRows); i++) {
        if (played::kRows[i].name == name) {
            played::state().values[i] = value;
            return 1;
        }
    }
    return 0;
}

void played_kernel_takes(const char* part, int64_t nanoseconds) {
    auto& kernels = played::state().kernels;
    const std::lock_guard lock(kernels.mutex);
    kernels.parts.emplace_back(part, nanoseconds);
}
