// One table that maps a kernel's name to its library, its task there, and whether that task runs on matrix units.
#pragma once

#include "model/trace/Category.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace lanes {

// Tensor cores of NVIDIA, matrix cores of AMD, XMX of Intel. None: the kernel computes no matrix products.
enum class MatrixUnits : std::uint8_t { None, No, Yes, Unknown };

struct KernelClass {
    // The words that a name must hold, in lower case and in this order. A '*' stands for anything between two words. A
    // '^' in front: the name begins with the first word.
    std::string_view words;
    Hue hue;
    MatrixUnits units;        // where the name itself gives no instruction
    EventKind kind;           // role on the device: Memcpy or Memset where a kernel copies or sets
    std::string_view library; // shown to the user
    std::string_view example; // a recorded name of this class
};

// In order of precedence: the first class that matches counts.
[[nodiscard]] std::span<const KernelClass> kernelClasses();
// True if a name in lower case matches such words. O(name x words).
[[nodiscard]] bool holdsWords(std::string_view name, std::string_view words);
// The class of a name in any case, mangled or not; null where none matches. Cost is linear in the name: call once per
// distinct name.
[[nodiscard]] const KernelClass* kernelClassOf(std::string_view name);
// The role of device work by its name. Kernels that copy or set, as ROCm's do, become Memcpy or Memset. Other kernels and
// other kinds stay as they are. Cost is linear in the name.
[[nodiscard]] EventKind workOf(EventKind kind, std::string_view name);

} // namespace lanes
