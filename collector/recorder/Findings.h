// The problems of a recording, by kind. Many threads of many processes may have lost records; the session then states
// it once, for the most affected one.
#pragma once

#include "model/base/Diagnostics.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanes::recorder {

// One thread.
class Findings {
public:
    // `sentence` names the affected thread or process. Does nothing if `count` is 0.
    void add(std::string_view kind, Severity severity, std::string_view sentence, std::uint64_t count);
    // Adds a reason given by `who` ("Process 7"). Others may give the same reason, or another one.
    void say(std::string_view kind, Severity severity, std::string_view who, std::string_view reason);
    // Adds each kind once, in order of first appearance, with the sum of its counts. The text is the sentence with
    // the largest count, or all reasons up to kMostReasons.
    void addTo(Diagnostics& diagnostics) const;

private:
    static constexpr std::size_t kMostReasons = 4;

    struct Reason {
        std::string who; // the first
        std::string text;
        std::uint64_t others = 0;
    };
    struct Finding {
        std::string kind;
        Severity severity = Severity::Note;
        std::string sentence; // the one with the largest count
        std::uint64_t most = 0;
        std::uint64_t sum = 0;
        std::uint64_t others = 0;
        std::vector<Reason> reasons; // instead of a sentence
    };

    Finding& finding(std::string_view kind, Severity severity);
    [[nodiscard]] static std::string messageOf(const Finding& finding);

    std::vector<Finding> findings_;
};

} // namespace lanes::recorder
