#include "model/anonymise/PublicNames.h"

#include "model/analysis/operators/ArgumentNames.h"
#include "model/anonymise/Signs.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace lanes {

extern const std::string_view kPublicNamesText; // public_names.txt, as CMake puts it into the library

namespace {

using Section = std::pair<std::string_view, PublicName>;

// Each blank of their lines parts two names.
constexpr std::array kWordSections = std::to_array<Section>({{"word", PublicName::Word},
                                                             {"category", PublicName::Category},
                                                             {"namespace", PublicName::Namespace},
                                                             {"package", PublicName::Package},
                                                             {"relative", PublicName::Relative},
                                                             {"standard", PublicName::Standard},
                                                             {"module", PublicName::Module},
                                                             {"optimizer", PublicName::Optimizer},
                                                             {"function", PublicName::Function},
                                                             {"diagnostic", PublicName::Diagnostic}});
// Their lines are one name.
constexpr std::array kLineSections =
    std::to_array<Section>({{"property", PublicName::Property},
                            {"process-property", PublicName::ProcessProperty},
                            {"name", PublicName::Name}});

constexpr std::array kKeyRules =
    std::to_array<std::pair<std::string_view, KeyRule>>({{"text", KeyRule::Text},
                                                         {"frames", KeyRule::Frames},
                                                         {"path", KeyRule::Path},
                                                         {"kernel", KeyRule::Kernel},
                                                         {"place", KeyRule::Place},
                                                         {"words", KeyRule::Words}});

bool isLetterOrDigit(char c) {
    return isLetter(c) || isDigit(c);
}

// Takes the next word of a run of letters: "CUDA" of "CUDAFunctor", "Functor" of "FunctorAdd", "add" of "addMul".
std::string_view takeWord(std::string_view& letters) {
    std::size_t end = 1;
    if (isUpper(letters[0])) {
        while (end < letters.size() && isUpper(letters[end])) {
            ++end;
        }
        if (end < letters.size() && end > 1) {
            --end; // begins the next word
        }
    }
    if (end == 1) {
        while (end < letters.size() && isLower(letters[end])) {
            ++end;
        }
    }
    const std::string_view word = letters.substr(0, end);
    letters.remove_prefix(end);
    return word;
}

// Takes the run of signs at the front that are all of a kind.
template<class IsOfKind>
std::string_view takeRun(std::string_view& text, const IsOfKind& isOfKind) {
    const auto end = std::ranges::find_if_not(text, isOfKind);
    const auto length = static_cast<std::size_t>(end - text.begin());
    const std::string_view run = text.substr(0, length);
    text.remove_prefix(length);
    return run;
}

// Digits and letters from a to f, mixed: a hash, a part of a UUID or of an IPv6 address.
bool looksLikeHash(std::string_view token) {
    const bool hex = std::ranges::all_of(
        token, [](char c) { return isDigit(c) || (lowered(c) >= 'a' && lowered(c) <= 'f'); });
    return hex && token.size() >= 4 && std::ranges::any_of(token, isDigit) &&
           !std::ranges::all_of(token, isDigit) && token != "fp16" && token != "bf16";
}

} // namespace

std::size_t PublicNames::Hash::operator()(const Entry& entry) const noexcept {
    return std::hash<std::string_view>()(entry.name) * 31 + static_cast<std::size_t>(entry.section);
}

