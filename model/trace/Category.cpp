#include "model/trace/Category.h"

#include "model/trace/KernelClasses.h"
#include "model/trace/KinetoCategory.h"

#include <algorithm>
#include <array>
#include <string>

namespace lanes {

namespace {

struct KindName {
    std::string_view category;
    EventKind kind;
};

// Kineto's categories since 2020: today's in lower case, those of old traces ("Kernel") fold onto them. Today's stands first of
// each kind.
constexpr std::array<KindName, 29> kKinds{{
    {"cpu_op", EventKind::Operator},
    {"operator", EventKind::Operator},
    {"user_annotation", EventKind::UserRange},
    {"cpu_instant_event", EventKind::Other},
    {"python_function", EventKind::PythonFunction},
    {"python function", EventKind::PythonFunction},
    {"cuda_runtime", EventKind::Runtime},
    {"cuda_driver", EventKind::Runtime},
    {"cuda_jit", EventKind::Runtime}, // ours: the driver compiles in a call
    {"runtime", EventKind::Runtime},
    {"driver", EventKind::Runtime},
    {"hip_runtime", EventKind::Runtime},
    {"privateuse1_runtime", EventKind::Runtime},
    {"privateuse1_driver", EventKind::Runtime},
    {"mtia_runtime", EventKind::Runtime},
    {"xpu_runtime", EventKind::Runtime},
    {"xpu_driver", EventKind::Runtime},
    {"glow_runtime", EventKind::Runtime},
    {"kernel", EventKind::Kernel},
    {"mtia_ccp_events", EventKind::Kernel},
    {"gpu_memcpy", EventKind::Memcpy},
    {"memcpy", EventKind::Memcpy},
    {"gpu_memset", EventKind::Memset},
    {"memset", EventKind::Memset},
    {"cuda_sync", EventKind::DeviceSync},
    {"gpu_user_annotation", EventKind::DeviceRange},
    {"overhead", EventKind::Overhead},
    {"python gc", EventKind::GarbageCollection},
    {"gc", EventKind::GarbageCollection},
}};

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
}

std::string lower(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(), [](char c) { return lower(c); });
    return out;
}

template<std::size_t N>
bool containsAny(const std::string& text, const std::array<std::string_view, N>& words) {
    return std::ranges::any_of(words, [&](std::string_view w) { return text.find(w) != std::string::npos; });
}

// Of a range that stands on the device.
bool isDeviceCollective(const std::string& name) {
    static constexpr std::array<std::string_view, 3> kLibraries{"nccl", "rccl", "oneccl"};
    return containsAny(name, kLibraries);
}

bool isHostCollective(const std::string& name) {
    static constexpr std::array<std::string_view, 5> kCollectives{
        "nccl:", "gloo:", "mpi:", "ucc:", "record_param_comms"};
    return containsAny(name, kCollectives);
}

Hue kernelHue(std::string_view name) {
    const KernelClass* const found = kernelClassOf(name);
    return found != nullptr ? found->hue : Hue::Other;
}

// Python functions are many and mostly of different names: the start tells, and nothing is copied.
Hue pythonHue(std::string_view name) {
    constexpr std::string_view kModule = "nn.module";
    const bool module =
        std::ranges::equal(name.substr(0, kModule.size()), kModule, {}, [](char c) { return lower(c); });
    return module ? Hue::Range : Hue::Python;
}

Hue hostHue(EventKind kind, const std::string& name) {
    if (isHostCollective(name)) {
        return Hue::Communication;
    }
    if (name.find("dataloader") != std::string::npos) {
        return Hue::DataLoading;
    }
    if (kind == EventKind::Operator &&
        (name.find("backward") != std::string::npos || name.starts_with("autograd::"))) {
        return Hue::Autograd;
    }
    return kind == EventKind::Operator ? Hue::Operator : Hue::Range;
}

} // namespace

std::string_view hueName(Hue hue) {
    static constexpr std::array<std::string_view, kHueCount> kNames{
        "python", "operator",  "autograd", "range",       "runtime", "sync",          "data loading",
        "gemm",   "attention", "norm",     "elementwise", "copy",    "communication", "other"};
    const auto i = static_cast<std::size_t>(hue);
    return i < kNames.size() ? kNames[i] : kNames.back();
}

EventKind kindOfCategory(std::string_view category) {
    const std::string key = lower(category);
    for (const KindName& k : kKinds) {
        if (k.category == key) {
            return k.kind;
        }
    }
    return EventKind::Other;
}

std::string_view kinetoCategory(EventKind kind) {
    const EventKind known = kind == EventKind::GarbageCollection ? EventKind::PythonFunction : kind;
    const auto* const at = std::ranges::find(kKinds, known, &KindName::kind);
    return at == kKinds.end() || known == EventKind::Other ? std::string_view() : at->category;
}

bool isCollective(EventKind kind, std::string_view name) {
    switch (kind) {
    case EventKind::Kernel:
        return kernelHue(name) == Hue::Communication;
    case EventKind::DeviceRange:
        return isDeviceCollective(lower(name));
    case EventKind::Operator:
    case EventKind::UserRange:
        return isHostCollective(lower(name));
    default:
        return kind == EventKind::Communication;
    }
}

Hue hueOf(EventKind kind, std::string_view name) {
    if (kind == EventKind::PythonFunction) {
        return pythonHue(name);
    }
    const std::string key = lower(name);
    switch (kind) {
    case EventKind::PythonFunction:
    case EventKind::GarbageCollection:
        return Hue::Python;
    case EventKind::Operator:
    case EventKind::UserRange:
        return hostHue(kind, key);
    case EventKind::DeviceRange:
        return isDeviceCollective(key) ? Hue::Communication : Hue::Range;
    case EventKind::Runtime:
        return key.find("synchronize") != std::string::npos || key.find("waitevent") != std::string::npos
                   ? Hue::Sync
                   : Hue::Runtime;
    case EventKind::DeviceSync:
        return Hue::Sync;
    case EventKind::Kernel:
        return kernelHue(name);
    case EventKind::Memcpy:
    case EventKind::Memset:
        return Hue::Copy;
    case EventKind::Communication:
        return Hue::Communication;
    case EventKind::Overhead:
    case EventKind::Other:
        break;
    }
    return Hue::Other;
}

} // namespace lanes
