// Names in place of others: "kernel_4". The same name has the same one.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace lanes {

// One thread.
class Pseudonyms {
public:
    // Empty: numbers by first use. Else the part behind '_' is an HMAC-SHA256 of the name: the same in each trace with this key.
    explicit Pseudonyms(std::string key);
    Pseudonyms(const Pseudonyms&) = delete;
    Pseudonyms& operator=(const Pseudonyms&) = delete;

    // `kind` says in one word what the name is of. O(log names).
    [[nodiscard]] const std::string& of(std::string_view kind, std::string_view name);

private:
    std::string key_;
    std::map<std::string, std::map<std::string, std::string, std::less<>>, std::less<>> names_; // by kind
};

} // namespace lanes
