// What went wrong in a recording, by kind and by whom: many threads of many processes may have lost records, and the session
// says so once, of the one that it befell most.
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
    // `sentence`: names whom it befell. Nothing if `count` is 0.
    void add(std::string_view kind, Severity severity, std::string_view sentence, std::uint64_t count);
    // A reason in the words of `who` ("Process 7"): others may have the same, or one of their own.
    void say(std::string_view kind, Severity severity, std::string_view who, std::string_view reason);
    // Each kind once, in order of first appearance, with the sum of its counts and the sentence of the largest, or with all
    // reasons up to kMostReasons.
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
        std::string sentence; // of the largest
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
