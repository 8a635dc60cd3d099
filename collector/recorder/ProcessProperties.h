// What recorded processes say of themselves, as properties of the session: "process.<key>.arguments" and so on.
#pragma once

#include "collector/recorder/rings/ProcessCapture.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace lanes::recorder {

// One thread. Properties are written whole with each change and may not take more than a chunk, while workers come anew with
// each epoch: of more than kMost processes the later ones are left out.
class ProcessProperties {
public:
    static constexpr std::size_t kMost = 2'000;

    // Lives until it is kept, or outlives this.
    void add(const ProcessCapture& process);
    // It goes: what it says by now stays. O(kMost).
    void keep(const ProcessCapture& process);
    // What they say by now, in the order in which they came. O(processes).
    void addTo(std::vector<std::pair<std::string, std::string>>& properties) const;
    [[nodiscard]] std::uint64_t leftOut() const { return leftOut_; }

private:
    struct Described {
        const ProcessCapture* process = nullptr; // nothing: it has gone
        std::string key;                         // then
        ring::ProcessFacts facts;                // then
    };
    std::vector<Described> processes_;
    std::uint64_t leftOut_ = 0;
};

} // namespace lanes::recorder