PublicNames::PublicNames() {
    for (std::string_view rest = kPublicNamesText; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        readLine(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    readOperators();
}

void PublicNames::readLine(std::string_view line) {
    const std::size_t space = line.find(' ');
    if (space == std::string_view::npos) {
        return;
    }
    const std::string_view head = line.substr(0, space);
    std::string_view rest = line.substr(space + 1);
    if (const auto* const at = std::ranges::find(kLineSections, head, &Section::first);
        at != kLineSections.end()) {
        names_.insert({at->second, rest});
        return;
    }
    if (head == "key") {
        const std::size_t second = rest.find(' ');
        const auto* const rule = std::ranges::find(kKeyRules, rest.substr(0, second),
                                                   &std::pair<std::string_view, KeyRule>::first);
        if (second != std::string_view::npos && rule != kKeyRules.end()) {
            keys_.emplace(rest.substr(second + 1), rule->second);
        }
        return;
    }
    const auto* const section = std::ranges::find(kWordSections, head, &Section::first);
    while (section != kWordSections.end() && !rest.empty()) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        names_.insert({section->second, rest.substr(0, end)});
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
}

void PublicNames::readOperators() {
    for (const std::string_view name : operatorNames()) {
        operators_.insert(name);
        const std::size_t colons = name.rfind("::");
        std::string_view plain = colons == std::string_view::npos ? name : name.substr(colons + 2);
        std::string node;
        while (!plain.empty()) {
            takeRun(plain, [](char c) { return !isLetterOrDigit(c); });
            std::string_view letters = takeRun(plain, isLetter);
            node += lowerOf(letters);
            while (!letters.empty()) {
                operatorWords_.insert(lowerOf(takeWord(letters)));
            }
            node += takeRun(plain, isDigit);
        }
        nodes_.insert(std::move(node));
    }
}

bool PublicNames::has(PublicName section, std::string_view name) const {
    return names_.contains({section, name});
}

const KeyRule* PublicNames::keyRule(std::string_view key) const {
    const auto at = keys_.find(key);
    return at == keys_.end() ? nullptr : &at->second;
}

bool PublicNames::isPublicToken(std::string_view token) const {
    if (token.starts_with("0x")) {
        return std::ranges::all_of(
            token.substr(2), [](char c) { return isDigit(c) || (lowered(c) >= 'a' && lowered(c) <= 'f'); });
    }
    if (looksLikeHash(token)) {
        return false;
    }
    while (!token.empty()) {
        takeRun(token, isDigit);
        std::string_view letters = takeRun(token, isLetter);
        while (!letters.empty()) {
            const std::string word = lowerOf(takeWord(letters));
            if (!has(PublicName::Word, word) && !operatorWords_.contains(word)) {
                return false;
            }
        }
    }
    return true;
}

bool PublicNames::isAddress(std::string_view text) {
    int numbers = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool joins =
            i > 0 && i + 1 < text.size() && text[i] == '.' && isDigit(text[i - 1]) && isDigit(text[i + 1]);
        if (!isDigit(text[i])) {
            numbers = joins ? numbers + 1 : 0;
        }
        if (text.substr(i).starts_with("://")) {
            return true;
        }
        if (numbers >= 3 || text[i] == '@' ||
            (text[i] == ':' && i >= 1 && text[i - 1] == ':' && i + 1 < text.size() && isDigit(text[i + 1]))) {
            return true;
        }
    }
    return false;
}

bool PublicNames::isPublic(std::string_view text) const {
    if (isAddress(text)) {
        return false;
    }
    for (std::string_view rest = text; !rest.empty();) {
        const std::string_view token = takeRun(rest, isLetterOrDigit);
        if (!isPublicToken(token)) {
            return false;
        }
        while (!rest.empty() && !isLetterOrDigit(rest[0])) {
            const bool pair = rest.starts_with("°") || rest.starts_with("\\\""); // the quote as JSON has it
            if (!pair && (rest[0] < ' ' || rest[0] > '~' || rest[0] == '\\')) {
                return false;
            }
            rest.remove_prefix(pair ? 2 : 1);
        }
    }
    return true;
}

bool PublicNames::isOperator(std::string_view name) const {
    return operators_.contains(name);
}

bool PublicNames::isNode(std::string_view name) const {
    const std::size_t at = name.rfind("Backward");
    if (at == std::string_view::npos || at == 0) {
        return false;
    }
    const std::string_view number = name.substr(at + 8);
    return !number.empty() && std::ranges::all_of(number, isDigit) &&
           nodes_.contains(lowerOf(name.substr(0, at)));
}

} // namespace lanes
