#include "model/anonymise/Pseudonyms.h"

#include "model/anonymise/KeyedHash.h"

#include <cstddef>

namespace lanes {

namespace {

constexpr std::size_t kHexDigits = 12; // 48 bits: two of a million names share one in 500 traces

} // namespace

Pseudonyms::Pseudonyms(std::string key)
    : key_(std::move(key)) {}

const std::string& Pseudonyms::of(std::string_view kind, std::string_view name) {
    auto ofKind = names_.find(kind);
    if (ofKind == names_.end()) {
        ofKind = names_.emplace(kind, std::map<std::string, std::string, std::less<>>()).first;
    }
    const auto known = ofKind->second.find(name);
    if (known != ofKind->second.end()) {
        return known->second;
    }
    std::string made = std::string(kind) + '_';
    if (key_.empty()) {
        made += std::to_string(ofKind->second.size() + 1);
    } else {
        made += hmacSha256(key_, made + std::string(name)).substr(0, kHexDigits);
    }
    return ofKind->second.emplace(name, std::move(made)).first->second;
}

} // namespace lanes
