#include "model/analysis/compare/NamePairs.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace lanes {

namespace {

// Inductor numbers its kernels as it compiles them: "triton_poi_fused_add_3".
std::string_view unnumbered(std::string_view name) {
    const std::size_t last = name.find_last_not_of("0123456789");
    const bool numbered = name.starts_with("triton_") && last + 1 < name.size() && name[last] == '_';
    return numbered ? name.substr(0, last) : name;
}

// cuBLAS says in the names of its own kernels how it schedules their tiles: "nvjet_tst_256x128_64x4_1x2_h_bz_coopA_NNT" is
// "nvjet_tst_192x160_64x4_2x1_v_bz_NNT" in other tiles. What is multiplied, and which operand is transposed, stands beside it.
std::string unscheduled(std::string_view name) {
    static constexpr std::array<std::string_view, 7> kSchedules{"h",     "v",      "bz",  "coopA",
                                                                "coopB", "splitK", "2cta"};
    if (!name.starts_with("nvjet_")) {
        return std::string(name);
    }
    std::string out;
    for (std::size_t at = 0; at <= name.size();) {
        const std::size_t end = std::min(name.find('_', at), name.size());
        const std::string_view word = name.substr(at, end - at);
        if (std::ranges::find(kSchedules, word) == kSchedules.end()) {
            out += (out.empty() ? "" : "_") + std::string(word);
        }
        at = end + 1;
    }
    return out;
}

bool isDigit(char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

// One past the last of an address, "0x7f..".
std::size_t endOfAddress(std::string_view name, std::size_t at) {
    at += 2;
    while (at < name.size() && std::isxdigit(static_cast<unsigned char>(name[at])) != 0) {
        ++at;
    }
    return at;
}

// One past the last of a number, or of several with an x between them.
std::size_t endOfNumber(std::string_view name, std::size_t at) {
    while (at < name.size() &&
           (isDigit(name[at]) || (name[at] == 'x' && at + 1 < name.size() && isDigit(name[at + 1])))) {
        ++at;
    }
    return at;
}

// What compares of it. `before`: of the name, as it compares; `after`: the rest of it.
std::string_view comparedNumber(std::string_view number, std::string_view before, std::string_view after) {
    const bool isTile = number.find('x') != std::string_view::npos ||
                        before.ends_with("_stage");                        // how many tiles are under way
    const bool isLine = before.ends_with('(') && after.starts_with("): "); // of a Python frame
    return isTile ? "#" : isLine ? "" : number;
}

} // namespace

std::string comparedName(std::string_view recorded) {
    const std::string whole = unscheduled(unnumbered(recorded));
    const std::string_view name = whole;
    std::string out;
    int inside = 0; // template arguments
    for (std::size_t i = 0; i < name.size();) {
        const char c = name[i];
        if (c == '<' || (c == '>' && inside > 0)) {
            inside += c == '<' ? 1 : -1;
            ++i;
        } else if (inside > 0) {
            ++i;
        } else if (name.substr(i).starts_with("0x")) {
            i = endOfAddress(name, i);
            out += "0x";
        } else if (isDigit(c)) {
            const std::size_t end = endOfNumber(name, i);
            out += comparedNumber(name.substr(i, end - i), out, name.substr(end));
            i = end;
        } else {
            out += c;
            ++i;
        }
    }
    return inside == 0 ? out : whole; // "operator<" and the like
}

namespace {

using NamesOfBoth = std::map<std::string, std::pair<std::vector<std::string>, std::vector<std::string>>>;

NamesOfBoth alikeNames(const std::vector<std::string>& onlyA, const std::vector<std::string>& onlyB) {
    NamesOfBoth alike;
    for (const std::string& name : onlyA) {
        alike[comparedName(name)].first.push_back(name);
    }
    for (const std::string& name : onlyB) {
        alike[comparedName(name)].second.push_back(name);
    }
    return alike;
}

bool isPaired(std::string_view compared, std::size_t ofA, std::size_t ofB, bool inOrder) {
    return ofA == ofB && (ofA == 1 || inOrder || compared.starts_with("triton_"));
}

} // namespace

std::map<std::string, std::string> renamedNames(const std::vector<std::string>& onlyA,
                                                const std::vector<std::string>& onlyB, bool inOrder) {
    std::map<std::string, std::string> renamed;
    for (auto& [compared, names] : alikeNames(onlyA, onlyB)) {
        auto [ofA, ofB] = names;
        if (!isPaired(compared, ofA.size(), ofB.size(), inOrder)) {
            continue;
        }
        const auto byNumber = [](const std::string& name) { return std::pair(name.size(), name); };
        std::ranges::sort(ofA, {}, byNumber);
        std::ranges::sort(ofB, {}, byNumber);
        for (std::size_t i = 0; i < ofA.size(); ++i) {
            renamed[ofB[i]] = ofA[i];
        }
    }
    return renamed;
}

std::map<std::string, std::string> foldedNames(const std::vector<std::string>& onlyA,
                                               const std::vector<std::string>& onlyB) {
    std::map<std::string, std::string> folded;
    for (const auto& [compared, names] : alikeNames(onlyA, onlyB)) {
        const auto& [ofA, ofB] = names;
        if (ofA.empty() || ofB.empty() || isPaired(compared, ofA.size(), ofB.size(), false)) {
            continue;
        }
        for (const auto& own : {ofA, ofB}) {
            for (const std::string& name : own) {
                folded[name] = compared;
            }
        }
    }
    return folded;
}

} // namespace lanes
