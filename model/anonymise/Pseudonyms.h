// Replacements for names: "kernel_4". Equal names get equal replacements.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace lanes {

// One thread.
class Pseudonyms {
public:
    // Empty `key`: names are numbered by first use. Otherwise the part after '_' is an HMAC-SHA256 of the name: the same
    // in each trace with this key.
    explicit Pseudonyms(std::string key);
    Pseudonyms(const Pseudonyms&) = delete;
    Pseudonyms& operator=(const Pseudonyms&) = delete;

    // The replacement of a name. `kind` is one word for the kind of name. O(log names).
    [[nodiscard]] const std::string& of(std::string_view kind, std::string_view name);

private:
    std::string key_;
    std::map<std::string, std::map<std::string, std::string, std::less<>>, std::less<>> names_; // by kind
};

} // namespace lanes
