// What launches gave their kernels, in words: "x_ptr=0x7f5e40000000, n=1000, scale=2.5".
#pragma once

#include "model/session/writing/SessionWriter.h"

#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace lanes::recorder {

// One process, one thread.
class LaunchTexts {
public:
    // So many different ones are told; a program may give each launch another number.
    static constexpr std::size_t kMost = 1u << 16;
    // And with addresses: those that come later are told without.
    static constexpr std::size_t kMostWithAddresses = 1u << 13;

    // Outlives this.
    explicit LaunchTexts(session::SessionWriter& writer)
        : writer_(writer) {}

    // `signature`: KernelSignature.h; it and the values are another process's. None for no values, and for too many different
    // ones. O(log kMost) but for the first of its kind.
    [[nodiscard]] StringId text(StringId signature, std::span<const std::uint64_t> values);
    // Ids mean other texts from now on.
    void forget() { known_.clear(); }

private:
    // `addresses`: of the parameters that are.
    [[nodiscard]] StringId make(std::string_view parameters, std::span<const std::uint64_t> values,
                                bool addresses);

    session::SessionWriter& writer_;
    std::map<std::pair<StringId, std::vector<std::uint64_t>>, StringId> known_;
};

} // namespace lanes::recorder
