#include "tests/support/counting/AllocatedBytes.h"

#include <cstdlib>
#include <new>

namespace {

thread_local std::size_t allocated = 0;

} // namespace

void* operator new(std::size_t bytes) {
    allocated += bytes;
    if (void* memory = std::malloc(bytes)) {
        return memory;
    }
    throw std::bad_alloc();
}
// Another library's would not fit the delete below.
void* operator new(std::size_t bytes, const std::nothrow_t& /*unused*/) noexcept {
    allocated += bytes;
    return std::malloc(bytes);
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

namespace lanes::test {

std::size_t allocatedBytes() {
    return allocated;
}

} // namespace lanes::test
