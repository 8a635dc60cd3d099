// Vectors of many megabytes on huge pages, where the system has them: touching memory page by page takes as long as
// filling it.
#pragma once

#include "model/base/HugeArray.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace lanes {

template<class T>
class HugeAllocator {
public:
    using value_type = T;

    HugeAllocator() = default;
    template<class Other>
    HugeAllocator(const HugeAllocator<Other>&) {}

    [[nodiscard]] T* allocate(std::size_t count) {
        return isHuge(count) ? hugeArray<T>(count).release() : std::allocator<T>().allocate(count);
    }
    void deallocate(T* memory, std::size_t count) {
        if (isHuge(count)) {
            UnmapArray<T>{hugeArrayBytes<T>(count)}(memory);
        } else {
            std::allocator<T>().deallocate(memory, count);
        }
    }
    friend bool operator==(const HugeAllocator&, const HugeAllocator&) { return true; }

private:
    static constexpr std::size_t kHuge = std::size_t{1} << 20;
    [[nodiscard]] static bool isHuge(std::size_t count) { return count >= kHuge / sizeof(T); }
};

template<class T>
using HugeVector = std::vector<T, HugeAllocator<T>>;

// For plain values. resize() leaves new values unwritten, whatever their defaults are, so that several threads may be the
// first to touch them.
template<class T>
class UnwrittenAllocator : public HugeAllocator<T> {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    using value_type = T;

    UnwrittenAllocator() = default;
    template<class Other>
    UnwrittenAllocator(const UnwrittenAllocator<Other>&) {}

    template<class U>
    void construct(U*) {}
    template<class U, class... Args>
    void construct(U* place, Args&&... args) {
        ::new (static_cast<void*>(place)) U(std::forward<Args>(args)...);
    }
};

template<class T>
using UnwrittenVector = std::vector<T, UnwrittenAllocator<T>>;

} // namespace lanes
