#include "collector/probe/cpython/PythonThreads.h"

#include "collector/probe/ForeignMemory.h"

#include <cstddef>

namespace lanes::probe {

namespace {

constexpr std::size_t kMost = 512; // further ones are not sampled

std::uint64_t wordAt(std::uint64_t address, std::int32_t offset = 0) {
    return GuardedMemory::load<std::uint64_t>(reinterpret_cast<const void*>(address), offset);
}

} // namespace

void listPythonThreads(const PythonThreadLayout& layout, std::vector<PythonThread>& threads) {
    threads.clear();
    std::uint64_t state = wordAt(layout.head);
    for (std::size_t steps = 0; state != 0 && steps < kMost; ++steps) {
        if (wordAt(state, layout.owner) != layout.interpreter) {
            return; // it has just been taken out of the list, and freed
        }
        // One that is being made has no thread yet.
        if (const std::uint64_t thread = wordAt(state, layout.thread); thread != 0) {
            const auto kernel =
                GuardedMemory::load<std::uint32_t>(reinterpret_cast<const void*>(thread), layout.kernelId);
            if (kernel != 0) {
                threads.push_back({state, kernel});
            }
        }
        state = wordAt(state, layout.next);
    }
}

} // namespace lanes::probe
