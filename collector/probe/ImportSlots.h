// The slots through which libraries call functions of other libraries (global offset tables). They are redirected to
// our functions and back, in every library that is loaded at that moment. One thread at a time; callers may run
// meanwhile and reach either function.
#pragma once

#include <cstddef>
#include <cstdint>

struct dl_phdr_info; // <link.h>

namespace lanes::probe {

class ImportSlots {
public:
    // Redirects all importers of `symbol` from `original` to `replacement`. `symbol` must outlive this. Patches
    // beyond kMost are ignored.
    void add(const char* symbol, void* original, void* replacement);
    // Leaves the slots of the library that holds `address` unchanged. For at most kMostLeftOut libraries.
    void leaveOut(const void* address);
    // Returns how many slots hold a replacement now. Call it again after a library has been loaded late.
    int fill();
    // As fill(), but only for libraries loaded since the last call; returns at once if there are none.
    void fillLate();
    // Restores the slots. A slot that others have changed meanwhile stays. Fast unless a library has been unloaded
    // since: then all slots are searched, and torch's libraries have a million entries.
    void restore();
    // True if a slot of the library that holds `address` has been redirected for `symbol`.
    [[nodiscard]] bool isTurned(const char* symbol, const void* address) const;

private:
    static constexpr std::size_t kMost = 20;
    static constexpr std::size_t kMostLeftOut = 2;
    static constexpr std::size_t kMostTurned = 512; // redirected slots that are remembered

    struct Patch {
        const char* symbol;
        void* original;
        void* replacement;
    };
    struct Library;
    struct ReadOnly { // pages that the loader has sealed after relocation
        std::uintptr_t begin = 0;
        std::uintptr_t end = 0;
    };
    struct Turned {
        std::uintptr_t slot = 0;
        const Patch* patch = nullptr;
        ReadOnly sealed;
    };

    struct Walk;

    int turnAll(bool restoring, bool lateOnly = false);
    [[nodiscard]] bool concerns(const dl_phdr_info& info) const;
    void turn(const Library& library);
    [[nodiscard]] bool turnSlot(const ReadOnly& sealed, std::uintptr_t slot, const Patch& patch);
    void remember(const Turned& turned);
    void turnBack();
    [[nodiscard]] const Patch* find(const char* symbol) const;

    Patch patches_[kMost] = {};
    std::size_t count_ = 0;
    std::uintptr_t leftOut_[kMostLeftOut] = {}; // base addresses of libraries
    bool restoring_ = false;
    int done_ = 0;
    Turned turned_[kMostTurned];
    std::size_t turnedCount_ = 0; // above kMostTurned: restore() searches all slots again
    // The loader's counts at the last walk: libraries loaded so far, unloaded so far, and present.
    unsigned long long come_ = 0;
    unsigned long long gone_ = 0;
    std::size_t there_ = 0;
};

} // namespace lanes::probe
