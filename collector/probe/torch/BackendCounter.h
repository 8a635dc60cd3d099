// Counts how many collectives the backend of a process group has begun, including calls that the probe has not seen.
// The backend counts them itself, in a field of its object. gloo does so for the tags of its messages, which are the
// same on all ranks. The field is found by value: it rises by one with each call that is seen, and at no other time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace lanes::probe {

// Not thread safe; its owner guards it.
class BackendCounter {
public:
    BackendCounter() = default;
    // `backend`: the object's address, 0 for none. `told`: the sequence number that torch reports for it, -1 for
    // none. That number may start elsewhere (torch 1.13), or include the calls between two ranks. Guarded.
    BackendCounter(std::uint64_t backend, std::int64_t told);

    [[nodiscard]] bool isOfSame(const BackendCounter& other) const { return backend_ == other.backend_; }
    // Notes that a call may have been missed.
    void miss() { missed_ = true; }
    // A call begins. Returns how many had begun before, or nothing as long as that is not known for sure. Guarded.
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
    std::uint32_t callsSince_ = 0; // calls seen since the fields were read: 0 or 1
    unsigned proofs_ = 0;
    bool missed_ = false;
};

} // namespace lanes::probe
