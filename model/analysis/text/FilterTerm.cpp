#define PCRE2_CODE_UNIT_WIDTH 8

#include "model/analysis/text/FilterTerm.h"

#include <pcre2.h>

#include <algorithm>
#include <array>
#include <span>

namespace lanes {

namespace {

constexpr std::uint32_t kMatchLimit =
    100000; // steps of one match; a runaway expression must not hang the search
constexpr std::size_t kShortText = 256;

// Letters of ASCII only, as in every locale of UTF-8.
char lowerOf(char c) {
    return static_cast<char>(c + (c >= 'A' && c <= 'Z' ? 'a' - 'A' : 0));
}

// In lower case, in `room` if it is short.
std::string_view lowered(std::string_view text, std::span<char> room, std::string& longer) {
    if (text.size() > room.size()) {
        longer.resize(text.size());
        room = longer;
    }
    std::ranges::transform(text, room.begin(), lowerOf);
    return {room.data(), text.size()};
}

} // namespace

struct NamePattern::Code {
    pcre2_code* code = nullptr;
    pcre2_match_context* context = nullptr;
};

NamePattern::NamePattern(std::string_view expression, bool ignoreCase)
    : code_(std::make_unique<Code>()) {
    int number = 0;
    PCRE2_SIZE offset = 0;
    const std::uint32_t options = PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | (ignoreCase ? PCRE2_CASELESS : 0u);
    code_->code = pcre2_compile(reinterpret_cast<PCRE2_SPTR>(expression.data()), expression.size(), options,
                                &number, &offset, nullptr);
    if (code_->code == nullptr) {
        std::array<PCRE2_UCHAR, 200> message{};
        pcre2_get_error_message(number, message.data(), message.size());
        error_ = std::string(reinterpret_cast<const char*>(message.data())) + " at character " +
                 std::to_string(offset);
        return;
    }
    pcre2_jit_compile(code_->code, PCRE2_JIT_COMPLETE);
    code_->context = pcre2_match_context_create(nullptr);
    pcre2_set_match_limit(code_->context, kMatchLimit);
}

NamePattern::~NamePattern() {
    pcre2_match_context_free(code_->context);
    pcre2_code_free(code_->code);
}

bool NamePattern::matches(std::string_view name) const {
    if (code_->code == nullptr) {
        return false;
    }
    pcre2_match_data* data = pcre2_match_data_create(1, nullptr);
    const int found = pcre2_match(code_->code, reinterpret_cast<PCRE2_SPTR>(name.data()), name.size(), 0, 0,
                                  data, code_->context);
    pcre2_match_data_free(data);
    return found >= 0;
}

namespace {

// The kinds of events of that name that are of a category whose name holds the term's word.
std::uint32_t kindsOfCategory(const FilterTerm& term, std::string_view name, const OwnClasses* own) {
    std::uint32_t kinds = 0;
    for (unsigned bit = 0; bit < kEventKinds; ++bit) {
        const auto kind = static_cast<EventKind>(bit);
        const std::size_t index = own != nullptr ? own->indexOf(kind, name) : OwnClasses::kNone;
        const Hue hue = index != OwnClasses::kNone ? OwnClasses::hueOf(index) : hueOf(kind, name);
        kinds |= containsWord(categoryName(hue, own), term) ? 1u << bit : 0;
    }
    return kinds;
}

} // namespace

std::uint32_t kindsWith(const FilterTerm& term, std::string_view name, const OwnClasses* own) {
    switch (term.field) {
    case FilterTerm::Field::Name:
        break;
    case FilterTerm::Field::Pattern:
        return term.pattern->matches(name) ? ~0u : 0;
    case FilterTerm::Field::Category:
        return kindsOfCategory(term, name, own);
    case FilterTerm::Field::TensorCore:
        return tensorCoreUse(name).use == term.tensorCores ? 1u << static_cast<unsigned>(EventKind::Kernel)
                                                           : 0;
    default:
        return ~0u;
    }
    std::uint32_t kinds = containsWord(name, term) ? term.kinds : 0;
    for (unsigned kind = 0; term.collectives && kinds != 0 && kind < kEventKinds; ++kind) {
        if (!isCollective(static_cast<EventKind>(kind), name, own)) {
            kinds &= ~(1u << kind);
        }
    }
    return kinds;
}

bool FilterTerm::holdsFor(TimeNs time) const {
    switch (compare) {
    case Compare::Less:
        return time < duration;
    case Compare::LessEqual:
        return time <= duration;
    case Compare::Equal:
        return time == duration;
    case Compare::GreaterEqual:
        return time >= duration;
    case Compare::Greater:
        break;
    }
    return time > duration;
}

bool containsWord(std::string_view text, const FilterTerm& term) {
    std::array<char, kShortText> room;
    std::string longer;
    if (term.pattern) {
        return term.pattern->matches(text);
    }
    if (term.word.empty()) {
        return true;
    }
    if (!term.caseMatters) {
        text = lowered(text, room, longer);
    }
    const auto contains = [&](std::string_view word) { return text.find(word) != std::string_view::npos; };
    std::string_view left = term.word;
    for (std::size_t bar = left.find('|'); bar != std::string_view::npos; bar = left.find('|')) {
        // "a|" while the rest is still typed looks for a alone
        if (bar > 0 && contains(left.substr(0, bar))) {
            return true;
        }
        left.remove_prefix(bar + 1);
    }
    return !left.empty() && contains(left);
}

} // namespace lanes
