#include "model/base/MemoryLimit.h"

#include <unistd.h>

namespace lanes {

std::size_t usualMemoryLimit() {
    const auto pages = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES));
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return pages * page / 4 * 3;
}

} // namespace lanes
