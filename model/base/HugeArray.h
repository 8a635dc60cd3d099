// Arrays of many megabytes on huge pages, where the system has them: page faults took a tenth of the time of an import.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>

namespace lanes {

template<class T>
struct UnmapArray {
    std::size_t bytes = 0;
    void operator()(T* memory) const { ::munmap(memory, bytes); }
};

// Zeros until written. Items are never constructed nor destroyed, so it is only for plain values.
template<class T>
using HugeArray = std::unique_ptr<T[], UnmapArray<T>>;

// The size to map for so many bytes: the system aligns only mappings of whole huge pages to such a page.
[[nodiscard]] constexpr std::size_t wholeHugePages(std::size_t bytes) {
    constexpr std::size_t kHugePage = std::size_t{2} << 20;
    return bytes < kHugePage ? bytes : (bytes + kHugePage - 1) / kHugePage * kHugePage;
}

template<class T>
[[nodiscard]] constexpr std::size_t hugeArrayBytes(std::size_t count) {
    return wholeHugePages(count * sizeof(T) + 1); // + 1: a mapping cannot be empty
}

template<class T>
[[nodiscard]] HugeArray<T> hugeArray(std::size_t count) {
    const std::size_t bytes = hugeArrayBytes<T>(count);
    void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        throw std::bad_alloc();
    }
    ::madvise(memory, bytes, MADV_HUGEPAGE);
    return {static_cast<T*>(memory), UnmapArray<T>{bytes}};
}

// Makes the system map and clear the memory of items [begin, end) now, on the calling thread, ahead of another thread
// that fills the array. Data that was written stays. Only a hint to the system. `begin` is the begin of a page.
template<class T>
void touchAhead(HugeArray<T>& items, std::size_t begin, std::size_t end) {
    end = std::min(end, items.get_deleter().bytes / sizeof(T));
#ifdef MADV_POPULATE_WRITE
    if (begin < end) {
        ::madvise(items.get() + begin, (end - begin) * sizeof(T), MADV_POPULATE_WRITE);
    }
#endif
}

} // namespace lanes
