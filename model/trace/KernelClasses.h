// Which library a kernel's name is of, what it does there, and whether that runs on matrix units: one table.
#pragma once

#include "model/trace/Category.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace lanes {

// Tensor cores of NVIDIA, matrix cores of AMD, XMX of Intel. None: it makes no products.
enum class MatrixUnits : std::uint8_t { None, No, Yes, Unknown };

struct KernelClass {
    // What the name holds, in lower case: words in this order, with anything between them where a '*' stands. A '^' in front:
    // it begins with the first.
    std::string_view words;
    Hue hue;
    MatrixUnits units;        // where no instruction stands in the name itself
    EventKind kind;           // what it is for the device: Memcpy or Memset where a kernel copies or sets
    std::string_view library; // for the user
    std::string_view example; // a name as recorded, of this class
};

// The first that matches counts.
[[nodiscard]] std::span<const KernelClass> kernelClasses();
// Whether a name in lower case holds such words. O(name x words).
[[nodiscard]] bool holdsWords(std::string_view name, std::string_view words);
// Of a name in any case, mangled or not; null where no class matches. Cost is linear in the name: call once per distinct name.
[[nodiscard]] const KernelClass* kernelClassOf(std::string_view name);
// Kernel, or Memcpy and Memset of such that copy and set as ROCm's do; other kinds as they are. Linear in the name.
[[nodiscard]] EventKind workOf(EventKind kind, std::string_view name);

} // namespace lanes
