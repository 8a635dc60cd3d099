#include "model/analysis/text/Filter.h"

#include "model/analysis/text/FilterTerm.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>

namespace lanes {

namespace {

constexpr std::uint32_t bit(EventKind kind) {
    return 1u << static_cast<unsigned>(kind);
}

struct KindKey {
    std::string_view key;
    std::uint32_t kinds;
};

constexpr std::array<KindKey, 8> kKindKeys{{
    {"op", bit(EventKind::Operator)},
    {"kernel", bit(EventKind::Kernel)},
    {"python", bit(EventKind::PythonFunction)},
    {"range", bit(EventKind::UserRange) | bit(EventKind::DeviceRange)},
    {"runtime", bit(EventKind::Runtime)},
    {"copy", bit(EventKind::Memcpy) | bit(EventKind::Memset)},
    {"comm", ~0u}, // that are collectives
    {"gpu", bit(EventKind::Kernel) | bit(EventKind::Memcpy) | bit(EventKind::Memset) |
                bit(EventKind::DeviceSync) | bit(EventKind::DeviceRange)},
}};

struct WordKey {
    std::string_view key;
    FilterTerm::Field field;
};

constexpr std::array<WordKey, 5> kWordKeys{{
    {"category", FilterTerm::Field::Category},
    {"shape", FilterTerm::Field::Shape},
    {"module", FilterTerm::Field::Module},
    {"stream", FilterTerm::Field::Stream},
    {"thread", FilterTerm::Field::Thread},
}};

// "kernel:", "module:": what has a word behind it, which may be a pattern.
bool isKey(std::string_view word) {
    if (!word.ends_with(':')) {
        return false;
    }
    word.remove_suffix(1);
    return std::ranges::find(kKindKeys, word, &KindKey::key) != kKindKeys.end() ||
           std::ranges::find(kWordKeys, word, &WordKey::key) != kWordKeys.end();
}

// The pattern that a text begins with, "/gemm/i": up to a slash that a blank or the end follows, as paths of files have
// slashes, too. Empty: there is none.
std::string_view leadingPattern(std::string_view text) {
    for (std::size_t slash = text.starts_with('/') ? text.find('/', 1) : std::string_view::npos;
         slash != std::string_view::npos; slash = text.find('/', slash + 1)) {
        const std::size_t end = slash + (text.substr(slash + 1).starts_with('i') ? 2 : 1);
        if (slash > 1 && text[slash - 1] != '\\' && (end == text.size() || text[end] == ' ')) {
            return text.substr(0, end);
        }
    }
    return {};
}

// Cuts the text at blanks outside quotes and slashes. The quotes go, the slashes stay.
class WordCutter {
public:
    std::vector<std::string> cut(std::string_view text) {
        for (std::size_t at = 0; at < text.size();) {
            at += take(text.substr(at));
        }
        end();
        return std::move(words_);
    }

private:
    // What stands first; how long that is.
    std::size_t take(std::string_view rest) {
        const char c = rest.front();
        if (c == '/' && !inQuotes_ && isKey(std::string_view(word_).substr(word_.starts_with('-') ? 1 : 0))) {
            const std::string_view pattern = leadingPattern(rest);
            word_ += pattern.empty() ? "/" : pattern;
            return std::max<std::size_t>(pattern.size(), 1);
        }
        if (c == '"' && !inPattern_) {
            inQuotes_ = !inQuotes_;
            any_ = true;
        } else if (c == ' ' && !inQuotes_ && !inPattern_) {
            end();
        } else {
            if (c == '/' && !inQuotes_) {
                const bool opens = word_.empty() || word_ == "-";
                inPattern_ = inPattern_ ? word_.ends_with('\\') : opens;
            }
            word_ += c;
            any_ = true;
        }
        return 1;
    }

    void end() {
        if (any_) {
            words_.push_back(word_);
        }
        word_.clear();
        any_ = false;
    }

