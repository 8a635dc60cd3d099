// A jump at the beginning of a function, so that whoever calls it reaches another one first, however it was found. One thread at a
// time sets and takes back; others may call the function meanwhile.
#pragma once

#include <cstdint>

namespace lanes::probe {

class EntryJump {
public:
    EntryJump() = default;
    EntryJump(const EntryJump&) = delete; // the jump leads to a page of its own
    EntryJump& operator=(const EntryJump&) = delete;

    // `replacement` has the parameters of `function`, both live on. False if the machine does not allow it: then nothing has changed.
    // While it is set, `function` cannot be called past it.
    // The next time it leads to the same replacement.
    [[nodiscard]] bool set(void* function, const void* replacement);
    // Nothing if it is not set.
    void takeBack();

private:
    static constexpr int kWords = 2;

    [[nodiscard]] bool makeStub(const void* function, const void* replacement);
    [[nodiscard]] bool write(const std::uint64_t (&words)[kWords]) const;

    // The aligned words that the function's first bytes are in: as a rule all in the first of them.
    std::uint64_t* place_ = nullptr;
    std::uint64_t before_[kWords] = {}; // what stood there
    int words_ = 1;
    void* stub_ =
        nullptr; // a page within reach of a short jump, from which a long one goes on; kept for the next time
};

} // namespace lanes::probe
