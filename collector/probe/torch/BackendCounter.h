// How many collectives the backend of a process group has begun. It counts them itself (gloo for the tags of its messages, which
// are the same on all ranks), in a field of its object that is found by value: it rises by one with each call that is seen here, and
// by nothing else. So calls that were not seen can be counted as well.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace lanes::probe {

// Whoever has it guards it.
class BackendCounter {
public:
    BackendCounter() = default;
    // `backend`: the object's address, 0 for none. `told`: the number that torch tells of it, -1 for none: it has another beginning
    // (torch 1.13), or counts what two ranks have among themselves, too. Guarded.
    BackendCounter(std::uint64_t backend, std::int64_t told);

    [[nodiscard]] bool isOfSame(const BackendCounter& other) const { return backend_ == other.backend_; }
    // A call has perhaps not been seen.
    void miss() { missed_ = true; }
    // A call begins: how many had begun before; nothing as long as this is not known for sure. Guarded.
    [[nodiscard]] std::optional<std::int64_t> begin();

private:
    // A field that may be the counter.
    struct Candidate {
        std::size_t word = 0;
        std::uint32_t first = 0;
        std::uint32_t last = 0;
    };

    [[nodiscard]] std::optional<std::int64_t> known() const;

    std::uint64_t backend_ = 0;
    std::int64_t told_ = -1;
    std::vector<Candidate> candidates_;
    std::uint32_t callsSince_ = 0; // that were seen since the fields were read: 0 or 1
    unsigned proofs_ = 0;
    bool missed_ = false;
};

} // namespace lanes::probe
