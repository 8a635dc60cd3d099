// What an event is. Two notions, on purpose: the kind says what role it plays (and follows from the
// recorder's or the file's category), the hue says which of the 14 colours of the theme it gets (and looks at
// the name as well).
#pragma once

#include <cstdint>
#include <string_view>

namespace lanes {

// Kept in sessions, so only ever appended to.
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

// The order is the order of the theme's tables; kept in sessions, so only ever appended to.
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
// Behind them stand the categories of the user (OwnClasses), by their number. No file holds these.
inline constexpr int kMostOwnClasses = 10;
inline constexpr int kAllHues = kHueCount + kMostOwnClasses;
[[nodiscard]] constexpr bool isOwn(Hue hue) {
    return static_cast<int>(hue) >= kHueCount;
}
// "operator", "data loading": for tables and exports, in English.
[[nodiscard]] std::string_view hueName(Hue hue);

// From a trace's category text ("cpu_op", "Kernel", "hip_runtime"...). Unknown texts are Other.
[[nodiscard]] EventKind kindOfCategory(std::string_view category);
// Whether it is a collective, or the host's side of one: kernels of NCCL, RCCL and oneCCL and their shadows; "nccl:...",
// "gloo:...", "mpi:...", "ucc:..." and record_param_comms on the host. Case does not matter. Cost is linear in the name.
[[nodiscard]] bool isCollective(EventKind kind, std::string_view name);
// From kind and name ("ampere_sgemm_128x64_nn" -> Gemm). Cost is linear in the name: call once per distinct
// name.
[[nodiscard]] Hue hueOf(EventKind kind, std::string_view name);

[[nodiscard]] constexpr bool runsOnDevice(EventKind kind) {
    return kind == EventKind::Kernel || kind == EventKind::Memcpy || kind == EventKind::Memset ||
           kind == EventKind::DeviceSync || kind == EventKind::DeviceRange;
}
// Kernels, copies and sets: what keeps a device busy.
[[nodiscard]] constexpr bool isDeviceWork(EventKind kind) {
    return kind == EventKind::Kernel || kind == EventKind::Memcpy || kind == EventKind::Memset;
}

} // namespace lanes
