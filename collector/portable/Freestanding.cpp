// What the probe's C++ needs of a run-time library where it is linked against libc alone: it runs beside any libstdc++, and where
// there is none.
#include <cstddef>
#include <cstdlib>
#include <new>

namespace std {

void __throw_length_error(const char*) {
    abort();
}
void __throw_logic_error(const char*) {
    abort();
}
void __throw_out_of_range_fmt(const char*, ...) {
    abort();
}
void __throw_bad_alloc() {
    abort();
}
void __throw_bad_array_new_length() {
    abort();
}
void __throw_system_error(int) {
    abort();
}
void __throw_bad_function_call() {
    abort();
}

} // namespace std

void* operator new(std::size_t bytes) {
    if (void* memory = std::malloc(bytes != 0 ? bytes : 1)) {
        return memory;
    }
    std::abort();
}
void* operator new[](std::size_t bytes) {
    return operator new(bytes);
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete[](void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
    std::free(memory);
}

extern "C" int __cxa_pure_virtual() {
    std::abort();
}
