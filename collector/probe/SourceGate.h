// Whether a source records at this moment: the session's word while the source is on, and a zero before and after. One load
// at each event answers all there is to ask: is the recorder there, does it want this source, has it been stopped here?
#pragma once

#include "collector/ring/SourceMask.h"

#include <atomic>
#include <cstdint>

namespace lanes::probe {

class SourceGate {
public:
    // What the session wants (ring::Source bits) if the gate is open, nothing otherwise. What was written before open() is
    // seen by whoever gets a bit.
    [[nodiscard]] std::uint32_t wanted() const {
        return ring::sourcesOf(word_.load(std::memory_order_acquire)->load(std::memory_order_relaxed));
    }
    // The same, of what the session has ever wanted: before a pause, and most likely after it.
    [[nodiscard]] std::uint32_t everWanted() const {
        return ring::everWanted(word_.load(std::memory_order_acquire)->load(std::memory_order_relaxed));
    }
    // Whether the source is on: if nothing is wanted then, the session pauses.
    [[nodiscard]] bool isOpen() const { return word_.load(std::memory_order_relaxed) != &kNothing; }
    // `word`: SessionControl::wanted, or one that lives as long.
    void open(const std::atomic<std::uint64_t>& word) { word_.store(&word, std::memory_order_release); }
    void close() { word_.store(&kNothing, std::memory_order_release); }

private:
    static constexpr std::atomic<std::uint64_t> kNothing{0};

    std::atomic<const std::atomic<std::uint64_t>*> word_{&kNothing};
};

} // namespace lanes::probe
