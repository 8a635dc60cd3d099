// A jump at the beginning of a function that leads every caller to another function first, however the caller found
// it. One thread at a time sets the jump and removes it; other threads may call the function meanwhile.
#pragma once

#include <cstdint>

namespace lanes::probe {

class EntryJump {
public:
    EntryJump() = default;
    EntryJump(const EntryJump&) = delete; // the jump leads to a page of this object
    EntryJump& operator=(const EntryJump&) = delete;

    // Sets the jump. `replacement` has the parameters of `function`; both stay loaded. Returns false, and changes
    // nothing, if the machine does not allow it. While the jump is set, `function` cannot be called past it. A later
    // call must pass the same `replacement`.
    [[nodiscard]] bool set(void* function, const void* replacement);
    // Removes the jump; does nothing if it is not set.
    void takeBack();

private:
    static constexpr int kWords = 2;

    [[nodiscard]] bool makeStub(const void* function, const void* replacement);
    [[nodiscard]] bool write(const std::uint64_t (&words)[kWords]) const;

    // The aligned words that hold the function's first bytes; usually the first word holds all of them.
    std::uint64_t* place_ = nullptr;
    std::uint64_t before_[kWords] = {}; // the original words
    int words_ = 1;
    void* stub_ = nullptr; // page within reach of a short jump; holds the long jump; kept for the next set()
};

} // namespace lanes::probe
