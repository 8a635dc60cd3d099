// The facts that recorded processes state, as properties of the session: "process.<key>.arguments" and so on.
#pragma once

#include "collector/recorder/rings/ProcessCapture.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace lanes::recorder {

// One thread. All properties are written with each change, and may not take more than a chunk, while each epoch
// starts new workers. Beyond kMost processes the later ones are therefore left out.
class ProcessProperties {
public:
    static constexpr std::size_t kMost = 2'000;

    // `process` must live until keep(), or outlive this.
    void add(const ProcessCapture& process);
    // The process goes: copies its present facts. O(kMost).
    void keep(const ProcessCapture& process);
    // Adds the present facts of all processes, in the order of their arrival. O(processes).
    void addTo(std::vector<std::pair<std::string, std::string>>& properties) const;
    [[nodiscard]] std::uint64_t leftOut() const { return leftOut_; }

private:
    struct Described {
        const ProcessCapture* process = nullptr; // null: it has gone
        std::string key;                         // set once it has gone
        ring::ProcessFacts facts;                // set once it has gone
    };
    std::vector<Described> processes_;
    std::uint64_t leftOut_ = 0;
};

} // namespace lanes::recorder
