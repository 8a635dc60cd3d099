// The argument values of kernel launches, in words: "x_ptr=0x7f5e40000000, n=1000, scale=2.5".
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
    // The limit of different texts; a program may pass each launch another number.
    static constexpr std::size_t kMost = 1u << 16;
    // The limit of texts with addresses; later ones are without.
    static constexpr std::size_t kMostWithAddresses = 1u << 13;

    // `writer` outlives this.
    explicit LaunchTexts(session::SessionWriter& writer)
        : writer_(writer) {}

    // `signature`: see KernelSignature.h; both arguments are another process's. Returns none if there are no values,
    // or too many different ones so far. O(log kMost), except for the first of its kind.
    [[nodiscard]] StringId text(StringId signature, std::span<const std::uint64_t> values);
    // String ids are reassigned from now on.
    void forget() { known_.clear(); }

private:
    // `addresses`: includes the addresses of pointer parameters.
    [[nodiscard]] StringId make(std::string_view parameters, std::span<const std::uint64_t> values,
                                bool addresses);

    session::SessionWriter& writer_;
    std::map<std::pair<StringId, std::vector<std::uint64_t>>, StringId> known_;
};

} // namespace lanes::recorder
