// What C++ of the probe and of lanescope-nvml needs of a run-time library where it is linked against libc alone: it runs beside any
// libstdc++, and where there is none. Exceptions are libsupc++'s and libgcc's own, linked in: what finds no memory throws, and the
// probe does without.
#include <link.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

extern "C" [[gnu::visibility("hidden")]] const ElfW(Ehdr)
    __ehdr_start; // the linker's name for where this library or program begins

namespace std {

void __throw_bad_alloc() {
    throw bad_alloc();
}
void __throw_bad_array_new_length() {
    throw bad_array_new_length();
}
// Faults of ours that tests would have found, none that a full memory makes.
void __throw_length_error(const char*) {
    abort();
}
void __throw_logic_error(const char*) {
    abort();
}
void __throw_out_of_range_fmt(const char*, ...) {
    abort();
}
void __throw_system_error(int) {
    abort();
}
void __throw_bad_function_call() {
    abort();
}

} // namespace std

extern "C" void __cxa_pure_virtual() {
    std::abort();
}

// How libgcc finds the tables of the code that an exception passes. glibc offers this since 2.35; ours knows this library
// or program alone, which no exception leaves.
extern "C" [[gnu::visibility("hidden")]] int _dl_find_object(void* address, dl_find_object* found) noexcept {
    const auto base = reinterpret_cast<std::uintptr_t>(&__ehdr_start);
    const auto wanted = reinterpret_cast<std::uintptr_t>(address) - base;
    const auto* segments = reinterpret_cast<const ElfW(Phdr)*>(base + __ehdr_start.e_phoff);
    bool ours = false;
    *found = {};
    for (unsigned index = 0; index < __ehdr_start.e_phnum; ++index) {
        const ElfW(Phdr)& segment = segments[index];
        if (segment.p_type == PT_GNU_EH_FRAME) {
            found->dlfo_eh_frame = reinterpret_cast<void*>(base + segment.p_vaddr);
        } else if (segment.p_type == PT_LOAD) {
            ours = ours || wanted - segment.p_vaddr < segment.p_memsz;
            found->dlfo_map_end = reinterpret_cast<void*>(base + segment.p_vaddr + segment.p_memsz);
        }
    }
    found->dlfo_map_start = reinterpret_cast<void*>(base);
    return ours && found->dlfo_eh_frame != nullptr ? 0 : -1;
}
