// A switch that tells whether a source records at this moment. It points to the session's word while the source is
// on, and to a zero before and after. A single load at each event therefore covers three conditions: the recorder
// runs, it wants this source, and the source has not been stopped here.
#pragma once

#include "collector/ring/SourceMask.h"

#include <atomic>
#include <cstdint>

namespace lanes::probe {

class SourceGate {
public:
    // Returns the sources that the session wants (ring::Source bits) if the gate is open, otherwise none. A caller
    // that gets a bit also sees all writes made before open().
    [[nodiscard]] std::uint32_t wanted() const {
        return ring::sourcesOf(word_.load(std::memory_order_acquire)->load(std::memory_order_relaxed));
    }
    // As wanted(), but for the sources ever wanted in the session: those before a pause, and most likely after it.
    [[nodiscard]] std::uint32_t everWanted() const {
        return ring::everWanted(word_.load(std::memory_order_acquire)->load(std::memory_order_relaxed));
    }
    // True if the source is on. If nothing is wanted then, the session pauses.
    [[nodiscard]] bool isOpen() const { return word_.load(std::memory_order_relaxed) != &kNothing; }
    // Opens the gate. `word`: SessionControl::wanted, or a word that lives as long.
    void open(const std::atomic<std::uint64_t>& word) { word_.store(&word, std::memory_order_release); }
    void close() { word_.store(&kNothing, std::memory_order_release); }

private:
    static constexpr std::atomic<std::uint64_t> kNothing{0};

    std::atomic<const std::atomic<std::uint64_t>*> word_{&kNothing};
};

} // namespace lanes::probe
