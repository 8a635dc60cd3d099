// The slots through which libraries call functions of others (global offset tables), turned to functions of ours and back,
// in every library that is loaded at that moment. One thread at a time; callers may run meanwhile and see the one or the other.
#pragma once

#include <cstddef>
#include <cstdint>

struct dl_phdr_info; // <link.h>

namespace lanes::probe {

class ImportSlots {
public:
    // `replacement` instead of `original` for all who import `symbol`, which must live on. What is more than kMost is left
    // as it is.
    void add(const char* symbol, void* original, void* replacement);
    // Slots of the library that holds `address` stay as they are; of two at most.
    void leaveOut(const void* address);
    // Returns how many slots hold a replacement now. Again after a library has come late.
    int fill();
    // Only in libraries that have come since the last time; if none has, that is seen at once.
    void fillLate();
    // What others have put in front meanwhile stays. Quick unless a library has gone since: torch's have a million entries.
    void restore();
    // Whether a slot of the library that holds `address` has been turned to one of `symbol`.
    [[nodiscard]] bool isTurned(const char* symbol, const void* address) const;

private:
    static constexpr std::size_t kMost = 20;
    static constexpr std::size_t kMostLeftOut = 2;
    static constexpr std::size_t kMostTurned = 512; // that are remembered

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
    std::uintptr_t leftOut_[kMostLeftOut] = {}; // where libraries begin
    bool restoring_ = false;
    int done_ = 0;
    Turned turned_[kMostTurned];
    std::size_t turnedCount_ = 0; // more than there is room for: they are looked for again
    // As of the last time: how many libraries had come and gone so far, and how many there were.
    unsigned long long come_ = 0;
    unsigned long long gone_ = 0;
    std::size_t there_ = 0;
};

} // namespace lanes::probe