    std::vector<std::string> words_;
    std::string word_;
    bool inQuotes_ = false;
    bool inPattern_ = false;
    bool any_ = false; // a word has begun
};

// "[16, 5185, 64]" and "16*5185" as formatShapes() writes them.
std::string shapeWord(std::string_view word) {
    std::string out;
    for (const char c : word) {
        if (c == ',' || c == '*') {
            out += 'x';
        } else if (c != ' ' && c != '[' && c != ']') {
            out += c;
        }
    }
    return out;
}

std::optional<TimeNs> durationOf(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || !std::isfinite(value)) {
        return std::nullopt;
    }
    const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
    static constexpr std::array<std::pair<std::string_view, double>, 6> kUnits{
        {{"", 1}, {"ns", 1}, {"us", 1e3}, {"\u00b5s", 1e3}, {"ms", 1e6}, {"s", 1e9}}};
    for (const auto& [name, factor] : kUnits) {
        if (name == unit && std::abs(value * factor) < 9e18) {
            return static_cast<TimeNs>(std::llround(value * factor));
        }
    }
    return std::nullopt;
}

Result<FilterTerm> durationTerm(std::string_view word) {
    using Compare = FilterTerm::Compare;
    static constexpr std::array<std::pair<std::string_view, Compare>, 5> kSigns{{
        {">=", Compare::GreaterEqual},
        {"<=", Compare::LessEqual},
        {">", Compare::Greater},
        {"<", Compare::Less},
        {"=", Compare::Equal},
    }};
    const std::string_view rest = word.substr(3);
    for (const auto& [sign, compare] : kSigns) {
        if (!rest.starts_with(sign)) {
            continue;
        }
        FilterTerm term;
        term.field = FilterTerm::Field::Duration;
        term.compare = compare;
        if (const auto duration = durationOf(rest.substr(sign.size()))) {
            term.duration = *duration;
            return term;
        }
    }
    return Error{"Filter: \"" + std::string(word) + "\" is no duration; write it like dur>1ms or dur<=20us."};
}

Result<FilterTerm> patternTerm(std::string_view word) {
    const std::size_t last = word.rfind('/');
    const std::string_view flags = word.substr(last + 1);
    if (last == 0 || (!flags.empty() && flags != "i")) {
        return Error{"Filter: \"" + std::string(word) +
                     "\" does not end; write a pattern like /gemm.*128/ or /gemm/i."};
    }
    FilterTerm term;
    term.field = FilterTerm::Field::Pattern;
    term.pattern = std::make_shared<const NamePattern>(word.substr(1, last - 1), flags == "i");
    if (!term.pattern->error().empty()) {
        return Error{"Filter: in " + std::string(word) + ": " + term.pattern->error() + "."};
    }
    return term;
}

// The term with the word behind its key, or the pattern.
Result<FilterTerm> wordTerm(FilterTerm term, std::string_view word) {
    if (!word.empty() && leadingPattern(word) == word) {
        auto pattern = patternTerm(word);
        if (!pattern) {
            return pattern.error();
        }
        term.pattern = std::move(pattern).value().pattern;
        return term;
    }
    term.word = term.field == FilterTerm::Field::Shape ? shapeWord(word) : std::string(word);
    term.caseMatters = std::ranges::any_of(term.word, [](unsigned char c) { return std::isupper(c) != 0; });
    return term;
}

Result<FilterTerm> tensorTerm(std::string_view value) {
    FilterTerm term;
    term.field = FilterTerm::Field::TensorCore;
    if (value == "yes" || value == "no" || value == "?") {
        term.tensorCores = value == "yes"  ? TensorCoreUse::Yes
                           : value == "no" ? TensorCoreUse::No
                                           : TensorCoreUse::Unknown;
        return term;
    }
    return Error{"Filter: tc: takes yes, no or ?, not \"" + std::string(value) + "\"."};
}

Result<FilterTerm> passTerm(std::string_view value) {
    FilterTerm term;
    term.field = FilterTerm::Field::Pass;
    for (int pass = 0; pass < kPasses; ++pass) {
        term.pass = static_cast<Pass>(pass);
        if (passName(term.pass) == value) {
            return term;
        }
    }
    return Error{"Filter: pass: takes forward, backward or optimizer, not \"" + std::string(value) + "\"."};
}

// "key:value" of a known key; nothing if the word is a plain one ("aten::add" has colons as well).
std::optional<Result<FilterTerm>> keyTerm(std::string_view word) {
    const std::size_t colon = word.find(':');
    if (colon == std::string_view::npos || word.substr(colon).starts_with("::")) {
        return std::nullopt;
    }
    const std::string_view key = word.substr(0, colon);
    const std::string_view value = word.substr(colon + 1);
    FilterTerm term;
    for (const KindKey& k : kKindKeys) {
        if (k.key == key) {
            term.kinds = k.kinds;
            term.collectives = k.key == "comm";
            // Names of Python's functions begin with the paths of their files; what else begins so is a pattern that is open.
            const bool isPath = k.key == "python" || k.key == "range";
            return value.starts_with('/') && !isPath && leadingPattern(value) != value
                       ? patternTerm(value)
                       : wordTerm(std::move(term), value);
        }
    }
    for (const WordKey& k : kWordKeys) {
        if (k.key == key) {
            term.field = k.field;
            return wordTerm(std::move(term), value);
        }
    }
    if (key == "pass") {
        return passTerm(value);
    }
    return key == "tc" ? std::optional(tensorTerm(value)) : std::nullopt;
}

Result<FilterTerm> parseTerm(std::string_view word) {
    if (word.starts_with('/')) {
        return patternTerm(word);
    }
    if (word.starts_with("dur") && word.size() > 3 && (word[3] == '<' || word[3] == '>' || word[3] == '=')) {
        return durationTerm(word);
    }
    if (auto term = keyTerm(word)) {
        return *term;
    }
    return wordTerm({}, word);
}

} // namespace

Filter::Filter()
    : terms_(std::make_shared<const std::vector<FilterTerm>>()) {}

Result<Filter> Filter::parse(std::string_view text) {
    auto terms = std::make_shared<std::vector<FilterTerm>>();
    for (const std::string& word : WordCutter().cut(text)) {
        const bool negated = word.size() > 1 && word.front() == '-';
        Result<FilterTerm> term = parseTerm(std::string_view(word).substr(negated ? 1 : 0));
        if (!term) {
            return term.error();
        }
        term.value().negated = negated;
        terms->push_back(std::move(term).value());
    }
    Filter filter;
    filter.text_ = text;
    filter.terms_ = std::move(terms);
    return filter;
}

} // namespace lanes
