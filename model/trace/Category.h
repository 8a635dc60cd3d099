// The kind and the hue of an event: two notions, on purpose. The kind is the role that the event plays; it follows from
// the category that the recorder or the file gives. The hue is one of the 14 colours of the theme; it depends on the name
// as well.
#pragma once

#include <cstdint>
#include <string_view>

namespace lanes {

// Sessions store the values: append only.
enum class EventKind : std::uint8_t {
    Other,
    Operator,       // cpu_op
    UserRange,      // user_annotation, record_function, ProfilerStep
    PythonFunction, // python_function
    Runtime,        // cuda_runtime, hip runtime, cuda_driver: a call into the device's API
    Kernel,
    Memcpy,
    Memset,
    DeviceSync,  // cuda_sync: a wait seen from the device
    DeviceRange, // gpu_user_annotation
    Overhead,    // what profiling itself cost
    GarbageCollection,
    Communication, // host side of a collective (gloo:*, nccl:*)
};
inline constexpr int kEventKinds = 13;

// In the order of the theme's tables. Sessions store the values: append only.
enum class Hue : std::uint8_t {
    Python,
    Operator,
    Autograd,
    Range,
    Runtime,
    Sync,
    DataLoading,
    Gemm,
    Attention,
    Norm,
    Elementwise,
    Copy,
    Communication,
    Other,
};
inline constexpr int kHueCount = 14;
// The user's categories (OwnClasses) follow as hues, by their number. No file stores these.
inline constexpr int kMostOwnClasses = 10;
inline constexpr int kAllHues = kHueCount + kMostOwnClasses;
[[nodiscard]] constexpr bool isOwn(Hue hue) {
    return static_cast<int>(hue) >= kHueCount;
}
// English name of a hue for tables and exports: "operator", "data loading".
[[nodiscard]] std::string_view hueName(Hue hue);

// Kind of a trace's category text ("cpu_op", "Kernel", "hip_runtime"...). Unknown texts give Other.
[[nodiscard]] EventKind kindOfCategory(std::string_view category);
// True for a collective or its host side: kernels of NCCL, RCCL and oneCCL and their shadows; on the host, "nccl:...",
// "gloo:...", "mpi:...", "ucc:..." and record_param_comms. Case does not matter. Cost is linear in the name.
[[nodiscard]] bool isCollective(EventKind kind, std::string_view name);
// Hue from kind and name ("ampere_sgemm_128x64_nn" gives Gemm). Cost is linear in the name: call once per distinct name.
[[nodiscard]] Hue hueOf(EventKind kind, std::string_view name);

[[nodiscard]] constexpr bool runsOnDevice(EventKind kind) {
    return kind == EventKind::Kernel || kind == EventKind::Memcpy || kind == EventKind::Memset ||
           kind == EventKind::DeviceSync || kind == EventKind::DeviceRange;
}
// True for kernels, copies and sets: the work that keeps a device busy.
[[nodiscard]] constexpr bool isDeviceWork(EventKind kind) {
    return kind == EventKind::Kernel || kind == EventKind::Memcpy || kind == EventKind::Memset;
}

} // namespace lanes
