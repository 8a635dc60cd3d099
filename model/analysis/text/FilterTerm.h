// One condition of a Filter, ready to be tested.
#pragma once

#include "model/analysis/operators/CallContext.h"
#include "model/analysis/text/KernelName.h"
#include "model/base/Time.h"
#include "model/trace/OwnClasses.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace lanes {

// A compiled PCRE2 expression. Any thread may call matches(). A match that would cost too much counts as none.
class NamePattern {
public:
    NamePattern(std::string_view expression, bool ignoreCase);
    ~NamePattern();
    NamePattern(const NamePattern&) = delete;
    NamePattern& operator=(const NamePattern&) = delete;

    [[nodiscard]] const std::string& error() const { return error_; } // empty: it compiled
    [[nodiscard]] bool matches(std::string_view name) const;

private:
    struct Code;
    std::unique_ptr<Code> code_;
    std::string error_;
};

struct FilterTerm {
    enum class Field : std::uint8_t {
        Name,
        Pattern,
        Category,
        Shape,
        Module,
        Pass,
        Stream,
        Thread,
        Duration,
        TensorCore
    };
    enum class Compare : std::uint8_t { Less, LessEqual, Equal, GreaterEqual, Greater };

    Field field = Field::Name;
    bool negated = false;
    std::uint32_t kinds = ~0u; // Name: bit per EventKind
    bool collectives = false;  // Name: collectives only
    std::string word;          // in lower case unless caseMatters; always for Category
    bool caseMatters = false;
    std::shared_ptr<const NamePattern> pattern; // replaces the word, if set
    Compare compare = Compare::Greater;
    TimeNs duration = 0;
    TensorCoreUse tensorCores = TensorCoreUse::No;
    Pass pass = Pass::Forward;

    [[nodiscard]] bool holdsFor(TimeNs time) const;
};

// The kinds, one bit each, with which an event of that name satisfies a term of Name, Pattern, Category or TensorCore.
// Cost is linear in the name: call once per distinct name. `own`: the trace's classes, maybe null.
[[nodiscard]] std::uint32_t kindsWith(const FilterTerm& term, std::string_view name, const OwnClasses* own);

// True if `text` contains the term's `word` by its rule for case, or matches its pattern.
[[nodiscard]] bool containsWord(std::string_view text, const FilterTerm& term);

} // namespace lanes
